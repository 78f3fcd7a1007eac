import { saveFile } from '../components/saveFile.ts';
import { type ReportOutcome, runDownload } from './reportTask.ts';
import type { TaskStore } from './taskStore.ts';

type Id = string | number;

interface CsvRows<Row extends { readonly id: Id }> {
  readonly headings: readonly string[];
  readonly cells: (row: Row) => readonly string[];
  readonly pageSize: number;
  /** Further rows are left out; the caller notifies the user. */
  readonly maxRows?: number;
  readonly page: (number: number, signal?: AbortSignal) => Promise<{ data: readonly Row[]; total?: number }>;
}

interface CsvProgress {
  readonly rows: number;
  readonly doneBytes: number;
  /** Estimated size of the whole file. */
  readonly totalBytes: number | undefined;
}

/** All pages of a list as one CSV file, with formulas escaped for spreadsheet programs. */
export const csvOfRows = async <Row extends { readonly id: Id }>(
  { headings, cells, pageSize, maxRows = Infinity, page }: CsvRows<Row>,
  signal?: AbortSignal,
  onProgress?: (progress: CsvProgress) => void,
): Promise<Blob> => {
  const { csvLine } = await import('../../shared/bulk/csv/writeCsv.ts');
  const lines = [csvLine(headings, { crlf: true, bom: true })];
  // A row that moves to the next page while the pages are read is written once.
  const written = new Set<Id>();
  let doneBytes = 0;
  for (let number = 1; written.size < maxRows; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- sequential requests limit the load of the server
    const { data, total = 0 } = await page(number, signal);
    for (const row of data.filter(({ id }) => !written.has(id)).slice(0, maxRows - written.size)) {
      written.add(row.id);
      const line = csvLine(cells(row), { crlf: true, escapeFormulas: true });
      doneBytes += line.length;
      lines.push(line);
    }
    const expected = Math.min(total, maxRows);
    const totalBytes = written.size === 0 ? undefined : Math.round((doneBytes / written.size) * expected);
    onProgress?.({ rows: written.size, doneBytes, totalBytes });
    if (data.length < pageSize || number * pageSize >= expected) break;
  }
  return new Blob(lines, { type: 'text/csv' });
};

interface RowsExport<Row extends { readonly id: Id }> extends CsvRows<Row> {
  /** Message key of the task title. */
  readonly title: string;
  readonly fileName: string;
}

/** Saves the CSV file of a list, with its progress in the task tray. */
export const exportRows = <Row extends { readonly id: Id }>(
  tasks: TaskStore,
  { title, fileName, ...rows }: RowsExport<Row>,
): Promise<ReportOutcome> =>
  runDownload(
    tasks,
    title,
    async (signal, onProgress) => {
      const file = await csvOfRows(rows, signal, (progress) => onProgress({ ...progress, fileName }));
      return { file, fileName, progress: { doneBytes: file.size, totalBytes: file.size } };
    },
    saveFile,
  );
