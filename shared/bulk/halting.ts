/** A signal that is aborted with the outer one, or earlier by `halt`. */
export interface Halting {
  readonly signal: AbortSignal;
  halt(reason: unknown): void;
  /** Removes the listener from the outer signal. */
  end(): void;
}

export const haltingWith = (outer: AbortSignal | undefined): Halting => {
  const own = new AbortController();
  const follow = () => own.abort(outer?.reason);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: own.signal,
    halt: (reason) => own.abort(reason),
    end: () => outer?.removeEventListener('abort', follow),
  };
};
