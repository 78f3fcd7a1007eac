import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { pageCountOf } from '../../shared/rules/paging.ts';
import { JumpPager } from './JumpPager.tsx';
import { Pagination } from './Pagination.tsx';

const count = new Intl.NumberFormat('en-US');

interface ListFooterProps {
  total: number;
  page: number;
  size: number;
  onPage: (page: number) => void;
}

/** Which records these are of how many, and the pagers when there is more than one page. */
export const ListFooter = ({ total, page, size, onPage }: ListFooterProps) => {
  const translate = useTranslate();
  const pageCount = pageCountOf(total, size);
  const range = {
    from: count.format(Math.min(total, (page - 1) * size + 1)),
    to: count.format(Math.min(total, page * size)),
    total: count.format(total),
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, padding: 1.5 }}>
      <Typography variant="body2" color="textSecondary" aria-live="polite" sx={{ flexGrow: 1 }}>
        {total === 0 ? translate('components.paging.none') : translate('components.paging.range', range)}
      </Typography>
      <Pagination page={page} pageCount={pageCount} onPage={onPage} />
      <JumpPager page={page} pageCount={pageCount} onPage={onPage} />
    </Box>
  );
};
