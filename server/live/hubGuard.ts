import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from 'socket.io';
import type { Config } from '../config.ts';
import { headerProblem } from '../http/addressGuard.ts';
import { createPace } from './pace.ts';
import { clientAddressOf } from './proxyAddress.ts';

/** New connections a minute from one address; clients that lose the server reconnect with growing pauses. */
const connectionsPerMinute = 240;
const headerBytes = 16 * 1024;

/**
 * What is checked before there is a connection: these requests pass none of the hooks of other calls. Browsers name the page's origin;
 * only our own and those of CORS_ORIGINS may connect.
 */
export function guardConnections(app: FastifyInstance, config: Config): Pick<ServerOptions, 'allowRequest'> {
  const origins = new Set([new URL(config.publicUrl).origin, ...config.corsOrigins]);
  const mayConnect = createPace({ burst: connectionsPerMinute, perSecond: connectionsPerMinute / 60 });
  const refusalOf = (request: IncomingMessage): string | null => {
    if (app.drain.draining) return 'This server is about to end.';
    const ambiguous = headerProblem(request);
    if (ambiguous) return `${ambiguous[0]} ${ambiguous[1]}.`;
    const { origin, host } = request.headers;
    const own = origin !== undefined && host !== undefined && new URL(origin, config.publicUrl).host === host;
    if (origin !== undefined && !own && !origins.has(origin)) return 'This origin may not connect.';
    if (request.rawHeaders.reduce((sum, part) => sum + part.length, 0) > headerBytes)
      return 'The headers are too large.';
    if (!mayConnect(clientAddressOf(request, config.trustProxy))) return 'Too many connections. Try again later.';
    return null;
  };
  return {
    allowRequest: (request, decide) => {
      try {
        const refusal = refusalOf(request);
        decide(refusal, refusal === null);
      } catch {
        decide('The request could not be read.', false);
      }
    },
  };
}
