import type { Download } from '../../shared/client/download.ts';
import { type SaveFile, saveFile } from '../components/saveFile.ts';
import { statusOf } from '../components/serverError.ts';
import type { Task, TaskStore } from './taskStore.ts';

export type ReportOutcome = 'saved' | 'failed' | 'canceled';

type TaskProgress = Partial<Omit<Task, 'id'>>;
/** Loads the content of a file; its progress and its final size go to the task. */
type LoadFile = (
  signal: AbortSignal,
  onProgress: (progress: TaskProgress) => void,
) => Promise<{ readonly file: Blob; readonly fileName: string; readonly progress: TaskProgress }>;

/** A download as a task of the tray: it can be canceled, and started again after a failure. The content stays in memory. */
export const runDownload = async (
  tasks: TaskStore,
  title: string,
  load: LoadFile,
  save: SaveFile,
): Promise<ReportOutcome> => {
  const controller = new AbortController();
  const { signal } = controller;
  const id = tasks.begin(title, {
    cancel: () => controller.abort(),
    again: () => void runDownload(tasks, title, load, save),
  });
  try {
    const { file, fileName, progress } = await load(signal, (change) => tasks.change(id, change));
    if (!signal.aborted) {
      save(file, fileName);
      tasks.change(id, { ...progress, state: 'done' });
      return 'saved';
    }
  } catch (error) {
    if (!signal.aborted) {
      // Literal text of spec 3 section 8.
      tasks.change(id, { state: 'failed', problem: `Unable to download the report file. Status: ${statusOf(error)}` });
      return 'failed';
    }
  }
  tasks.change(id, { state: 'canceled' });
  return 'canceled';
};

const publishEveryMs = 100;

/** Counts the records of a CSV stream; a line feed inside quotes belongs to its cell. */
const createRowCounter = () => {
  const lineFeed = 10;
  const quote = 34;
  let quoted = false;
  // The header line is not counted.
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

/** Downloads a report under the file name of the server. */
export const runReport = (
  tasks: TaskStore,
  report: string,
  open: (options: { signal: AbortSignal }) => Promise<Download>,
  save: SaveFile = saveFile,
): Promise<ReportOutcome> =>
  runDownload(
    tasks,
    `tasks.report.${report}`,
    async (signal, onProgress) => {
      const { fileName, size, body } = await open({ signal });
      onProgress({ fileName, totalBytes: size });
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const counter = createRowCounter();
      let doneBytes = 0;
      let publishedAt = 0;
      for await (const part of body) {
        signal.throwIfAborted();
        parts.push(new Uint8Array(part));
        doneBytes += part.byteLength;
        counter.add(part);
        if (Date.now() - publishedAt >= publishEveryMs) {
          publishedAt = Date.now();
          onProgress({ doneBytes, rows: counter.rows() });
        }
      }
      return { file: new Blob(parts, { type: 'text/csv' }), fileName, progress: { doneBytes, rows: counter.rows() } };
    },
    save,
  );
