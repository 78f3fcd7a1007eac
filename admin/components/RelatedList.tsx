import Box from '@mui/material/Box';
import {
  ListContextProvider,
  type RaRecord,
  ReferenceManyField,
  type ReferenceManyFieldProps,
  ResourceContextProvider,
  type SortPayload,
  useList,
  useListContext,
  useTranslate,
} from 'react-admin';
import { type ReactNode, useEffect } from 'react';
import { pageCountOf } from '../../shared/rules/paging.ts';
import { EmptyState } from './EmptyState.tsx';
import { LastRows, ListError } from './ListError.tsx';
import { ListTable } from './ListTable.tsx';
import { LoadingRows } from './LoadingRows.tsx';
import { PagePagination } from './PagePagination.tsx';

const byName: SortPayload = { field: 'name', order: 'ASC' };
const noSort: SortPayload = { field: '', order: 'ASC' };
/** The error stands above the rows. */
const queryOptions = { onError: () => undefined };

interface RowsProps {
  /** In place of the rows when there are none: a text, or its message key, or what to do about it. */
  empty?: ReactNode;
  /** Heading of an error, or its message key. */
  failedText?: string | undefined;
  /** An error empties the list, for lists whose specification says so; otherwise the old rows stay below it. */
  isEmptiedByError?: boolean;
  children: ReactNode;
}

type RelatedListProps = RowsProps &
  Pick<ReferenceManyFieldProps, 'reference' | 'source' | 'perPage' | 'sort' | 'filter' | 'queryOptions'> & {
    target?: string;
    /** In place of the record of the context. */
    record?: RaRecord;
    /** Draws round the rows, whatever their state, what reads the list as well. */
    renderFrame?: (rows: ReactNode) => ReactNode;
  };

/** Records of a resource that belong to the record of the context; each list loads, fails and pages on its own. */
export const RelatedList = ({
  renderFrame = (rows) => rows,
  empty,
  failedText,
  isEmptiedByError = false,
  children,
  ...list
}: RelatedListProps) => (
  <ReferenceManyField
    target="organizationId"
    sort={byName}
    {...list}
    queryOptions={{ ...queryOptions, ...list.queryOptions }}
  >
    <LastRows>
      {renderFrame(
        <Rows empty={empty} failedText={failedText} isEmptiedByError={isEmptiedByError}>
          {children}
        </Rows>,
      )}
    </LastRows>
  </ReferenceManyField>
);

const Rows = ({ empty = null, failedText, isEmptiedByError = false, children }: RowsProps) => {
  const { isPending, isFetching, error, total } = useListContext();
  const hasRows = total !== undefined && total > 0 && !(error && isEmptiedByError);
  return (
    <Box aria-busy={isFetching}>
      <ListError title={failedText} hasRows={hasRows} />
      {isPending && <LoadingRows rows={3} />}
      {total === 0 && !error && (typeof empty === 'string' ? <EmptyState text={empty} /> : empty)}
      {hasRows && (
        <>
          {children}
          <ListPages />
        </>
      )}
    </Box>
  );
};

interface LocalListProps extends RowsProps {
  resource: string;
  /** Without them the query is still pending, or failed. */
  rows: readonly RaRecord[] | undefined;
  /** Query that the rows are from; without it they are there already. */
  query?: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  perPage?: number;
  sort?: SortPayload;
}

const localQuery = { error: null, isFetching: false, refetch: () => Promise.resolve() };

/** List context over rows that the page has loaded by itself. */
export const LocalList = ({
  resource,
  rows,
  query = localQuery,
  perPage = 1000,
  sort = noSort,
  ...content
}: LocalListProps) => {
  const { error, isFetching, refetch } = query;
  const list = useList({
    ...(rows && { data: [...rows] }),
    error,
    isFetching,
    isPending: rows === undefined && error === null,
    perPage,
    sort,
    resource,
  });
  // Of the several types of a list context, the one of its state.
  const value = { ...list, refetch } as typeof list;
  return (
    <ResourceContextProvider value={resource}>
      <ListContextProvider value={value}>
        <Rows {...content} />
      </ListContextProvider>
    </ResourceContextProvider>
  );
};

/** Pager of the list context; the last page when the present one has gone. */
const ListPages = () => {
  const { page, perPage, total = 0, setPage } = useListContext();
  const pageCount = pageCountOf(total, perPage);
  useEffect(() => {
    if (page > pageCount) setPage(pageCount);
  }, [page, pageCount, setPage]);
  return pageCount > 1 && <PagePagination sizes={[perPage]} />;
};

/** The server has one order for these lists, so their columns have no sort buttons. */
const unsorted: object = { sort: null };
/** It scrolls as a whole, so that the keys of its group scroll it. */
const scrollStyle = { overflow: 'auto', '&& .RaDataTable-tableWrapper': { overflowX: 'visible' } };

interface RelatedTableProps {
  /** Text of the accessible name, or its message key. */
  label: string;
  /** Pixels beyond which the rows scroll below the headings. */
  maxHeight?: number;
  children: ReactNode;
}

/** Table of a related or local list: its rows open no page, and their texts wrap. */
export const RelatedTable = ({ label, maxHeight, children }: RelatedTableProps) => {
  const name = useTranslate()(label);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group, no region: a page may show several in sections of the same name
    <Box role="group" tabIndex={0} aria-label={name} sx={{ ...scrollStyle, maxHeight }}>
      <ListTable wraps rowClick={false} aria-label={name} stickyHeader={maxHeight !== undefined} {...unsorted}>
        {children}
      </ListTable>
    </Box>
  );
};
