import Box from '@mui/material/Box';
import { Pagination, useListPaginationContext } from 'react-admin';
import { useEffect } from 'react';
import { defaultPageSize, pageCountOf, pageSizes } from '../../shared/rules/paging.ts';
import { JumpPager } from './JumpPager.tsx';
import { Pagination as PageNumbers } from './Pagination.tsx';

interface PageActionsProps {
  count: number;
  page: number;
  rowsPerPage: number;
  onPageChange: (event: null, page: number) => void;
}

/** Page numbers in blocks of five and a jump box. MUI counts pages from 0. */
const PageActions = ({ count, page, rowsPerPage, onPageChange }: PageActionsProps) => {
  const props = {
    page: page + 1,
    pageCount: pageCountOf(count, rowsPerPage),
    onPage: (next: number) => onPageChange(null, next - 1),
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginLeft: 1.5 }}>
      <PageNumbers {...props} />
      <JumpPager {...props} />
    </Box>
  );
};

/** react-admin's pagination drops `actions` on narrow screens, but passes other props on to MUI's. */
const narrowActions: object = { ActionsComponent: PageActions };
const wraps = { '& .MuiTablePagination-toolbar': { flexWrap: 'wrap' } };

/** Range, page size, and the page numbers and jump box of the specification (spec 1 section 2). */
export const PagePagination = ({ sizes = pageSizes }: { sizes?: readonly number[] }) => {
  const { perPage, setPerPage } = useListPaginationContext();
  const isOffered = sizes.includes(perPage);
  // An address may name any page size; the corrected one replaces it there as well.
  useEffect(() => {
    if (!isOffered) setPerPage(defaultPageSize);
    // oxlint-disable-next-line react/exhaustive-deps -- the setter is new in every render
  }, [isOffered]);
  if (!isOffered) return null;
  return <Pagination rowsPerPageOptions={[...sizes]} actions={PageActions as never} {...narrowActions} sx={wraps} />;
};
