import type { Task } from './taskStore.ts';

const units = ['bytes', 'k', 'MB', 'GB'] as const;

/** Text of a file size: in k (experience: Everywhere), larger ones in MB. */
export const byteSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} bytes`;
  const power = Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const amount = bytes / 1024 ** power;
  return `${amount.toFixed(amount < 10 && power > 1 ? 1 : 0)} ${units[power]}`;
};

/** Progress from 0 to 100; undefined where the total size is unknown. */
export const percentOf = ({ doneBytes, totalBytes, elsewhere }: Task): number | undefined =>
  elsewhere?.percent ?? (totalBytes ? Math.min(100, Math.round((doneBytes / totalBytes) * 100)) : undefined);

const minute = 60_000;
/** Remaining time at the average rate; undefined in the first second, whose rate is not reliable. */
export const timeLeft = (task: Task): string | undefined => {
  const spent = task.changedAt - task.startedAt;
  if (!task.totalBytes || task.doneBytes === 0 || spent < 1000) return undefined;
  const left = (spent / task.doneBytes) * Math.max(0, task.totalBytes - task.doneBytes);
  return left < minute ? `${Math.ceil(left / 1000)} s` : `${Math.ceil(left / minute)} min`;
};

/** Message key and values of the progress line. */
export const progressText = (task: Task): { key: string; values: Record<string, unknown> } => {
  if (task.elsewhere) return { key: task.elsewhere.key, values: { ...task.elsewhere.values } };
  const rows = task.rows.toLocaleString('en-US');
  const size = byteSize(task.doneBytes);
  const values = { size, smart_count: task.rows, rows, file: task.fileName ?? '' };
  if (task.state === 'canceled') return { key: 'tasks.canceled', values };
  if (task.state === 'done') return { key: 'tasks.done', values };
  if (task.doneBytes === 0) return { key: 'tasks.starting', values };
  if (task.totalBytes === undefined) return { key: 'tasks.progress', values };
  return { key: 'tasks.progressOf', values: { ...values, total: byteSize(task.totalBytes) } };
};
