import DensityMedium from '@mui/icons-material/DensityMedium';
import DensitySmall from '@mui/icons-material/DensitySmall';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Terminal from '@mui/icons-material/Terminal';
import Popover from '@mui/material/Popover';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  Button,
  FilterButton,
  type RaRecord,
  RefreshButton,
  TopToolbar,
  useDataProvider,
  useListContext,
  useNotify,
  useResourceContext,
  useStore,
  useTranslate,
} from 'react-admin';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { get } from 'react-hook-form';
import { ColumnsButton } from './ColumnsButton.tsx';
import { useDensity } from './ListTable.tsx';
import { saveFile } from './saveFile.ts';
import { serverMessages } from './serverError.ts';

/** A column of the exported file; without `text` the value at `source`. */
export interface ExportColumn<Row extends RaRecord = RaRecord> {
  readonly source: string;
  readonly label?: string;
  readonly text?: (record: Row) => string;
}

const exportPageSize = 100;

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Every page of the list under its filter and sort as CSV with the visible columns; no cell starts a formula. */
const ExportList = ({
  columns,
  hiddenColumns,
}: {
  columns: readonly ExportColumn<never>[];
  hiddenColumns: string[];
}) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const { sort, filterValues, total } = useListContext();
  const [hidden] = useStore<readonly string[]>(`${resource}.datatable`, hiddenColumns);
  const [isExporting, setIsExporting] = useState(false);
  const visible = (columns as readonly ExportColumn[]).filter(({ source }) => !hidden.includes(source));

  const writeFile = async () => {
    const { csvLine } = await import('../../shared/bulk/csv/writeCsv.ts');
    const headings = visible.map(({ source, label }) => translate(label ?? `resources.${resource}.fields.${source}`));
    const lines = [csvLine(headings, { crlf: true, bom: true })];
    for (let page = 1; ; page += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one request at a time keeps the load on the server low
      const { data, total: count = 0 } = await provider.getList<RaRecord>(resource, {
        pagination: { page, perPage: exportPageSize },
        sort,
        filter: filterValues as unknown,
      });
      for (const record of data) {
        const cells = visible.map(({ source, text }) => text?.(record) ?? plainText(get(record, source)));
        lines.push(csvLine(cells, { crlf: true, escapeFormulas: true }));
      }
      if (data.length < exportPageSize || page * exportPageSize >= count) break;
    }
    saveFile(new Blob(lines, { type: 'text/csv' }), `${resource}.csv`);
  };
  const start = () => {
    setIsExporting(true);
    writeFile()
      .catch((error: unknown) => notify(serverMessages(error).join(' '), { type: 'error' }))
      .finally(() => setIsExporting(false));
  };
  return (
    <Button label="ra.action.export" onClick={start} disabled={isExporting || !total}>
      <Download />
    </Button>
  );
};

const ListCommand = lazy(() => import('./list/ListCommand.tsx'));

/** How a list is filtered, sorted and paged. */
export interface ListState {
  readonly page: number;
  readonly perPage: number;
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  readonly filterValues: Readonly<Record<string, unknown>>;
}

interface CommandButtonProps {
  command: (list: ListState) => string;
  note: ListToolbarProps['commandNote'];
}

/** The list as a command for scripts and schedulers, to copy. */
const CommandButton = ({ command, note }: CommandButtonProps) => {
  const list = useListContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = 'components.list.tools.command';
  const name = useTranslate()(label);
  return (
    <>
      <Button
        label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Terminal />
      </Button>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: { width: 480 } } }}
        >
          <Suspense fallback={null}>
            <ListCommand command={command(list)} note={note?.(list)} />
          </Suspense>
        </Popover>
      )}
    </>
  );
};

const DensityButton = () => {
  const [density, setDensity] = useDensity();
  const next = density === 'compact' ? 'comfortable' : 'compact';
  return (
    <Button label={`components.list.density.${next}`} onClick={() => setDensity(next)}>
      {next === 'comfortable' ? <DensityMedium /> : <DensitySmall />}
    </Button>
  );
};

interface ListToolbarProps {
  /** Columns of the table in its order, as the CSV file has them; without them the list has no export and no choice of columns. */
  columns?: readonly ExportColumn<never>[];
  /** Sources of columns that are hidden until they are chosen; the table has the same. */
  hiddenColumns?: string[];
  /** The command line that lists the same records; without it there is none to copy. */
  command?: (list: ListState) => string;
  /** In place of react-admin's: for filters in the headings of columns. */
  filterButton?: ReactNode;
  /** In place of the export of all pages at once. */
  exportButton?: ReactNode;
  /** Key of a text about what the command leaves out. */
  commandNote?: (list: ListState) => string | undefined;
  children?: ReactNode;
}

const noColumns: string[] = [];

/** Saved queries and filters, columns, export and refresh of a list; a card layout has no columns to choose. */
export const ListToolbar = (props: ListToolbarProps) => {
  const { columns, hiddenColumns = noColumns, command, commandNote, filterButton, exportButton, children } = props;
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <TopToolbar>
      {filterButton ?? <FilterButton />}
      {children}
      {!isNarrow && columns && <ColumnsButton columns={columns} hiddenColumns={hiddenColumns} />}
      {!isNarrow && <DensityButton />}
      {command && <CommandButton command={command} note={commandNote} />}
      {exportButton ?? (columns && <ExportList columns={columns} hiddenColumns={hiddenColumns} />)}
      <RefreshButton />
    </TopToolbar>
  );
};
