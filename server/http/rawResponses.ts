import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import { errorBody } from './errorResponse.ts';
import { ApiProblem } from './problem.ts';
import { plainSecurityHeaders } from './securityHeaders.ts';

interface ConnectionTrouble {
  readonly code?: unknown;
  readonly rawPacket?: unknown;
}

/**
 * Answers what Node refuses before there is a request: bad framing, unknown methods, headers beyond all limits, senders that are too
 * slow (IN-4, FT-6). The same envelope and headers as everywhere, then the connection is closed.
 */
export function respondBrokenRequest(
  error: ConnectionTrouble,
  socket: Duplex,
  allowedMethods: (path: string) => readonly string[],
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'HPE_INVALID_METHOD') {
    const path = requestedPath(error.rawPacket);
    const methods = path === undefined ? [] : allowedMethods(path);
    if (methods.length > 0) return respondRaw(socket, 'E-METHOD-NOT-ALLOWED', { allow: methods.join(', ') });
  }
  respondRaw(socket, codeOf(error));
}

function codeOf(error: ConnectionTrouble): ErrorCode {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'E-REQUEST-TIMEOUT';
    case 'HPE_HEADER_OVERFLOW':
      // One endless first line is an address; anything else is headers.
      return Buffer.isBuffer(error.rawPacket) && !error.rawPacket.includes('\r\n')
        ? 'E-URL-TOO-LONG'
        : 'E-HEADERS-TOO-LARGE';
    default:
      return 'E-REQUEST-INVALID';
  }
}

const requestedPath = (packet: unknown): string | undefined =>
  Buffer.isBuffer(packet) ? /^[!-~]+ (\/[!-~]*) HTTP\/1\.[01]\r\n/.exec(packet.toString('latin1'))?.[1] : undefined;

function respondRaw(socket: Duplex, code: ErrorCode, headers: Readonly<Record<string, string>> = {}): void {
  const problem = new ApiProblem(code);
  const correlationId = randomUUID();
  const body = JSON.stringify(errorBody(problem, correlationId));
  const all = {
    ...plainSecurityHeaders,
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-correlation-id': correlationId,
    connection: 'close',
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${head.join('')}\r\n${body}`);
}

/** For a connection beyond the limit; its descriptor is free once the response is written. */
export function refuseConnection(socket: Socket): void {
  respondRaw(socket, 'E-UNAVAILABLE', { 'retry-after': '5' });
  socket.destroySoon();
}

/** CONNECT reaches no request handler; Node would drop it without a word. */
export function refuseTunnels(server: Server): void {
  server.on('connect', (_request, socket) =>
    respondRaw(socket, 'E-METHOD-NOT-ALLOWED', { allow: 'GET, POST, PUT, DELETE' }),
  );
}
