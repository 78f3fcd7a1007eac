import Download from '@mui/icons-material/FileDownloadOutlined';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  Button,
  FilterButton,
  type RaRecord,
  RefreshButton,
  SelectColumnsButton,
  TopToolbar,
  useDataProvider,
  useListContext,
  useNotify,
  useResourceContext,
  useStore,
  useTranslate,
} from 'react-admin';
import { type ReactNode, useState } from 'react';
import { valueAt } from './fieldPaths.ts';
import { saveFile } from './saveFile.ts';
import { serverWords } from './serverError.ts';

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
const ExportList = ({ columns }: { columns: readonly ExportColumn<never>[] }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const { sort, filterValues, total } = useListContext();
  const [hidden] = useStore<readonly string[]>(`${resource}.datatable`, []);
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
        const cells = visible.map(({ source, text }) => text?.(record) ?? plainText(valueAt(record, source)));
        lines.push(csvLine(cells, { crlf: true, escapeFormulas: true }));
      }
      if (data.length < exportPageSize || page * exportPageSize >= count) break;
    }
    saveFile(new Blob(lines, { type: 'text/csv' }), `${resource}.csv`);
  };
  const start = () => {
    setIsExporting(true);
    writeFile()
      .catch((error: unknown) => notify(serverWords(error).join(' '), { type: 'error' }))
      .finally(() => setIsExporting(false));
  };
  return (
    <Button label="ra.action.export" onClick={start} disabled={isExporting || !total}>
      <Download />
    </Button>
  );
};

interface ListToolbarProps {
  /** Columns of the CSV file; without them the list has no export. */
  exportColumns?: readonly ExportColumn<never>[];
  children?: ReactNode;
}

/** Saved queries and filters, columns, export and refresh of a list; a card layout has no columns to choose. */
export const ListToolbar = ({ exportColumns, children }: ListToolbarProps) => {
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <TopToolbar>
      <FilterButton />
      {children}
      {!isNarrow && <SelectColumnsButton />}
      {exportColumns && <ExportList columns={exportColumns} />}
      <RefreshButton />
    </TopToolbar>
  );
};
