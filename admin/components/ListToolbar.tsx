import DensityMedium from '@mui/icons-material/DensityMedium';
import DensitySmall from '@mui/icons-material/DensitySmall';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Terminal from '@mui/icons-material/Terminal';
import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import Popover from '@mui/material/Popover';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  Button,
  FilterButton,
  type RaRecord,
  RefreshButton,
  TopToolbar,
  type TranslateFunction,
  useDataProvider,
  useListContext,
  useNotify,
  useResourceContext,
  useStore,
  useTranslate,
} from 'react-admin';
import { lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { get } from 'react-hook-form';
import { exportFileName } from '../../shared/rules/exportFile.ts';
import { AppContext } from '../providers/appContext.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import { useDensity } from './ListTable.tsx';
import { saveFile } from './saveFile.ts';
import { serverMessages } from './serverError.ts';

const ColumnChoice = lazy(() => import('./ColumnChoice.tsx'));
const ListCommand = lazy(() => import('./list/ListCommand.tsx'));

/** A column of the exported file; without `text` the value at `source`. */
export interface ExportColumn<Row extends RaRecord = RaRecord> {
  readonly source: string;
  readonly label?: string;
  readonly text?: (record: Row, translate: TranslateFunction) => string;
  /** The table has no such column. */
  readonly isFileOnly?: boolean;
}

/** How a list is filtered, sorted and paged. */
export interface ListState {
  readonly page: number;
  readonly perPage: number;
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  readonly filterValues: Readonly<Record<string, unknown>>;
}

/** An export whose progress is in the task tray. */
interface ExportTask {
  readonly tasks: TaskStore;
  /** Message key. */
  readonly title: string;
  /** First part of the name of the file. */
  readonly fileName: string;
  readonly maxRows: number;
  /** Filters beside those of the list, at the start of the export. */
  readonly filter: () => object;
}

interface ListToolbarProps {
  /** Columns of the table in its order, and those of the CSV file alone; without them the file has every field, and none can be hidden. */
  columns?: readonly ExportColumn<never>[];
  /** Sources of columns that are hidden until they are chosen; the table has the same. */
  hiddenColumns?: string[];
  /** The command line that lists the same records; without it there is none to copy. */
  command?: (list: ListState) => string;
  /** Message key of a text about filters that the command cannot have. */
  commandNote?: (list: ListState) => string | undefined;
  /** In place of react-admin's: for filters in the headings of columns. */
  filterButton?: ReactNode;
  exportTask?: ExportTask;
  children?: ReactNode;
}

const noColumns: string[] = [];

/** Saved queries and filters, columns, export and refresh of a list; a card layout and a single column leave none to choose. */
export const ListToolbar = (props: ListToolbarProps) => {
  const { columns, hiddenColumns = noColumns, command, commandNote, filterButton, exportTask, children } = props;
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  const list = useListContext();
  return (
    <TopToolbar sx={{ alignItems: 'center' }}>
      {filterButton ?? <FilterButton />}
      {children}
      {!isNarrow && columns && columns.length > 1 && (
        <PopoverButton label="components.list.tools.columns" icon={<ViewColumn />} width={300}>
          <ColumnChoice columns={columns.filter(({ isFileOnly }) => !isFileOnly)} hiddenColumns={hiddenColumns} />
        </PopoverButton>
      )}
      {!isNarrow && <DensityButton />}
      {command && (
        <PopoverButton label="components.list.tools.command" icon={<Terminal />} width={480}>
          <ListCommand command={command(list)} note={commandNote?.(list)} />
        </PopoverButton>
      )}
      <ExportButton columns={columns} hiddenColumns={hiddenColumns} task={exportTask} />
      <RefreshButton />
    </TopToolbar>
  );
};

interface PopoverButtonProps {
  label: string;
  icon: ReactNode;
  width: number;
  children: ReactNode;
}

/** A button that opens its content below it. */
const PopoverButton = ({ label, icon, width, children }: PopoverButtonProps) => {
  const name = useTranslate()(label);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {icon}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: { width, minHeight: 100 } } }}
      >
        <Suspense fallback={null}>{children}</Suspense>
      </Popover>
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

const exportPageSize = 100;
const exportTitle = 'components.list.exportTask';
/** An export of more rows is in the task tray with its progress. */
const quickRows = 1000;

const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain));

const plainText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(plainText).join('|');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

/** The fields of the records on screen that a cell can have, for a list that names no columns. */
const fieldColumns = (records: readonly RaRecord[]): readonly ExportColumn[] => {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names]
    .filter((name) => name !== 'version' && records.every((record) => isPlain(record[name] ?? null)))
    .map((source) => ({ source }));
};

interface ExportButtonProps {
  columns: readonly ExportColumn<never>[] | undefined;
  hiddenColumns: string[];
  task: ExportTask | undefined;
}

/** Every page of the list under its filter and sort as CSV with the visible columns. A second export waits for the first. */
const ExportButton = ({ columns, hiddenColumns, task }: ExportButtonProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const { sort, filterValues, filter: fixed, data = [], total = 0 } = useListContext();
  const tasks = useContext(AppContext)?.tasks;
  const [hidden] = useStore<readonly string[]>(`${resource}.datatable`, hiddenColumns);
  const [isExporting, setIsExporting] = useState(false);
  const run = async () => {
    const { csvOfRows, exportRows } = await import('../tasks/exportRows.ts');
    const visible =
      (columns as readonly ExportColumn[] | undefined)?.filter(({ source }) => !hidden.includes(source)) ??
      fieldColumns(data as readonly RaRecord[]);
    const filter = { ...(filterValues as object), ...(fixed as object | undefined), ...task?.filter() };
    const rows = {
      headings: visible.map(({ source, label }) =>
        translate(label ?? `resources.${resource}.fields.${source}`, { _: source }),
      ),
      cells: (record: RaRecord) =>
        visible.map(({ source, text }) => text?.(record, translate) ?? plainText(get(record, source))),
      pageSize: exportPageSize,
      page: (page: number, signal?: AbortSignal) =>
        provider.getList<RaRecord>(resource, {
          pagination: { page, perPage: exportPageSize },
          sort,
          filter,
          ...(signal && { signal }),
        }),
    };
    if (!task && tasks && total > quickRows)
      return exportRows(tasks, { ...rows, title: exportTitle, fileName: exportFileName('', resource, new Date()) });
    if (!task) return saveFile(await csvOfRows(rows), `${resource}.csv`);
    const { title, fileName, maxRows } = task;
    if (total > maxRows) {
      const counts = { count: maxRows.toLocaleString('en-US'), total: total.toLocaleString('en-US') };
      notify('components.grid.capped', { type: 'info', messageArgs: counts });
    }
    return exportRows(task.tasks, { ...rows, title, fileName: exportFileName('', fileName, new Date()), maxRows });
  };
  const start = () => {
    setIsExporting(true);
    run()
      .catch((error: unknown) => notify(serverMessages(error).join(' '), { type: 'error' }))
      .finally(() => setIsExporting(false));
  };
  const label = task ? 'components.grid.export' : 'ra.action.export';
  return (
    <Button
      label={label}
      // react-admin's button has no name where it is disabled on a narrow screen.
      aria-label={translate(label)}
      onClick={start}
      disabled={isExporting || total === 0}
    >
      <Download />
    </Button>
  );
};
