export type Outcome = 'good' | 'warning' | 'bad';

/** Long work a person started and can follow, cancel and dismiss on any page (experience: a tray, not a toast). */
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
  /** The words to show where it failed. */
  readonly problem: string | undefined;
  /** Of work that runs on the server and is only followed here: how far it is, in its own words. */
  readonly elsewhere?: {
    /** What the server calls it. */
    readonly id: string;
    readonly key: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly percent: number;
    /** How it went, once it is done. */
    readonly tone: Outcome;
  };
}

interface Running {
  readonly cancel: () => void;
  readonly again: () => void;
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
    dismiss(id: string) {
      handles.delete(id);
      publish(tasks.filter((task) => task.id !== id));
    },
    again(id: string) {
      const handle = handles.get(id);
      handles.delete(id);
      publish(tasks.filter((task) => task.id !== id));
      handle?.again();
    },
  };
};
export type TaskStore = ReturnType<typeof createTaskStore>;
