export type Outcome = 'good' | 'warning' | 'bad';

/** Long work that the user started and can follow, cancel and dismiss on any page (experience: a tray, not a toast). */
export interface Task {
  readonly id: string;
  /** Key of the text that names it, with the values it takes. */
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
  /** Address of the page that shows it. */
  readonly link?: string;
  /** Progress, as text, of work that only reports here: of the server or of a worker. */
  readonly elsewhere?: {
    /** Id of the job or run. */
    readonly id: string;
    readonly key: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly percent: number;
    /** How it went, once it is done. */
    readonly severity: Outcome;
  };
}

interface Running {
  readonly cancel: () => void;
  readonly again: () => void;
  /** Called when the user dismisses the task. */
  readonly dismissed?: () => void;
}

/** Keeps the tasks of this tab in memory only: what a file holds never goes into a storage. */
export const createTaskStore = (now: () => number = Date.now) => {
  let tasks: readonly Task[] = [];
  const handles = new Map<string, Running>();
  const listeners = new Set<() => void>();
  const publish = (next: readonly Task[]) => {
    tasks = next;
    for (const listener of listeners) listener();
  };
  let last = 0;
  const remove = (id: string): Running | undefined => {
    const handle = handles.get(id);
    handles.delete(id);
    publish(tasks.filter((task) => task.id !== id));
    return handle;
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    list: () => tasks,
    begin(title: string, handle: Running): string {
      last += 1;
      const id = String(last);
      const startedAt = now();
      handles.set(id, handle);
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
    cancel: (id: string) => handles.get(id)?.cancel(),
    remove,
    dismiss: (id: string) => remove(id)?.dismissed?.(),
    again: (id: string) => remove(id)?.again(),
  };
};
export type TaskStore = ReturnType<typeof createTaskStore>;
