import KeyboardDoubleArrowLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import KeyboardDoubleArrowRight from '@mui/icons-material/KeyboardDoubleArrowRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Pagination, type PaginationActionsProps, useListContext, useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { jumpDebounceMs, jumpTo, pageBlock, pageCountOf, pageSizes } from '../../shared/rules/paging.ts';

interface PagesProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** Page numbers in blocks of five with arrows between the blocks; nothing for a single page (spec 1 section 2). */
export const PageNumbers = ({ page, pageCount, onPage }: PagesProps) => {
  const translate = useTranslate();
  if (pageCount <= 1) return null;
  const { pages, previous, next } = pageBlock(page, pageCount);
  const arrow = (target: number | null, label: string, Icon: typeof KeyboardDoubleArrowLeft) => (
    <IconButton
      size="small"
      aria-label={translate(`components.paging.${label}`)}
      disabled={target === null}
      onClick={() => target !== null && onPage(target)}
    >
      <Icon fontSize="small" />
    </IconButton>
  );
  return (
    <Box
      component="nav"
      aria-label={translate('components.paging.pages')}
      sx={{ display: 'flex', alignItems: 'center' }}
    >
      {arrow(previous, 'previousBlock', KeyboardDoubleArrowLeft)}
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
      {arrow(next, 'nextBlock', KeyboardDoubleArrowRight)}
    </Box>
  );
};

/** A box to type a page into; what is no page of the list becomes the first or the last one (spec 1 section 2). */
export const JumpPager = ({ page, pageCount, onPage }: PagesProps) => {
  const translate = useTranslate();
  const [text, setText] = useState(String(page));
  const [visiblePage, setVisiblePage] = useState(page);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (visiblePage !== page) {
    setVisiblePage(page);
    setText(String(page));
  }
  const jump = (typed: string) => {
    const target = jumpTo(typed, pageCount);
    setText(String(target));
    if (target !== page) onPage(target);
  };
  if (pageCount <= 1) return null;
  return (
    <OutlinedInput
      size="small"
      value={text}
      onChange={({ target: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        // The user empties the box to type another number: that is not page 1.
        if (value.trim() !== '') timer.current = setTimeout(() => jump(value), jumpDebounceMs);
      }}
      onBlur={() => text.trim() === '' && setText(String(page))}
      sx={{ width: 72 }}
      slotProps={{ input: { 'aria-label': translate('components.paging.jump'), inputMode: 'numeric' } }}
    />
  );
};

type PageActionsProps = Pick<PaginationActionsProps, 'count' | 'page' | 'rowsPerPage' | 'onPageChange'>;

const noEvent = undefined as never; // react-admin asks for the event, and neither it nor MUI reads it

/** Page numbers and jump box. MUI counts pages from 0. */
const PageActions = ({ count, page, rowsPerPage, onPageChange }: PageActionsProps) => {
  const props = {
    page: page + 1,
    pageCount: pageCountOf(count, rowsPerPage),
    onPage: (next: number) => onPageChange(noEvent, next - 1),
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginLeft: 1.5 }}>
      <PageNumbers {...props} />
      <JumpPager {...props} />
    </Box>
  );
};

/** Props of MUI's pagination, to which react-admin passes them; on narrow screens react-admin drops its own `actions`. */
const passedOn: object = { ActionsComponent: PageActions, labelRowsPerPage: null };
/**
 * The pager stays in view below a page of more rows than the window shows. It is a block: MUI makes it a span, and the background of an inline
 * element does not reach behind the toolbar in it, so rows would show through wherever no flex container makes a block of it.
 */
const pagerStyle = {
  display: 'block',
  position: { xs: 'static', sm: 'sticky' },
  bottom: 0,
  bgcolor: 'background.paper',
  '& .MuiTablePagination-toolbar': { flexWrap: 'wrap', justifyContent: 'flex-end', minHeight: 44 },
  '& .MuiTablePagination-spacer': { display: 'none' },
  '& .MuiTablePagination-selectLabel, & .MuiTablePagination-displayedRows': { margin: 0 },
};

/** Range, page size, and the page numbers and jump box of the specification (spec 1 section 2). */
export const PagePagination = ({ sizes = pageSizes }: { sizes?: readonly number[] }) => {
  const translate = useTranslate();
  const { error, total } = useListContext();
  // Of a list that was never loaded react-admin shows a range that does not exist.
  if (error && total === undefined) return null;
  return (
    <Pagination
      rowsPerPageOptions={sizes.map((value) => ({
        value,
        label: translate('components.paging.perPage', { size: value }),
      }))}
      slotProps={{ select: { native: true, inputProps: { 'aria-label': translate('components.paging.size') } } }}
      actions={PageActions}
      {...passedOn}
      sx={pagerStyle}
    />
  );
};
