import Close from '@mui/icons-material/Close';
import UnfoldLess from '@mui/icons-material/UnfoldLess';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import {
  DataTable,
  IconButtonWithTooltip,
  type Identifier,
  LinkBase,
  ListContextProvider,
  type RaRecord,
  type TranslateFunction,
  useExpanded,
  useListContext,
  useResourceContext,
  useStore,
  useTranslate,
} from 'react-admin';
import type { ReactElement, ReactNode } from 'react';
import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { useApp } from '../providers/appContext.ts';
import { CardHeadings, ColumnHeading, type GridColumn, useGridFilters } from './ColumnHeading.tsx';
import { NoMatch } from './EmptyState.tsx';
import { ExpandButton } from './ExpandButton.tsx';
import { ListAddress, type ListAddressFormat } from './ListAddress.tsx';
import { ListPage } from './ListPage.tsx';
import { ListSearch } from './ListSearch.tsx';
import { actionsColumn, ListTable, ownCells } from './ListTable.tsx';
import { type ExportColumn, ListToolbar, type ListState } from './ListToolbar.tsx';
import { SavedQueriesButton } from './SavedQueriesButton.tsx';

/** Texts and rules of a grid that depend on its records. */
export interface GridConfig<Row extends RaRecord> {
  /** Beginning of the message keys `search`, `none`, `noMatch`, `export.task` ... */
  readonly texts: string;
  readonly address: ListAddressFormat;
  readonly columns: readonly GridColumn<Row>[];
  readonly hiddenColumns: string[];
  /** Column that is the heading of a card. */
  readonly heading: string;
  /** Text of a filter on the button that removes it. */
  readonly filterText: (name: string, value: string, translate: TranslateFunction) => string;
  /** Filters of a user or of a single message: an address may be a patient's. A saved query has none of them. */
  readonly personal: readonly string[];
  /** Name of the CSV file. */
  readonly fileName: string;
  readonly fileOnlyColumns?: readonly ExportColumn<Row>[];
  /** Name of the button that opens a row. */
  readonly expandLabel: (row: Row, translate: TranslateFunction) => string;
  readonly command: (list: ListState) => string;
  readonly commandNote?: (list: ListState) => string | undefined;
}

/** Read by react-admin's FilterForm. */
export interface DateFilterProps {
  source: 'from';
  alwaysOn: true;
}

interface GridPageProps<Row extends RaRecord> {
  config: GridConfig<Row>;
  title?: string;
  label: string;
  titleActions?: ReactNode;
  /** Links to the grid with often used filters. */
  presets?: readonly { readonly label: string; readonly to: string }[];
  /** Filters that always apply. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Without saved queries: for a grid inside another page. */
  isPart?: boolean;
  /** Filter by date beside the search box. */
  dates: ReactElement<DateFilterProps>;
  expand: ReactNode;
  rowPath: (row: Row) => string;
  selection: ReactNode;
  /** Rows of one page in another order. */
  arrange?: (rows: Row[]) => Row[];
  /** Style of a row by the rows of its page. */
  rowStyle?: (rows: readonly Row[]) => (row: Row, index: number) => object;
}

/**
 * A list of messages or workflows (spec 1 section 2): react-admin's list with filters in the headings, in the address by their names;
 * rows open in place, one by one or all with + and -.
 */
export const GridPage = <Row extends RaRecord>(props: GridPageProps<Row>) => {
  const { config, title, titleActions, presets = [], fixed, isPart = false, dates, selection, arrange } = props;
  const { texts, address, hiddenColumns } = config;
  const { tasks } = useApp();
  const fileOnly = (config.fileOnlyColumns ?? []).map((column) => ({ ...column, isFileOnly: true }));
  return (
    <ListAddress format={address} sizeKey={`${texts}.${address.prefix ?? ''}pageSize`}>
      <ListPage
        {...(title !== undefined && { title })}
        titleActions={
          <>
            <Presets presets={presets} />
            {titleActions}
          </>
        }
        storeKey={false}
        sizes={address.sizes}
        debounce={searchDebounceMs}
        {...(fixed && { filter: fixed })}
        selects
        expands
        filters={[<ListSearch key="q" source="q" alwaysOn label={`${texts}.search`} />, dates]}
        actions={
          <ListToolbar
            columns={[...config.columns, ...fileOnly]}
            hiddenColumns={hiddenColumns}
            command={config.command}
            {...(config.commandNote && { commandNote: config.commandNote })}
            filterButton={isPart ? <></> : <SavedQueriesButton personal={config.personal} note={`${texts}.viewNote`} />}
            exportTask={{
              tasks,
              title: `${texts}.export.task`,
              fileName: config.fileName,
              maxRows: maxExported,
              // A record that arrives during the export would move rows from one page to the next.
              filter: () => ({ ...fixed, until: new Date().toISOString() }),
            }}
          >
            <ExpandButtons />
          </ListToolbar>
        }
      >
        <Arranged arrange={arrange as ((rows: RaRecord[]) => RaRecord[]) | undefined}>
          <FilterChips config={config} />
          {selection}
          <GridTable {...props} />
        </Arranged>
      </ListPage>
    </ListAddress>
  );
};

const maxExported = 10_000;

