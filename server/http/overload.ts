import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiProblem } from './problem.ts';

/** Beyond what the process can do it says so at once (503) instead of letting everybody wait. */
export async function registerOverload(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: 1_000,
    sampleInterval: 500,
    pressureHandler: (request) => {
      // Health tells the truth about the process, not about its load.
      if (request.url.startsWith('/health/')) return;
      throw new ApiProblem('E-UNAVAILABLE', { headers: { 'retry-after': '5' } });
    },
  });
}
