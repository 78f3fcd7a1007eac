import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  DataTable,
  type DataTableProps,
  FieldTitle,
  LinkBase,
  type RaRecord,
  RecordContextProvider,
  TextField,
  useCreatePath,
  useListContext,
  useNavigate,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Children, createElement, type ElementType, isValidElement, type ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { LoadingRows } from './LoadingRows.tsx';
import { opensRow } from './opensRow.ts';

interface ListTableProps extends Omit<DataTableProps, 'empty' | 'rowClick'> {
  /** Text of a list without records and without filters. */
  emptyText: string;
  /** In place of "Nothing matches": for lists that filter by more than a search text. */
  noMatch?: ReactNode;
  /** Rows open their record unless it is off. */
  rowClick?: false;
}

/** A click that ends a selection of text opens nothing. */
const openRecord = () => (window.getSelection()?.isCollapsed === false ? false : 'edit');

const Empty = ({ emptyText, noMatch }: Pick<ListTableProps, 'emptyText' | 'noMatch'>) => {
  const translate = useTranslate();
  const { filterValues = {}, error } = useListContext();
  const search: unknown = (filterValues as Record<string, unknown>)['q'];
  if (error) return null;
  if (Object.keys(filterValues as object).length === 0) return <EmptyState text={translate(emptyText)} />;
  if (noMatch && search === undefined) return noMatch;
  return (
    <EmptyState text={translate('components.search.nothing', { search: typeof search === 'string' ? search : '' })} />
  );
};

/** react-admin's table in dense rows; on a narrow screen the same columns as cards, the first one as heading. */
export const ListTable = ({ emptyText, noMatch, rowClick, children, ...props }: ListTableProps) => {
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  const { data, isPending, total } = useListContext();
  const empty = <Empty emptyText={emptyText} noMatch={noMatch} />;
  if (!isNarrow) {
    return (
      <DataTable bulkActionButtons={false} {...props} rowClick={rowClick ?? openRecord} empty={empty} sx={tableStyle}>
        {children}
      </DataTable>
    );
  }
  if (isPending) return <LoadingRows />;
  if (!data || total === 0) return empty;
  return <Cards opens={rowClick !== false}>{children}</Cards>;
};

const tableStyle = {
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& .RaDataTable-row:focus-visible': { outlineOffset: '-2px' },
  '& td': { overflowWrap: 'anywhere', minWidth: 72 },
};

interface ColumnProps {
  readonly source?: string;
  readonly label?: string;
  readonly render?: (record: RaRecord) => ReactNode;
  readonly field?: ElementType;
  readonly children?: ReactNode;
}

const Cell = ({ source, render, field, children }: ColumnProps) => {
  const record = useRecordContext();
  if (render && record) return render(record);
  if (children) return children;
  return source ? createElement(field ?? TextField, { source }) : null;
};

const Cards = ({ opens, children }: { opens: boolean; children: ReactNode }) => {
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const { data = [] } = useListContext();
  const [heading, ...details] = Children.toArray(children)
    .filter((child) => isValidElement<ColumnProps>(child))
    .map(({ props }) => props);
  const open = ({ id }: RaRecord) => navigate(createPath({ resource, type: 'edit', id }));
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {data.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <Box
            component="li"
            sx={{ padding: 1.5, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
            {...(opens && opensRow(record, open))}
          >
            <Box sx={{ fontSize: 14, fontWeight: 600 }}>{heading && <Cell {...heading} />}</Box>
            <Box
              component="dl"
              sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, margin: 0, fontSize: 13 }}
            >
              {details.map((column, index) => (
                <Box key={column.source ?? index} sx={{ display: 'contents' }}>
                  <Box component="dt" sx={{ color: 'text.secondary' }}>
                    <FieldTitle source={column.source} label={column.label} resource={resource} />
                  </Box>
                  <Box component="dd" sx={{ margin: 0, minWidth: 0, '& .MuiTypography-root': { fontSize: 'inherit' } }}>
                    <Cell {...column} />
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        </RecordContextProvider>
      ))}
    </Box>
  );
};

/** Text of a row that links to its record; the click is not the row's as well. */
export const RecordLink = ({ children }: { children: ReactNode }) => {
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Link
      component={LinkBase}
      to={createPath({ resource, type: 'edit', id: record.id })}
      color="inherit"
      onClick={(event: React.MouseEvent) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
};