/** Expands and collapses all rows of the page (spec 1 section 2: the keys + and -). */
const ExpandButtons = () => {
  const { data = [], resource } = useListContext();
  const [, setExpanded] = useStore<Identifier[]>(`${resource}.datagrid.expanded`, []);
  const button = (label: string, key: '+' | '-', ids: Identifier[], icon: ReactNode) => (
    <IconButtonWithTooltip label={label} size="small" data-list-key={key} onClick={() => setExpanded(ids)}>
      {icon}
    </IconButtonWithTooltip>
  );
  return (
    <>
      {button(
        'components.grid.expandAll',
        '+',
        data.map(({ id }) => id),
        <UnfoldMore fontSize="small" />,
      )}
      {button('components.grid.collapseAll', '-', [], <UnfoldLess fontSize="small" />)}
    </>
  );
};

/** All columns fit a window of 1280 pixels; only the arrow of the order in use takes room. */
const tableStyle = {
  [`&${ownCells}`]: { maxWidth: 134, minWidth: 0 },
  [`&${ownCells}:has(time)`]: { maxWidth: 'none' },
  [`&${ownCells}.column-hispMessageId`]: { maxWidth: 112 },
  '&& .MuiTableCell-paddingCheckbox': { paddingX: 0.25, width: 38 },
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
};

const GridTable = <Row extends RaRecord>(props: GridPageProps<Row>) => {
  const { config, label, expand, rowPath, rowStyle } = props;
  const translate = useTranslate();
  const { data = [], total } = useListContext<Row>();
  // The columns of a grid take its own rows; a list context has any records.
  const columns = config.columns as unknown as readonly GridColumn[];
  return (
    <>
      <ListTable
        sx={tableStyle}
        aria-label={label}
        emptyText={`${config.texts}.none`}
        noMatch={<NoMatch text={`${config.texts}.noMatch`} />}
        hiddenColumns={config.hiddenColumns}
        heading={config.heading}
        bulkActionButtons={<></>}
        expand={<>{expand}</>}
        rowClick={rowPath as (record: RaRecord) => string}
        cardHeadings={<CardHeadings columns={columns} sizes={config.address.sizes} />}
        {...(rowStyle && { rowSx: rowStyle(data) as (record: RaRecord, index: number) => object })}
      >
        {columns.map((column) => (
          <DataTable.Col
            key={column.source}
            source={column.source}
            label={<ColumnHeading column={column} />}
            align={column.isNumber ? 'right' : 'left'}
            disableSort
            render={column.render as (record: RaRecord) => ReactNode}
          />
        ))}
        <DataTable.Col<Row>
          source={actionsColumn}
          label="components.grid.details"
          disableSort
          render={(row) => <ExpandRow id={row.id} name={config.expandLabel(row, translate)} />}
        />
      </ListTable>
      {total === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ padding: 1.5 }}>
          {translate('components.paging.none')}
        </Typography>
      )}
    </>
  );
};

/** react-admin's own button is hidden from assistive technology and cannot be reached by keys. */
const ExpandRow = ({ id, name }: { id: Identifier; name: string }) => {
  const [isOpen, toggle] = useExpanded(useResourceContext() ?? '', id);
  return (
    <Box component="span" onClick={(event) => event.stopPropagation()}>
      <ExpandButton name={name} open={isOpen} onToggle={toggle} />
    </Box>
  );
};

interface ArrangedProps {
  arrange: ((rows: RaRecord[]) => RaRecord[]) | undefined;
  children: ReactNode;
}

const Arranged = ({ arrange, children }: ArrangedProps) => {
  const list = useListContext();
  if (!arrange || !list.data) return children;
  return <ListContextProvider value={{ ...list, data: arrange(list.data) }}>{children}</ListContextProvider>;
};

const Presets = ({ presets }: Required<Pick<GridPageProps<RaRecord>, 'presets'>>) => {
  const translate = useTranslate();
  if (presets.length === 0) return null;
  return (
    <Box
      component="nav"
      aria-label={translate('components.grid.presets')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {presets.map(({ label, to }) => (
        <Chip
          key={label}
          component={LinkBase}
          to={to}
          clickable
          size="small"
          variant="outlined"
          label={translate(label)}
        />
      ))}
    </Box>
  );
};

/** The filters in use, each with a button that removes it. */
const FilterChips = <Row extends RaRecord>({ config }: { config: GridConfig<Row> }) => {
  const translate = useTranslate();
  const { setFilters } = useListContext();
  const { filters, change } = useGridFilters();
  const names = Object.keys(filters).filter((name) => name !== 'q' && filters[name] !== 'all');
  if (Object.keys(filters).length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, padding: 1 }}>
      <Box
        component="ul"
        aria-label={translate('components.grid.filters')}
        sx={{ display: 'contents', listStyle: 'none' }}
      >
        {names.map((name) => {
          const filter = config.filterText(name, filters[name] ?? '', translate);
          return (
            <Box component="li" key={name} sx={{ maxWidth: '100%' }}>
              <Button
                size="small"
                variant="outlined"
                endIcon={<Close />}
                aria-label={translate('components.grid.remove', { filter })}
                onClick={() => change({ [name]: '' })}
                sx={{ maxWidth: '100%', paddingY: 0, fontWeight: 400, textAlign: 'left', overflowWrap: 'anywhere' }}
              >
                {filter}
              </Button>
            </Box>
          );
        })}
      </Box>
      <Button size="small" onClick={() => setFilters({}, {})}>
        {translate('components.table.clearFilters')}
      </Button>
    </Box>
  );
};
