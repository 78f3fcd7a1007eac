import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  DataTable,
  type DataTableProps,
  FieldTitle,
  type Identifier,
  LinkBase,
  type RaRecord,
  RecordContextProvider,
  TextField,
  useCreatePath,
  useExpanded,
  useListContext,
  useNavigate,
  useRecordContext,
  useResourceContext,
  useStore,
  useTranslate,
} from 'react-admin';
import { Children, createElement, type ElementType, isValidElement, type ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { LoadingRows } from './LoadingRows.tsx';
import { rowClickProps } from './rowClickProps.ts';

interface ListTableProps extends Omit<DataTableProps, 'empty' | 'rowClick' | 'sx'> {
  /** Text of a list without records and without filters; lists that are rendered with records only have none. */
  emptyText?: string;
  /** In place of "Nothing matches": for lists with other filters beside the search text. */
  noMatch?: ReactNode;
  /** What an empty list without filters offers. */
  emptyAction?: ReactNode;
  /** Source of the column that is the heading of a card; the first one without it. */
  heading?: string;
  /** Rows open their record unless it is off, or the page that it names. */
  rowClick?: false | ((record: RaRecord) => string | false);
  /** Cells take several lines, also in compact rows. */
  wraps?: boolean;
  /** Headings of the columns, for cards. */
  cardHeadings?: ReactNode;
  /** Beside the style of all tables. */
  sx?: Readonly<Record<string, object>>;
}

/** A click that ends a selection of text opens nothing. */
const opening =
  (pathOf: (record: RaRecord) => string | false) => (_id: Identifier, _resource: string, record: RaRecord) =>
    window.getSelection()?.isCollapsed === false ? false : pathOf(record);
const openRecord = opening(() => 'edit');

const Empty = ({
  emptyText,
  emptyAction,
  noMatch,
}: Pick<ListTableProps, 'emptyAction' | 'noMatch'> & { emptyText: string }) => {
  const translate = useTranslate();
  const { filterValues = {}, error } = useListContext();
  const search: unknown = (filterValues as Record<string, unknown>)['q'];
  if (error) return null;
  if (Object.keys(filterValues as object).length === 0)
    return <EmptyState text={translate(emptyText)} action={emptyAction} />;
  if (noMatch) return noMatch;
  return (
    <EmptyState text={translate('components.search.nothing', { search: typeof search === 'string' ? search : '' })} />
  );
};

/** Source of the column with the buttons of a row: it stays in view, and a card has it beside its heading. */
export const actionsColumn = 'actions';

/** `cellClassName` of a column whose text takes several lines, also in compact rows. */
export const wrappedCell = 'wraps';

/** Height of rows: `compact` is 36 px. Follows the user. */
export const useDensity = () => useStore<'compact' | 'comfortable'>('density', 'compact');

/** react-admin's table in dense rows; on a narrow screen the same columns as cards. */
export const ListTable = (props: ListTableProps) => {
  const { emptyText = '', emptyAction, noMatch, rowClick, heading, wraps, bulkActionButtons = false, ...rest } = props;
  const { cardHeadings, sx, children, ...table } = rest;
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  const [density] = useDensity();
  const { data, isPending, total } = useListContext();
  const empty = <Empty emptyText={emptyText} emptyAction={emptyAction} noMatch={noMatch} />;
  if (!isNarrow) {
    return (
      <DataTable
        bulkActionButtons={bulkActionButtons}
        // Lists with bulk actions draw their own toolbar, which cards need as well.
        bulkActionsToolbar={<></>}
        hover={rowClick !== false}
        {...table}
        rowClick={typeof rowClick === 'function' ? opening(rowClick) : (rowClick ?? openRecord)}
        empty={empty}
        sx={{ ...tableStyle, ...(density === 'compact' && !wraps ? compactStyle : {}), ...sx }}
      >
        {children}
      </DataTable>
    );
  }
  if (isPending) return <LoadingRows />;
  return (
    <>
      {cardHeadings}
      {!data || total === 0 ? (
        empty
      ) : (
        <Cards
          opens={rowClick ?? (() => 'edit')}
          heading={heading}
          selects={bulkActionButtons !== false && (table.isRowSelectable ?? (() => true))}
          hiddenColumns={table.hiddenColumns ?? []}
          expand={isValidElement(table.expand) ? table.expand : null}
          label={table['aria-label']}
        >
          {children}
        </Cards>
      )}
    </>
  );
};

const pinned = { position: 'sticky', right: 0, bgcolor: 'background.paper' };

/** Cells of a table, but not of tables inside its expanded rows. */
export const ownCells = '& > .RaDataTable-tableWrapper > table > tbody > .RaDataTable-row > td';

const tableStyle = {
  // A list whose rows open has a button of its own for that, which keys reach.
  '& .RaDataTable-expandIconCell, & .RaDataTable-expandHeader': { display: 'none' },
  // Tables inside expanded rows have their background.
  '& .RaDataTable-expandRow th, & .RaDataTable-expandRow td': { bgcolor: 'background.default' },
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& .RaDataTable-row:focus-visible': { outlineOffset: '-2px' },
  '& td': { overflowWrap: 'anywhere', minWidth: 72 },
  // Most names are not broken within a word.
  '& td.column-name': { minWidth: 120 },
  '& td.MuiTableCell-paddingCheckbox': { minWidth: 0 },
  [`& .column-${actionsColumn}`]: { ...pinned, textAlign: 'right', whiteSpace: 'nowrap', paddingY: 0 },
};
/** One line a row: what is cut has its whole text in the comfortable rows, the record and the CSV file. */
const compactStyle = {
  '& td, & th': { paddingX: 0.75, paddingY: 0.25 },
  [ownCells]: {
    height: 35,
    maxWidth: 172,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  // It breaks lines that other elements cannot break here.
  [`${ownCells} wbr`]: { display: 'none' },
  [`${ownCells}.column-name`]: { maxWidth: 220 },
  [`${ownCells}.${wrappedCell}`]: { maxWidth: 'none', whiteSpace: 'normal' },
  '& td .MuiTypography-root': { fontSize: 'inherit' },
  '& .MuiCheckbox-root, & td .MuiIconButton-root': { padding: 0.5 },
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

interface CardsProps {
  opens: false | ((record: RaRecord) => string | false);
  heading: string | undefined;
  /** Which records can be selected. */
  selects: false | ((record: RaRecord) => boolean);
  hiddenColumns: string[];
  expand: ReactNode;
  label: string | undefined;
  children: ReactNode;
}

const Cards = ({ opens, heading, selects, hiddenColumns, expand, label, children }: CardsProps) => {
  const resource = useResourceContext() ?? '';
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const { data = [] } = useListContext();
  const [hidden] = useStore(`${resource}.datatable`, hiddenColumns);
  const columns = Children.toArray(children)
    .filter((child) => isValidElement<ColumnProps>(child))
    .map(({ props }) => props);
  const first = columns.find(({ source }) => source === heading) ?? columns[0];
  const actions = columns.find(({ source }) => source === actionsColumn);
  const details = columns.filter(
    (column) => column !== first && column !== actions && !hidden.includes(column.source ?? ''),
  );
  const open = (record: RaRecord) => {
    const type = opens && opens(record);
    if (type) navigate(createPath({ resource, type, id: record.id }));
  };
  return (
    <>
      {selects && <SelectPage isSelectable={selects} />}
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {data.map((record) => (
          <RecordContextProvider key={record.id} value={record}>
            <Box
              component="li"
              sx={{ padding: 1.5, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
              {...(opens !== false && rowClickProps(record, open))}
            >
              <Box sx={{ display: 'flex', alignItems: 'flex-start', fontSize: 14, fontWeight: 600 }}>
                {selects && selects(record) && <SelectCard />}
                <Box sx={{ flexGrow: 1, minWidth: 0, '& > .MuiTypography-root': { font: 'inherit' } }}>
                  {first && <Cell {...first} />}
                </Box>
                {actions && <Cell {...actions} />}
              </Box>
              <Box
                component="dl"
                sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, margin: 0, fontSize: 13 }}
              >
                {details.map((column, index) => (
                  <Box key={column.source ?? index} sx={{ display: 'contents' }}>
                    <Box component="dt" sx={{ color: 'text.secondary' }}>
                      <FieldTitle source={column.source} label={column.label} resource={resource} />
                    </Box>
                    <Box
                      component="dd"
                      sx={{ margin: 0, minWidth: 0, '& .MuiTypography-root': { fontSize: 'inherit' } }}
                    >
                      <Cell {...column} />
                    </Box>
                  </Box>
                ))}
              </Box>
              {expand && <OpenCard>{expand}</OpenCard>}
            </Box>
          </RecordContextProvider>
        ))}
      </Box>
    </>
  );
};

/** A click inside is not the card's. */
const OpenCard = ({ children }: { children: ReactNode }) => {
  const [isOpen] = useExpanded(useResourceContext() ?? '', useRecordContext()?.id ?? '');
  return isOpen ? <Box onClick={(event) => event.stopPropagation()}>{children}</Box> : null;
};

const SelectCard = () => {
  const translate = useTranslate();
  const { selectedIds, onToggleItem } = useListContext();
  const id = useRecordContext()?.id ?? '';
  return (
    <Checkbox
      size="small"
      className="select-item"
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { 'aria-label': translate('ra.action.select_row') } }}
      sx={{ padding: 0.25, marginRight: 0.5 }}
    />
  );
};

const SelectPage = ({ isSelectable }: { isSelectable: (record: RaRecord) => boolean }) => {
  const { data = [], selectedIds, onSelect } = useListContext<RaRecord>();
  const ids = data.filter(isSelectable).map(({ id }) => id);
  const others = selectedIds.filter((id) => !ids.includes(id));
  return (
    <FormControlLabel
      label={useTranslate()('ra.action.select_all')}
      sx={{ display: 'flex', margin: 0, paddingX: 1, borderBottom: 1, borderColor: 'divider' }}
      control={
        <Checkbox
          size="small"
          checked={ids.every((id) => selectedIds.includes(id))}
          onChange={(_event, checked) => onSelect(checked ? [...others, ...ids] : others)}
        />
      }
    />
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
