import Box from '@mui/material/Box';
import { Pagination, type PaginationActionsProps, useTranslate } from 'react-admin';
import { pageCountOf, pageSizes } from '../../shared/rules/paging.ts';
import { JumpPager } from './JumpPager.tsx';
import { Pagination as PageNumbers } from './Pagination.tsx';

type PageActionsProps = Pick<PaginationActionsProps, 'count' | 'page' | 'rowsPerPage' | 'onPageChange'>;

/** Page numbers in blocks of five and a jump box. MUI counts pages from 0. */
const PageActions = ({ count, page, rowsPerPage, onPageChange }: PageActionsProps) => {
  const props = {
    page: page + 1,
    pageCount: pageCountOf(count, rowsPerPage),
    // Neither react-admin nor MUI reads the event.
    onPage: (next: number) => onPageChange(undefined as never, next - 1),
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
/** The pager stays in view below a page of more rows than the window shows. */
const pagerStyle = {
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
