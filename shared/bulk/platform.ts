/** An incremental SHA-256; the text is encoded as UTF-8. */
export interface Digest {
  update(text: string): void;
  hex(): Promise<string>;
}

/** What the engine needs of its runtime: Node or a browser. */
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

/** One rate for all calls of a run, and where the runtime allows it for all runs of the host. */
export interface RateLimit {
  /** Settles when the next call may be sent; rejects when the signal is aborted. */
  take(signal?: AbortSignal): Promise<void>;
  /** The server requested a wait: no call is sent before; afterwards the rate grows back step by step. */
  pause(ms: number): void;
  /** Milliseconds until the next call may be sent; 0 when no pause is active. */
  pausedFor(): number;
}
