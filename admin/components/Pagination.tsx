import KeyboardDoubleArrowLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import KeyboardDoubleArrowRight from '@mui/icons-material/KeyboardDoubleArrowRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { pageBlock } from '../../shared/rules/paging.ts';

interface PaginationProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** Page numbers in blocks of five with arrows between the blocks; nothing for a single page (spec 1 section 2). */
export const Pagination = ({ page, pageCount, onPage }: PaginationProps) => {
  const translate = useTranslate();
  if (pageCount <= 1) return null;
  const { pages, previous, next } = pageBlock(page, pageCount);
  return (
    <Box
      component="nav"
      aria-label={translate('components.paging.pages')}
      sx={{ display: 'flex', alignItems: 'center' }}
    >
      <IconButton
        size="small"
        aria-label={translate('components.paging.previousBlock')}
        disabled={previous === null}
        onClick={() => previous !== null && onPage(previous)}
      >
        <KeyboardDoubleArrowLeft fontSize="small" />
      </IconButton>
      {pages.map((number) => (
        <Button
          key={number}
          size="small"
          variant={number === page ? 'contained' : 'text'}
          disableElevation
          aria-label={translate('components.paging.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          sx={{ minWidth: 32, paddingX: 1 }}
        >
          {number}
        </Button>
      ))}
      <IconButton
        size="small"
        aria-label={translate('components.paging.nextBlock')}
        disabled={next === null}
        onClick={() => next !== null && onPage(next)}
      >
        <KeyboardDoubleArrowRight fontSize="small" />
      </IconButton>
    </Box>
  );
};
