import type { FastifyInstance } from 'fastify';
import { ApiProblem } from './problem.ts';
import { invalidHeader } from './requestFacts.ts';

const maxAddress = 8 * 1024;
const maxHeaders = 16 * 1024;

/**
 * What Node reads before it calls us: twice our limits and more, so that most excesses are refused with a proper answer here and
 * only the grossest ones by closing the connection (rawAnswers.ts).
 */
export const maxHeaderBytes = 80 * 1024;

/** Whether a request names its host more than once, which proxies and servers read differently (IN-4). */
export const hasTwoHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** Refuses two Host headers (IN-4), addresses and headers beyond the limits (IN-3) and addresses that are not well-formed text (IN-5). */
export function registerAddressGuard(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url, rawHeaders } = request.raw;
    const address = url ?? '/';
    if (address.length > maxAddress) return done(new ApiProblem('E-URL-TOO-LONG'));
    if (hasTwoHosts(rawHeaders)) {
      // The two may be two requests to a proxy in front: nothing more is read from this connection.
      reply.header('connection', 'close');
      return done(invalidHeader('Host', 'must be sent once: send one Host header'));
    }
    let bytes = 0;
    for (const part of rawHeaders) bytes += part.length;
    if (bytes > maxHeaders) return done(new ApiProblem('E-HEADERS-TOO-LARGE'));
    if (address.includes('%') && !isWellFormed(address)) return done(new ApiProblem('E-URL-MALFORMED'));
    done();
  });
}

function isWellFormed(address: string): boolean {
  try {
    return !decodeURIComponent(address).includes('\0');
  } catch {
    return false;
  }
}
