import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/openDatabase.ts';
import type { DiskSpace } from '../operations/diskSpace.ts';
import type { Drain } from './drain.ts';

interface Checked {
  readonly database: Pick<Database, 'status'>;
  readonly drain: Drain;
  readonly disks: DiskSpace;
}

/** For programs that start, stop and balance servers. Alive: the process works. Ready: it should get requests. */
export function registerHealth(app: FastifyInstance, { database, drain, disks }: Checked): void {
  app.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const diskProblems = await disks.problems();
    const checks = {
      database: database.status(),
      draining: drain.draining,
      disk: diskProblems.length === 0 ? 'ok' : 'full',
    };
    const reasons = [
      ...(checks.database === 'up' ? [] : ['The database does not respond.']),
      ...(checks.draining ? ['The server is about to end.'] : []),
      ...diskProblems,
    ];
    reply.header('cache-control', 'no-store');
    if (reasons.length === 0) return { status: 'ready', checks };
    reply.code(503).header('retry-after', '2');
    return { status: 'not ready', checks, reasons };
  });
}
