import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiProblem } from './problem.ts';
import { invalidHeader } from './requestFacts.ts';

const maxAddress = 8 * 1024;
const maxHeaders = 16 * 1024;

/**
 * What Node reads before it calls us: twice our limits and more, so that most excesses are refused with a proper response here and
 * only the grossest ones by closing the connection (rawResponses.ts).
 */
export const maxHeaderBytes = 80 * 1024;

/** Headers of which a second one would mean something else to another reader; Node takes the first one. */
const singleHeaders: Readonly<Record<string, string>> = {
  host: 'Host',
  'content-type': 'Content-Type',
  authorization: 'Authorization',
};

/** What makes a request ambiguous to proxies and servers (IN-4): the header, and the text of the refusal. Node refuses two lengths itself. */
export function headerProblem({
  rawHeaders,
  headers,
  httpVersion,
}: HeadOfRequest): readonly [string, string] | undefined {
  const sent = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const title = singleHeaders[name];
    if (title === undefined) continue;
    if (sent.has(name)) return [title, `must be sent once: send one ${title} header`];
    sent.add(name);
  }
  if (isUnknownExpectation(headers.expect) && httpVersion !== '1.0')
    return ['Expect', 'must be 100-continue: send no other Expect header'];
  if (headers.host) return oneHost.test(headers.host) ? undefined : ['Host', 'must be the name of one server'];
  // Probes of HTTP/1.0 send none.
  return httpVersion === '1.0' ? undefined : ['Host', 'is required: send the name of this server in a Host header'];
}

/** A name, an IPv4 address, or an IPv6 address in brackets, with or without a port. */
const oneHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** What Node does not take for `100-continue`. */
const isUnknownExpectation = (expectation: string | undefined): boolean =>
  expectation !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expectation);

type HeadOfRequest = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'>;

const wholeAddress =
  'The address of a request must be a path, such as /api/organizations: send the host in the Host header.';

/**
 * Refuses requests whose headers or address could mean two things (IN-4), addresses and headers beyond the limits (IN-3) and addresses
 * that are not well-formed text (IN-5). The address itself may not name a host: it could be another one than that of the Host header.
 */
export function registerAddressGuard(app: FastifyInstance): void {
  // Node would respond 417 without a body and without this guard.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    const { url, rawHeaders } = request.raw;
    const address = url ?? '/';
    if (address.length > maxAddress) return done(new ApiProblem('E-URL-TOO-LONG'));
    const ambiguous = headerProblem(request.raw);
    if (ambiguous || !/^[/*]/.test(address)) {
      // It may be two requests to a proxy in front: nothing more is read from this connection.
      reply.header('connection', 'close');
      return done(
        ambiguous ? invalidHeader(...ambiguous) : new ApiProblem('E-URL-MALFORMED', { message: wholeAddress }),
      );
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
