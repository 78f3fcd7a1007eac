import type { TaskName, TaskPayloads } from './enqueue.ts';

/** What a task may know of its surroundings. */
export interface TaskRun {
  /** Aborted when the server ends: what is under way is put back into the queue. */
  readonly signal: AbortSignal;
}

type Task<N extends TaskName> = (payload: TaskPayloads[N], run: TaskRun) => Promise<void>;

/** One function for each task of the queue. It may run more than once for a job, as after a kill, and must bear that. */
export type Tasks = { readonly [N in TaskName]: Task<N> };
