import { saveFile } from '../components/saveFile.ts';
import { type ReportOutcome, runDownload } from './reportTask.ts';
import type { TaskStore } from './taskStore.ts';

export interface RowsExport<Row> {
  /** Message key of the task title. */
  readonly title: string;
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly cells: (row: Row) => readonly string[];
  readonly rowId: (row: Row) => string;
  readonly pageSize: number;
  /** Further rows are left out; the caller notifies the user. */
  readonly maxRows: number;
  readonly page: (number: number, signal: AbortSignal) => Promise<{ rows: readonly Row[]; total: number }>;
}

/** Exports all pages of a list as one CSV file, with formulas escaped for spreadsheet programs. */
export const exportRows = <Row>(tasks: TaskStore, job: RowsExport<Row>): Promise<ReportOutcome> =>
  runDownload(
    tasks,
    job.title,
    async (signal, onProgress) => {
      const { headings, cells, rowId, pageSize, maxRows, page, fileName } = job;
      const { csvLine } = await import('../../shared/bulk/csv/writeCsv.ts');
      const parts = [csvLine(headings, { crlf: true, bom: true })];
      // A row that moves to the next page while the pages are read is written once.
      const written = new Set<string>();
      let bytes = 0;
      for (let number = 1; written.size < maxRows; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- sequential requests limit the load of the server
        const { rows, total } = await page(number, signal);
        for (const row of rows.filter((one) => !written.has(rowId(one))).slice(0, maxRows - written.size)) {
          written.add(rowId(row));
          const text = csvLine(cells(row), { crlf: true, escapeFormulas: true });
          bytes += text.length;
          parts.push(text);
        }
        const expected = Math.min(total, maxRows);
        const totalBytes = written.size === 0 ? undefined : Math.round((bytes / written.size) * expected);
        onProgress({ fileName, doneBytes: bytes, totalBytes, rows: written.size });
        if (rows.length < pageSize || number * pageSize >= expected) break;
      }
      const file = new Blob(parts, { type: 'text/csv' });
      return { file, fileName, progress: { doneBytes: file.size, totalBytes: file.size } };
    },
    saveFile,
  );
