import { ApiError } from '../../shared/client/apiError.ts';
import { CliError } from '../errors.ts';

const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new CliError('E-INTERRUPTED'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    // Also when stopped: a read that fails then must not fail unheard.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** A transport error holds the request with its token, so only its code goes on; our own errors hold no secrets. */
const cutShort = (thrown: unknown, bytes: number): Error => {
  if (thrown instanceof CliError || thrown instanceof ApiError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? ` (${String(thrown.code)})` : '';
  return new CliError('E-EXPORT-CUT', `The download broke off after ${bytes.toLocaleString('en-US')} bytes${code}.`);
};

export interface IncomingOptions {
  /** Ends the download: Ctrl-C, or a stall. */
  readonly stop: AbortController;
  readonly idleMs: number;
  /** Bytes the server announced. */
  readonly size: number | undefined;
}

/**
 * The bytes of a download, and an error unless all of them came: a broken connection, fewer bytes than announced, or a server
 * that stopped sending without hanging up.
 */
export async function* incoming(body: AsyncIterable<Uint8Array>, options: IncomingOptions): AsyncGenerator<Uint8Array> {
  const { stop, idleMs, size } = options;
  const iterator = body[Symbol.asyncIterator]();
  let bytes = 0;
  const stalled = () =>
    stop.abort(
      new ApiError({
        status: 0,
        code: 'E-TIMEOUT',
        message: `The server sent nothing for ${Math.round(idleMs / 1000)} s; the download was given up.`,
      }),
    );
  try {
    for (;;) {
      // Runs only while the server is waited for: a slow disk or reader is no stall.
      const timer = setTimeout(stalled, idleMs);
      const next = await orAborted(iterator.next(), stop.signal)
        .catch((error: unknown) => {
          throw stop.signal.aborted ? stop.signal.reason : cutShort(error, bytes);
        })
        .finally(() => clearTimeout(timer));
      if (next.done) break;
      bytes += next.value.length;
      yield next.value;
    }
  } finally {
    // Not awaited: behind a read that never ends it would wait forever.
    iterator.return?.().catch(() => undefined);
  }
  if (size !== undefined && bytes !== size) {
    throw new CliError(
      'E-EXPORT-CUT',
      `The server announced ${size.toLocaleString('en-US')} bytes and sent ${bytes.toLocaleString('en-US')}.`,
    );
  }
}
