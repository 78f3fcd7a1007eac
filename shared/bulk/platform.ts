/** A SHA-256 in the making; the text is taken as UTF-8. */
export interface Digest {
  update(text: string): void;
  hex(): Promise<string>;
}

/** What the engine needs of the place it runs in: Node or a browser. */
export interface Platform {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
  /** A new UUID. */
  newId(): string;
  digest(): Digest;
}

/** One rate for all calls of a run, and where the place allows it for all runs of the host. */
export interface RateLimit {
  /** Settles when the next call may go out; rejects when the signal is aborted. */
  take(signal?: AbortSignal): Promise<void>;
  /** The server asked to wait: nobody goes on before; afterwards the rate grows back step by step. */
  pause(ms: number): void;
  /** Milliseconds until calls go on, 0 when they do. */
  pausedFor(): number;
}
