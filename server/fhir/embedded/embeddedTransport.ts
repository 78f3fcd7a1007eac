import type { FastifyInstance } from 'fastify';
import { httpTransport } from '../httpTransport.ts';
import type { FhirTransport } from '../transport.ts';

/**
 * Reaches the directory inside this server: over its own socket, so that the same code runs as with any other directory, or in
 * memory where the server has no port (tests).
 */
export const embeddedTransport = (app: FastifyInstance, base: URL): FhirTransport => ({
  base,
  get: async (url, signal) => {
    const own = socketOf(app);
    if (!own) return inMemory(app, url);
    const local = new URL(url.pathname + url.search, own);
    // The one place where a private address is meant: our own.
    return httpTransport(new URL(own), { allowPrivate: true }).get(local, signal);
  },
});

function socketOf({ server }: FastifyInstance): string | undefined {
  const address = server.listening ? server.address() : null;
  if (address === null || typeof address === 'string') return undefined;
  // Listening on every address includes loopback.
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

async function inMemory(app: FastifyInstance, url: URL) {
  const answer = await app.inject({ method: 'GET', url: url.pathname + url.search });
  return {
    status: answer.statusCode,
    contentType: answer.headers['content-type'] ?? '',
    text: answer.body,
    url,
  };
}
