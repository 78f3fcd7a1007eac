import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { anonymous } from './context.ts';
import { refuseConnection } from './rawResponses.ts';

export interface Connections {
  /** Open connections of callers. */
  readonly count: number;
  /** Closes the connections that have had no request in progress for so long, except those on which a request is arriving. */
  closeUnused(forMs: number): Promise<void>;
  /** Whether there are connections without a request in progress. */
  hasUnused(): boolean;
}

interface Unused {
  readonly since: number;
  /** Until then; a socket that has read more since is about to have a request. */
  readonly bytesRead: number;
}

const unusedFromNow = ({ bytesRead }: Socket): Unused => ({ since: performance.now(), bytesRead });

/**
 * Resolves when all bytes that had arrived before the call were read: the event loop reads between two of these callbacks. A timer or a
 * callback of another socket can run before a request that arrived earlier is read, after a busy iteration long before.
 */
async function allRead(): Promise<void> {
  await nextIteration();
  await nextIteration();
}

const logEveryMs = 10_000;

/**
 * Limits the open connections of the server (FT-9). Beyond the limit a new connection takes the place of one without a request in progress:
 * of the oldest that has sent no request, else of the one that is idle for the longest time, those of signed-in callers last. Only if
 * every connection has a request in progress is the new one refused with 503.
 */
export function registerConnections(app: FastifyInstance, limit: number): Connections {
  const open = new Set<Socket>();
  /** Without a request in progress, in the order in which they are closed; each map begins with its oldest. */
  const silent = new Map<Socket, Unused>();
  const idle = new Map<Socket, Unused>();
  const signedInIdle = new Map<Socket, Unused>();
  const unused = [silent, idle, signedInIdle];
  const signedIn = new WeakSet<Socket>();
  const pendingRequests = new WeakMap<Socket, number>();

  const leaveUnused = (socket: Socket) => {
    for (const sockets of unused) sockets.delete(socket);
  };
  const forget = (socket: Socket) => {
    open.delete(socket);
    leaveUnused(socket);
  };
  const shed = (newest: Socket) => {
    logShedding();
    for (const sockets of unused) {
      for (const socket of sockets.keys()) {
        if (socket === newest) continue;
        forget(socket);
        // Its descriptor is free as soon as this returns.
        socket.destroy();
        return;
      }
    }
    forget(newest);
    refuseConnection(newest);
  };

  let lastLogged = Number.NEGATIVE_INFINITY;
  const logShedding = () => {
    if (performance.now() - lastLogged < logEveryMs) return;
    lastLogged = performance.now();
    app.log.warn({ limit }, 'too many connections: unused ones are closed');
  };

  const { server } = app;
  server.on('connection', (socket) => {
    open.add(socket);
    silent.set(socket, unusedFromNow(socket));
    socket.once('close', () => forget(socket));
    if (open.size > limit) shed(socket);
  });
  server.on('request', ({ socket }, response: ServerResponse) => {
    leaveUnused(socket);
    pendingRequests.set(socket, (pendingRequests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (pendingRequests.get(socket) ?? 1) - 1;
      pendingRequests.set(socket, left);
      if (left > 0 || !open.has(socket) || socket.destroyed) return;
      (signedIn.has(socket) ? signedInIdle : idle).set(socket, unusedFromNow(socket));
    });
  });
  // A web socket is in use as long as it is open.
  server.on('upgrade', ({ socket }) => leaveUnused(socket));
  // The error of an accept would otherwise end the process; that of listen() is reported by Fastify.
  server.once('listening', () =>
    server.on('error', ({ message }) => app.log.warn({ reason: message }, 'not accepted')),
  );
  // Before the response is closed, which is when the connection becomes idle.
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.actor !== null && request.actor !== anonymous) signedIn.add(request.raw.socket);
    done();
  });
  return {
    get count() {
      return open.size;
    },
    hasUnused: () => unused.some(({ size }) => size > 0),
    closeUnused: async (forMs) => {
      await allRead();
      const latest = performance.now() - forMs;
      for (const sockets of unused) {
        for (const [socket, { since, bytesRead }] of sockets) {
          if (since > latest || socket.bytesRead > bytesRead) continue;
          forget(socket);
          // Not destroy(): bytes that arrive now would reset the connection, and the caller might lose the response before.
          socket.end();
        }
      }
    },
  };
}
