/** Kinds of export task (spec 3 section 3). */
export const exportTaskTypes = ['file', 'print'] as const;

/** Tasks kept for each person in local storage (spec 3 section 9). */
export const exportTasksKept = 10;

/** Extension of an exported message's file, which is named after the message's id (spec 3 section 4). */
export const exportExtension = '.kno2';

/** What the rules need to know of a task. */
export type ExportTask = {
  readonly id: string;
  readonly worker: { readonly inProgress: boolean; readonly inError: boolean };
};

/** The list with a new task in front; the oldest fall off (spec 3 section 4). */
export const withTask = <Task extends ExportTask>(tasks: readonly Task[], task: Task): Task[] =>
  [task, ...tasks.filter((kept) => kept.id !== task.id)].slice(0, exportTasksKept);

/** The list after a reload: what was in progress has failed (spec 3 section 4). */
export const afterReload = <Task extends ExportTask>(tasks: readonly Task[]): Task[] =>
  tasks.map((task) => (task.worker.inProgress ? { ...task, worker: { inProgress: false, inError: true } } : task));
