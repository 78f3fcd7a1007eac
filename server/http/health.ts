import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/openDatabase.ts';
import type { Drain } from './drain.ts';

/** For whoever starts, stops and balances servers. Alive: the process works. Ready: it should get requests. */
export function registerHealth(app: FastifyInstance, database: Pick<Database, 'status'>, drain: Drain): void {
  app.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  app.get('/health/ready', (_request, reply) => {
    const checks = { database: database.status(), draining: drain.draining };
    const ready = checks.database === 'up' && !checks.draining;
    reply.header('cache-control', 'no-store');
    if (!ready) reply.code(503).header('retry-after', '2');
    return reply.send({ status: ready ? 'ready' : 'not ready', checks });
  });
}
