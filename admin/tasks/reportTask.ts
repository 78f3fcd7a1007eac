import type { Download } from '../../shared/client/download.ts';
import { type SaveFile, saveFile } from '../components/saveFile.ts';
import type { TaskStore } from './taskStore.ts';

export type ReportOutcome = 'saved' | 'failed' | 'canceled';

const publishEveryMs = 100;

/** Counts the records of a CSV file as it comes; a line feed inside quotes belongs to its cell. */
const createRowCounter = () => {
  const lineFeed = 10;
  const quote = 34;
  let quoted = false;
  // The first line holds the names of the columns.
  let rows = -1;
  return {
    add(bytes: Uint8Array) {
      for (const byte of bytes) {
        if (byte === quote) quoted = !quoted;
        else if (byte === lineFeed && !quoted) rows += 1;
      }
    },
    rows: () => Math.max(0, rows),
  };
};

const statusOf = (thrown: unknown): number =>
  typeof thrown === 'object' && thrown !== null && 'status' in thrown && typeof thrown.status === 'number'
    ? thrown.status
    : 0;

/** The alert of spec 3 section 8, letter for letter. */
export const reportFailure = (status: number) => `Unable to download the report file. Status: ${status}`;

/** Downloads a report: progress to the task tray, then the file under the name the server gave it. */
export const runReport = async (
  tasks: TaskStore,
  report: string,
  open: (options: { signal: AbortSignal }) => Promise<Download>,
  save: SaveFile = saveFile,
): Promise<ReportOutcome> => {
  const stop = new AbortController();
  const id = tasks.begin(`tasks.report.${report}`, {
    cancel: () => stop.abort(),
    again: () => void runReport(tasks, report, open, save),
  });
  try {
    const download = await open({ signal: stop.signal });
    tasks.change(id, { fileName: download.fileName, totalBytes: download.size });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let doneBytes = 0;
    const counter = createRowCounter();
    let published = 0;
    for await (const part of download.body) {
      if (stop.signal.aborted) break;
      parts.push(new Uint8Array(part));
      doneBytes += part.byteLength;
      counter.add(part);
      if (Date.now() - published >= publishEveryMs) {
        published = Date.now();
        tasks.change(id, { doneBytes, rows: counter.rows() });
      }
    }
    if (stop.signal.aborted) {
      tasks.change(id, { state: 'canceled' });
      return 'canceled';
    }
    save(new Blob(parts, { type: 'text/csv' }), download.fileName);
    tasks.change(id, { state: 'done', doneBytes, rows: counter.rows() });
    return 'saved';
  } catch (thrown) {
    if (stop.signal.aborted) {
      tasks.change(id, { state: 'canceled' });
      return 'canceled';
    }
    tasks.change(id, { state: 'failed', problem: reportFailure(statusOf(thrown)) });
    return 'failed';
  }
};
