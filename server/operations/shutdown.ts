import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/openDatabase.ts';

/** An orchestrator that looks at readiness gets a moment to notice before connections are refused. */
const noticeMs = 300;
const deadlineMs = 4_500;

/**
 * Ends on SIGTERM and SIGINT: finishes what is running, then closes the database, within 5 seconds (FT-8). The second signal ends at once.
 */
export function endOnSignals(app: FastifyInstance, database: Database, exit: (code: number) => void): void {
  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    if (ending) return exit(signal === 'SIGINT' ? 130 : 143);
    ending = true;
    app.log.info({ signal }, 'ending');
    app.drain.begin();
    setTimeout(() => exit(1), deadlineMs).unref();
    setTimeout(() => {
      void close(app, database).then(
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

async function close(app: FastifyInstance, database: Database): Promise<void> {
  // What is still running after a while is cut, so that there is time left to stop the database in order.
  const cut = setTimeout(() => app.server.closeAllConnections(), 3_000);
  await app.close();
  clearTimeout(cut);
  await database.close();
}
