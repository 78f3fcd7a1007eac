import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { ApiProblem } from './problem.ts';

const unguarded = ['/health/', '/assets/'];
const resolutionMs = 10;
const sampleMs = 500;

/**
 * Beyond what the process can do it responds at once (503) instead of letting every caller wait. Measured here and not by
 * @fastify/under-pressure, which reads the memory of the process with each sample: that opens a file, and without a free descriptor the
 * exception of its timer ends the process (FT-9).
 */
export function registerOverload(app: FastifyInstance, { maxLoopDelayMs }: Pick<Config, 'maxLoopDelayMs'>): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let delayMs = 0;
  let sampledAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // Without a single sample the loop stood still for nearly all of the time.
    delayMs = delays.count === 0 ? now - sampledAt : Math.max(0, delays.mean / 1e6 - resolutionMs);
    sampledAt = now;
    delays.reset();
  }, sampleMs).unref();
  app.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    delays.disable();
    done();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    // Health reports the state of the process, not its load; a page that lacks one of its files is lost.
    if (delayMs <= maxLoopDelayMs || unguarded.some((start) => request.url.startsWith(start))) return done();
    done(new ApiProblem('E-UNAVAILABLE', { headers: { 'retry-after': '5' } }));
  });
}
