import { type SaveFile, saveFile } from '../components/saveFile.ts';
import { type ReportOutcome, reportFailure } from './reportTask.ts';
import type { TaskStore } from './taskStore.ts';

export interface RowsExport<Row> {
  /** Key of the text that names it in the task tray. */
  readonly title: string;
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly cells: (row: Row) => readonly string[];
  readonly rowId: (row: Row) => string;
  readonly pageSize: number;
  /** Rows beyond these are left out; who starts the export says so. */
  readonly most: number;
  readonly page: (number: number, signal: AbortSignal) => Promise<{ rows: readonly Row[]; total: number }>;
}

const statusOf = (thrown: unknown): number =>
  thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' ? thrown.status : 0;

/** All pages of a list as one CSV file, safe in spreadsheet programs; progress in the task tray, the content in memory only. */
export const exportRows = async <Row>(
  tasks: TaskStore,
  job: RowsExport<Row>,
  save: SaveFile = saveFile,
): Promise<ReportOutcome> => {
  const stop = new AbortController();
  const id = tasks.begin(job.title, {
    cancel: () => stop.abort(),
    again: () => void exportRows(tasks, job, save),
  });
  try {
    const { csvLine } = await import('../../shared/bulk/csv/writeCsv.ts');
    const line = (cells: readonly string[]) => csvLine(cells, { crlf: true, escapeFormulas: true });
    const parts = [csvLine(job.headings, { crlf: true, bom: true })];
    // Rows that moved on to the next page while the pages were read are written once.
    const written = new Set<string>();
    let bytes = 0;
    for (let number = 1; written.size < job.most; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other: the server's pace is the pace
      const { rows, total } = await job.page(number, stop.signal);
      for (const row of rows.filter((one) => !written.has(job.rowId(one))).slice(0, job.most - written.size)) {
        written.add(job.rowId(row));
        const text = line(job.cells(row));
        bytes += text.length;
        parts.push(text);
      }
      const expected = Math.min(total, job.most);
      const totalBytes = written.size === 0 ? undefined : Math.round((bytes / written.size) * expected);
      tasks.change(id, { fileName: job.fileName, doneBytes: bytes, totalBytes, rows: written.size });
      if (rows.length < job.pageSize || number * job.pageSize >= expected) break;
    }
    if (stop.signal.aborted) {
      tasks.change(id, { state: 'canceled' });
      return 'canceled';
    }
    const file = new Blob(parts, { type: 'text/csv' });
    save(file, job.fileName);
    tasks.change(id, { state: 'done', doneBytes: file.size, totalBytes: file.size });
    return 'saved';
  } catch (thrown) {
    const canceled = stop.signal.aborted;
    tasks.change(id, canceled ? { state: 'canceled' } : { state: 'failed', problem: reportFailure(statusOf(thrown)) });
    return canceled ? 'canceled' : 'failed';
  }
};
