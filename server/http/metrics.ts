import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/openDatabase.ts';

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts and times of requests by route, the event loop and the database connections, in Prometheus' text format. */
export function registerMetrics(app: FastifyInstance, database: Pick<Database, 'pool' | 'status'>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const up = new Gauge({
    name: 'database_up',
    help: '1 while the database answers',
    registers: [],
    collect() {
      this.set(database.status() === 'up' ? 1 : 0);
    },
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state; waiting are requests without one',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  registry.registerMetric(up);
  registry.registerMetric(connections);
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address: ids and search words must not become labels.
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics()),
  );
}
