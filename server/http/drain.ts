import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { retrySoon } from './errorResponse.ts';
import { ApiProblem } from './problem.ts';

/** Milliseconds since the signal (server/operations/shutdown.ts). */
export interface DrainTimes {
  /** Until then new calls are served: a balancer that watches readiness needs time to notice. Then listening ends. */
  readonly refuseMs: number;
  /** Connections without a request in progress are closed; their callers had time to send one and to be told. */
  readonly closeIdleMs: number;
}

export interface Drain {
  readonly draining: boolean;
  /** Readiness goes off and responses ask for a new connection; resolves when the server should be closed. */
  begin(times: DrainTimes): Promise<void>;
  /** Ends listening and waits until no request is in progress. The last of the hooks before the server is closed. */
  finish(): Promise<void>;
}

/** A body that still arrives is read before the connection is closed. */
const discardMs = 1_000;
const pollMs = 20;
/** A connection that was accepted, or whose response was sent, within this time may have a request on its way. */
const unusedMs = 300;

/**
 * Leaving without breaking anything (FT-8): readiness goes off, responses ask for a new connection, listening ends,
 * later calls are refused with 503, requests in progress are completed, and idle connections are closed last. Without the header a keep-alive client would hold
 * the server open for more than a minute (quality.md finding 6); with idle connections closed at once, a call that is on its way is reset.
 */
export function registerDrain(app: FastifyInstance): Drain {
  const running = new Set<ServerResponse>();
  let draining = false;
  let refusing = false;
  const unlistened = Promise.withResolvers<void>();
  let times: (DrainTimes & { readonly since: number }) | undefined;

  const startDraining = () => {
    draining = true;
    for (const response of running) askForNewConnection(response);
  };
  // On the raw response, because the sign-in provider writes its responses itself.
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    if (draining) askForNewConnection(raw);
    running.add(raw);
    raw.once('close', () => running.delete(raw));
    if (!refusing || request.url.startsWith('/health/')) return done();
    // Not before listening has ended: refused at once, callers would connect again and again, and those that wait to be accepted are reset.
    void unlistened.promise.then(() => done(new ApiProblem('E-UNAVAILABLE', { headers: retrySoon })));
  });
  // Closing a connection with unread bytes resets it, and the caller may lose the response.
  app.addHook('onSend', (request, reply, payload, done) => {
    const { complete, readableEnded, destroyed } = request.raw;
    if (complete || readableEnded || destroyed || !isLastOfConnection(reply)) return done(null, payload);
    void discardBody(request.raw).then(() => done(null, payload));
  });
  app.addHook('preClose', (done) => {
    startDraining();
    done();
  });
  return {
    get draining() {
      return draining;
    },
    begin: async (drainTimes) => {
      times = { ...drainTimes, since: performance.now() };
      startDraining();
      await delay(drainTimes.refuseMs);
      refusing = true;
    },
    finish: async () => {
      if (!times) return;
      await endListening(app.server, times.closeIdleMs - times.refuseMs);
      unlistened.resolve();
      const closeIdleAt = times.since + times.closeIdleMs;
      while (running.size > 0 || app.connections.hasUnused()) {
        if (performance.now() >= closeIdleAt) await app.connections.closeUnused(unusedMs);
        await delay(pollMs);
      }
    },
  };
}

function askForNewConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** Whether the connection is closed after this response, because the caller, the drain or a hook says so. */
const isLastOfConnection = (reply: FastifyReply): boolean =>
  !reply.raw.shouldKeepAlive || [reply.raw.getHeader('connection'), reply.getHeader('connection')].includes('close');

async function discardBody(request: IncomingMessage): Promise<void> {
  request.resume();
  await Promise.race([once(request, 'end'), once(request, 'close'), delay(discardMs, undefined, { ref: false })]).catch(
    () => undefined,
  );
}

const quietMs = 50;
/** In the second half of the search a busy server may take longer; a connection that arrives in this time is reset. */
const shortMs = { first: 0.2, later: 1 };
const searchMs = 400;

/**
 * Ends listening when no connection waits to be accepted: the system resets those that do. One connection is accepted in each iteration of
 * the event loop, so after a short iteration without one the queue is empty. Not by http.Server.close(), which also closes idle connections.
 */
async function endListening(server: Server, longestWaitMs: number): Promise<void> {
  if (!server.listening) return;
  const began = performance.now();
  let lastAccepted = began;
  const onConnection = () => {
    lastAccepted = performance.now();
  };
  server.on('connection', onConnection);
  for (let now = began; now - lastAccepted < quietMs && now - began < longestWaitMs; now = performance.now())
    await delay(quietMs / 10);
  const searchFrom = performance.now();
  for (let before = searchFrom, searched = 0; searched < searchMs; searched = before - searchFrom) {
    await nextIteration();
    const now = performance.now();
    const isShort = now - before < (searched < searchMs / 2 ? shortMs.first : shortMs.later);
    if (isShort && lastAccepted < before) break;
    before = now;
  }
  Server.prototype.close.call(server);
  server.off('connection', onConnection);
}
