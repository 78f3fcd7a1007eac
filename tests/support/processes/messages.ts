interface Names {
  /** Of one started process, unique within the worker. */
  readonly id: number;
}

export interface StartOrder extends Names {
  readonly do: 'start';
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a worker asks of its starter. */
export type Order =
  | StartOrder
  | (Names & { readonly do: 'kill'; readonly signal: NodeJS.Signals })
  | (Names & { readonly do: 'write' | 'end'; readonly text: string });

/** What the starter tells of a process. */
export type Report =
  | (Names & { readonly reports: 'pid'; readonly pid: number })
  | (Names & { readonly reports: 'stdout' | 'stderr'; readonly text: string })
  | (Names & { readonly reports: 'error'; readonly message: string })
  | (Names & { readonly reports: 'close'; readonly code: number | null; readonly signal: NodeJS.Signals | null });
