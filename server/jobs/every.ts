import { faultOf } from './faultOf.ts';

interface EveryLog {
  warn(details: object, message: string): void;
}

/**
 * Work that comes again while the server runs, one turn at a time: a slow one is not followed by a second one beside it. A turn that
 * fails says so (`failure`) and the next one tries again. Gives back how to stop it; that waits for the turn under way.
 */
export function every(
  milliseconds: number,
  work: () => Promise<unknown>,
  log: EveryLog,
  failure: string,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ fault: faultOf(error) }, failure))
      .finally(() => {
        running = undefined;
      });
  }, milliseconds).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
