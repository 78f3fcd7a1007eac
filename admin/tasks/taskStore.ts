export type Outcome = 'good' | 'warning' | 'bad';

/** A long-running task that the user can follow, cancel and dismiss on any page (experience: a tray, not a toast). */
export interface Task {
  readonly id: string;
  /** Message key of the title; its values are those of `elsewhere`. */
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed' | 'canceled';
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
  readonly rows: number;
  readonly startedAt: number;
  readonly changedAt: number;
  readonly fileName: string | undefined;
  /** Text of the failure. */
  readonly problem: string | undefined;
  /** Path of the page of the task. */
  readonly link?: string;
  /** Progress of a task that runs on the server or in a worker. */
  readonly elsewhere?: {
    /** Id of the job or run. */
    readonly id: string;
    readonly key: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly percent: number;
    /** Result, after it is done. */
    readonly severity: Outcome;
  };
}

interface TaskHandlers {
  readonly cancel?: () => void;
  /** Starts a failed task again. */
  readonly again?: () => void;
  /** Called when the user dismisses the task. */
  readonly dismissed?: () => void;
}

/** The tasks of this tab, in memory only: file contents never go into a storage of the browser. */
export const createTaskStore = (now: () => number = Date.now) => {
  let tasks: readonly Task[] = [];
  const handlersOf = new Map<string, TaskHandlers>();
  const listeners = new Set<() => void>();
  const publish = (next: readonly Task[]) => {
    tasks = next;
    for (const listener of listeners) listener();
  };
  let last = 0;
  const remove = (id: string): TaskHandlers | undefined => {
    const handlers = handlersOf.get(id);
    handlersOf.delete(id);
    publish(tasks.filter((task) => task.id !== id));
    return handlers;
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    list: () => tasks,
    begin(title: string, handlers: TaskHandlers): string {
      last += 1;
      const id = String(last);
      const startedAt = now();
      handlersOf.set(id, handlers);
      publish([
        ...tasks,
        {
          id,
          title,
          state: 'running',
          doneBytes: 0,
          totalBytes: undefined,
          rows: 0,
          startedAt,
          changedAt: startedAt,
          fileName: undefined,
          problem: undefined,
        },
      ]);
      return id;
    },
    change(id: string, change: Partial<Omit<Task, 'id'>>) {
      publish(tasks.map((task) => (task.id === id ? { ...task, ...change, changedAt: now() } : task)));
    },
    cancel: (id: string) => handlersOf.get(id)?.cancel?.(),
    remove,
    dismiss: (id: string) => remove(id)?.dismissed?.(),
    again: (id: string) => remove(id)?.again?.(),
  };
};
export type TaskStore = ReturnType<typeof createTaskStore>;
