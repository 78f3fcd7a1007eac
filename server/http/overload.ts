import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { ApiProblem } from './problem.ts';

const unguarded = ['/health/', '/assets/'];

/** Beyond what the process can do it says so at once (503) instead of letting everybody wait. */
export async function registerOverload(
  app: FastifyInstance,
  { maxLoopDelayMs }: Pick<Config, 'maxLoopDelayMs'>,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    sampleInterval: 500,
    pressureHandler: (request) => {
      // Health tells the truth about the process, not about its load; a page that lacks one of its files is lost.
      if (unguarded.some((start) => request.url.startsWith(start))) return;
      throw new ApiProblem('E-UNAVAILABLE', { headers: { 'retry-after': '5' } });
    },
  });
}
