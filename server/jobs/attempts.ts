/** How an attempt ended. What a service refuses for good, or cannot take by our own settings, is not tried again. */
export type Outcome =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The server ended during the attempt. */
  | { readonly kind: 'parked' };

/** Seconds to wait after this many attempts; undefined when they are used up. */
export const waitAfter = (attempts: number, retrySeconds: readonly number[]): number | undefined =>
  retrySeconds[attempts - 1];

/** An attempt beyond these was begun by a server that was killed in the one before. */
export const maxAttempts = (retrySeconds: readonly number[]): number => retrySeconds.length + 1;

export const interruptedText = 'The server stopped during the last attempt.';
