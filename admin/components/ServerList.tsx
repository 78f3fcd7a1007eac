import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import { type ReactNode, useEffect } from 'react';
import { pageCountOf, searchDebounceMs } from '../../shared/rules/paging.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { ListFooter } from './ListFooter.tsx';
import { LoadingRows } from './LoadingRows.tsx';
import { PageSizeSelect } from './PageSizeSelect.tsx';
import { RecordTable, type RecordTableProps } from './RecordTable.tsx';
import { SearchBox } from './SearchBox.tsx';
import { type PageAddress, usePageAddress } from './usePageAddress.ts';

interface ServerListProps<Row> extends Omit<RecordTableProps<Row>, 'rows' | 'sort'> {
  /** Where the list stands; without it the list reads the address of the page itself. */
  address?: PageAddress;
  page: { readonly items: readonly Row[]; readonly totalCount: number } | undefined;
  /** Not needed: without a page and an error the list is loading. */
  isPending?: boolean;
  isFetching: boolean;
  error: unknown;
  onRetry: () => void;
  /** What stands where there are no rows and nothing was searched. */
  empty: ReactNode;
  /** Label of the search box; null where the server cannot search. */
  searchLabel?: string | null;
  /** Column the server sorts by; its heading turns the order round. */
  sortedBy?: string;
  /** Further filters, beside the search box. */
  filters?: ReactNode;
}

/** A list the server pages: search, rows, page numbers, page size; old rows stay while others load or fail to. */
export const ServerList = <Row,>(props: ServerListProps<Row>) => {
  const { page: answer, isPending: _, isFetching, error, onRetry, empty, sortedBy, filters, ...rest } = props;
  const { address: given, searchLabel = 'components.search.label', ...table } = rest;
  const translate = useTranslate();
  const own = usePageAddress();
  const address = given ?? own;
  const { page, size, search, sortDir, setPage } = address;
  const pageCount = pageCountOf(answer?.totalCount ?? 0, size);
  const beyond = answer !== undefined && !isFetching && !error && page > pageCount;
  // The last row of the last page was deleted, or an address names a page that is no more.
  useEffect(() => {
    if (beyond) setPage(pageCount, true);
    // oxlint-disable-next-line react/exhaustive-deps -- the setter is new with every address; only the place counts
  }, [beyond, pageCount]);
  return (
    <Paper variant="outlined" aria-busy={isFetching}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', padding: 1.5 }}>
        {searchLabel !== null && (
          <SearchBox
            label={translate(searchLabel)}
            value={search}
            onSearch={address.setSearch}
            debounceMs={searchDebounceMs}
          />
        )}
        {filters}
        <Box sx={{ marginLeft: 'auto' }}>
          <PageSizeSelect value={size} onChange={address.setSize} />
        </Box>
      </Box>
      {error !== null && error !== undefined && (
        <ErrorState
          error={error}
          {...(answer ? { title: translate('components.table.stale') } : {})}
          onRetry={onRetry}
        />
      )}
      {!answer && !error && <LoadingRows rows={size} />}
      {answer && (
        <Box sx={{ opacity: isFetching ? 0.6 : 1 }}>
          {answer.items.length > 0 && (
            <RecordTable
              {...table}
              rows={answer.items}
              {...(sortedBy === undefined
                ? {}
                : {
                    sort: {
                      name: sortedBy,
                      descending: sortDir === 'desc',
                      onSort: () => address.setSortDir(sortDir === 'desc' ? 'asc' : 'desc'),
                    },
                  })}
            />
          )}
          {answer.items.length === 0 &&
            (search === '' ? empty : <EmptyState text={translate('components.search.nothing', { search })} />)}
        </Box>
      )}
      {answer && <ListFooter total={answer.totalCount} page={page} size={size} onPage={setPage} />}
    </Paper>
  );
};
