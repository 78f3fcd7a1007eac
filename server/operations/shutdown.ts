import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';

/** An orchestrator that looks at readiness gets a moment to notice before connections are refused. */
const noticeMs = 300;
/** Shares of the shutdown time: after the first open connections are cut, after the second the process ends with code 1. */
const cutAt = 0.6;
const endAt = 0.9;

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
    app.drain.begin();
    setTimeout(() => exit(1), shutdownMs * endAt).unref();
    setTimeout(() => {
      void close(app, database, shutdownMs * cutAt).then(
        () => exit(0),
        (error: unknown) => {
          app.log.error({ err: error }, 'could not end properly');
          exit(1);
        },
      );
    }, noticeMs);
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}

async function close(app: FastifyInstance, database: Database, cutMs: number): Promise<void> {
  // What is still running after a while is cut, so that there is time left to stop the database in order.
  const cut = setTimeout(() => app.server.closeAllConnections(), cutMs);
  await app.close();
  clearTimeout(cut);
  await database.close();
}
