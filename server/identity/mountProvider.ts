import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { IdentityConfig } from './identityConfig.ts';
import { pageHeaders } from './pages/page.ts';
import { requestFacts } from './requestFacts.ts';

/** Puts the provider under /oidc of the same server (stack notes, OpenID provider, gotcha 6). */
export async function mountProvider(
  app: FastifyInstance,
  currentProvider: () => Provider,
  config: IdentityConfig,
): Promise<void> {
  const handlers = new WeakMap<Provider, ReturnType<Provider['callback']>>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const provider = currentProvider();
    const handler = handlers.get(provider) ?? provider.callback();
    handlers.set(provider, handler);
    return handler(request, response);
  };
  const { protocol, host } = new URL(config.publicUrl);

  // The provider reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    carryHeaders(reply);
    // The drain's own hook does not see hijacked replies (quality FT-8).
    if (app.hasDecorator('drain') && app.drain.draining) reply.raw.setHeader('connection', 'close');
    reply.hijack();
    const { raw } = request;
    // Addresses and cookies follow the configured address, never what a caller claims in Host or X-Forwarded headers.
    raw.headers.host = host;
    raw.headers['x-forwarded-host'] = host;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    raw.url = (raw.url ?? '/').replace(/^\/oidc/i, '') || '/';
    // From the two addresses the provider learns where it is mounted.
    Object.assign(raw, { originalUrl: `/oidc${raw.url}` });
    const details = { receivedMsAgo: sinceReceived(raw), caller: { requestId: request.id, address: request.ip } };
    await requestFacts.run(details, () => handle(raw, reply.raw));
  };

  app.route({ method: ['GET', 'HEAD', 'POST', 'OPTIONS'], url: '/oidc/*', handler: forward });
}

/** Counts from the end of the body: headers may arrive long before it (quality TK-3). */
function sinceReceived(raw: IncomingMessage): () => number {
  let receivedAt: number | undefined;
  raw.once('end', () => {
    receivedAt = performance.now();
  });
  return () => (receivedAt === undefined ? 0 : performance.now() - receivedAt);
}

/** A hijacked reply loses the headers that the platform has set on it so far, the security headers among them. */
function carryHeaders(reply: FastifyReply): void {
  const { 'content-type': _type, ...ours } = pageHeaders;
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...ours })) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}
