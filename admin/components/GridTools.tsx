import Bookmarks from '@mui/icons-material/BookmarksOutlined';
import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import UnfoldLess from '@mui/icons-material/UnfoldLess';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {
  AddSavedQueryDialog,
  Button,
  extractValidSavedQueries,
  IconButtonWithTooltip,
  type Identifier,
  ListContextProvider,
  type RaRecord,
  RemoveSavedQueryDialog,
  useListContext,
  useNavigate,
  useNotify,
  useResourceContext,
  useSavedQueries,
  useStore,
  useTranslate,
} from 'react-admin';
import { useState } from 'react';
import { rangeOf, rangePresets } from '../../shared/rules/dateRange.ts';
import { dayOf } from '../../shared/rules/dates.ts';
import { exportFileName } from '../../shared/rules/exportFile.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { exportRows } from '../tasks/exportRows.ts';
import type { GridColumn } from './ColumnHeading.tsx';
import { useExpandKeys } from './useExpandKeys.ts';

/** Rows of one CSV file, and of one request for it. */
const maxExported = 10_000;
const exportPageSize = 100;

/** All rows of the page open or close (spec 1 section 2: the keys + and -). */
export const ExpandButtons = () => {
  const { data = [], resource } = useListContext();
  const [, setExpanded] = useStore<Identifier[]>(`${resource}.datagrid.expanded`, []);
  const expandAll = (isOpen: boolean) => setExpanded(isOpen ? data.map(({ id }) => id) : []);
  useExpandKeys(expandAll);
  return (
    <>
      <IconButtonWithTooltip label="components.grid.expandAll" size="small" onClick={() => expandAll(true)}>
        <UnfoldMore fontSize="small" />
      </IconButtonWithTooltip>
      <IconButtonWithTooltip label="components.grid.collapseAll" size="small" onClick={() => expandAll(false)}>
        <UnfoldLess fontSize="small" />
      </IconButtonWithTooltip>
    </>
  );
};

interface ExportButtonProps<Row extends RaRecord> {
  /** Name of the file and title of the task. */
  fileName: string;
  title: string;
  columns: readonly GridColumn<Row>[];
  hiddenColumns: string[];
  /** A last column that the table has no cell of its own for. */
  extraCell?: { readonly label: string; readonly text: (row: Row) => string } | undefined;
  /** Filters that hold beside those of the list. */
  fixed: object | undefined;
}

/** Every page of the list as CSV with its visible columns; the task tray has the progress. A second export waits for the first. */
export const ExportButton = <Row extends RaRecord>(props: ExportButtonProps<Row>) => {
  const { fileName, title, columns, hiddenColumns, extraCell, fixed } = props;
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const { tasks } = useApp();
  const resource = useResourceContext() ?? '';
  const { sort, filterValues, total = 0 } = useListContext();
  const [hidden] = useStore<readonly string[]>(`${resource}.datatable`, hiddenColumns);
  const [isExporting, setIsExporting] = useState(false);
  const run = async () => {
    const now = new Date();
    const visible = columns.filter(({ source }) => !hidden.includes(source));
    if (total > maxExported) {
      const counts = { count: maxExported.toLocaleString('en-US'), total: total.toLocaleString('en-US') };
      notify('components.grid.capped', { type: 'info', messageArgs: counts });
    }
    setIsExporting(true);
    await exportRows<Row>(tasks, {
      title,
      fileName: exportFileName('', fileName, now),
      headings: [...visible.map(({ label }) => label), ...(extraCell ? [extraCell.label] : [])].map((key) =>
        translate(key),
      ),
      cells: (row) => [...visible.map(({ text }) => text(row, translate)), ...(extraCell ? [extraCell.text(row)] : [])],
      rowId: ({ id }) => String(id),
      pageSize: exportPageSize,
      maxRows: maxExported,
      page: async (page, signal) => {
        const { data, total: count = data.length } = await provider.getList<Row>(resource, {
          pagination: { page, perPage: exportPageSize },
          sort,
          // A record that arrives from now on would move rows from one page to the next.
          filter: { ...(filterValues as object), ...fixed, until: now.toISOString() },
          signal,
        });
        return { rows: data, total: count };
      },
    });
    setIsExporting(false);
  };
  return (
    <Button label="components.grid.export" disabled={isExporting || total === 0} onClick={() => void run()}>
      <FileDownload />
    </Button>
  );
};

interface SavedQueriesButtonProps {
  personal: readonly string[];
  /** Key of a text about what a saved query leaves out. */
  note: string;
}

/**
 * react-admin's saved queries without personal filters. Days that are a period of the picker are saved as that period, so that "Last 7
 * Days" means seven days whenever the query is opened.
 */
export const SavedQueriesButton = ({ personal, note }: SavedQueriesButtonProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const list = useListContext();
  const [queries] = useSavedQueries(list.resource);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'add' | 'remove' | null>(null);
  const saved = extractValidSavedQueries(queries);
  const filterValues = savedFilters(list.filterValues as Readonly<Record<string, string>>, personal);
  const current = { filter: filterValues, sort: list.sort, perPage: list.perPage, displayedFilters: {} };
  const isCurrent = ({ value }: (typeof saved)[number]) => JSON.stringify(value) === JSON.stringify(current);
  const closeAnd = (next: () => void) => () => {
    setAnchor(null);
    next();
  };
  const open = ({ value: { filter, sort, perPage } }: (typeof saved)[number]) =>
    navigate({
      search: `?${new URLSearchParams({
        filter: JSON.stringify(filter),
        sort: sort?.field ?? '',
        order: sort?.order ?? '',
        page: '1',
        perPage: String(perPage),
      }).toString()}`,
    });
  return (
    <>
      <Button
        label="components.list.tools.views"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Bookmarks />
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': translate('components.list.tools.views') } }}
      >
        {saved.map((query) => (
          <MenuItem key={query.label} selected={isCurrent(query)} onClick={closeAnd(() => open(query))}>
            {query.label}
          </MenuItem>
        ))}
        <MenuItem divider={saved.length > 0} onClick={closeAnd(() => setDialog('add'))}>
          {translate('ra.saved_queries.new_label')}
        </MenuItem>
        {saved.some(isCurrent) && (
          <MenuItem onClick={closeAnd(() => setDialog('remove'))}>
            {translate('ra.saved_queries.remove_label')}
          </MenuItem>
        )}
        <MenuItem disabled sx={{ whiteSpace: 'normal', maxWidth: 320 }}>
          {translate(note)}
        </MenuItem>
      </Menu>
      {dialog && (
        <ListContextProvider value={{ ...list, filterValues, displayedFilters: {} }}>
          <AddSavedQueryDialog open={dialog === 'add'} onClose={() => setDialog(null)} />
          <RemoveSavedQueryDialog open={dialog === 'remove'} onClose={() => setDialog(null)} />
        </ListContextProvider>
      )}
    </>
  );
};

const savedFilters = (
  filters: Readonly<Record<string, string>>,
  personal: readonly string[],
): Record<string, string> => {
  const { from, to, ...others } = filters;
  const today = dayOf(new Date());
  const period = rangePresets.find((preset) => {
    const days = rangeOf(preset, today);
    return days.from === from && days.to === to;
  });
  const days: Record<string, string> = period === undefined ? { ...(from && { from }), ...(to && { to }) } : { period };
  const kept = Object.entries(others).filter(([name]) => name !== 'q' && !personal.includes(name));
  return { ...days, ...Object.fromEntries(kept) };
};
