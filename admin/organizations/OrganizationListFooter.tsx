import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { JumpPager } from '../components/JumpPager.tsx';
import { Pagination } from '../components/Pagination.tsx';
import type { OrganizationListState } from './useOrganizationList.ts';

const count = new Intl.NumberFormat('en-US');

/** Which records these are of how many, and the pagers when there is more than one page. */
export const OrganizationListFooter = ({ list }: { list: OrganizationListState }) => {
  const translate = useTranslate();
  const { page, pageSize, pageCount, total, setPage } = list;
  const range = {
    from: count.format(Math.min(total, (page - 1) * pageSize + 1)),
    to: count.format(Math.min(total, page * pageSize)),
    total: count.format(total),
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, padding: 1.5 }}>
      <Typography variant="body2" color="textSecondary" aria-live="polite" sx={{ flexGrow: 1 }}>
        {total === 0 ? translate('components.paging.none') : translate('components.paging.range', range)}
      </Typography>
      <Pagination page={page} pageCount={pageCount} onPage={setPage} />
      <JumpPager page={page} pageCount={pageCount} onPage={setPage} />
    </Box>
  );
};
