import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';

/** Shares of the shutdown time. After `cut` the connections of requests in progress are closed, after `end` the process ends with code 1. */
const shares = { refuse: 0.06, closeIdle: 0.2, cut: 0.6, end: 0.9 } as const;
/** With a long shutdown time the first steps take no longer than with this. */
const longestStepsOf = 5_000;

/**
 * Ends on SIGTERM and SIGINT: finishes what is running, then closes the database, within the shutdown time (FT-8: 5 seconds). The second signal
 * ends at once.
 */
export function endOnSignals(
  app: FastifyInstance,
  database: Database,
  { shutdownMs }: Pick<Config, 'shutdownMs'>,
  exit: (code: number) => void,
): void {
  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    if (ending) return exit(signal === 'SIGINT' ? 130 : 143);
    ending = true;
    app.log.info({ signal }, 'ending');
    setTimeout(() => exit(1), shutdownMs * shares.end).unref();
    void close(app, database, shutdownMs).then(
      () => exit(0),
      (error: unknown) => {
        app.log.error({ err: error }, 'could not end properly');
        exit(1);
      },
    );
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}

async function close(app: FastifyInstance, database: Database, shutdownMs: number): Promise<void> {
  // Requests that are still in progress after a while are cut, so that there is time left to stop the database in order.
  const cut = setTimeout(() => app.server.closeAllConnections(), shutdownMs * shares.cut);
  const stepsMs = Math.min(shutdownMs, longestStepsOf);
  await app.drain.begin({
    refuseMs: stepsMs * shares.refuse,
    closeIdleMs: stepsMs * shares.closeIdle,
  });
  await app.close();
  clearTimeout(cut);
  await database.close();
}
