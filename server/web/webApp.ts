import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { projectFolder } from '../projectFolder.ts';

export const webFolder = join(projectFolder, 'dist/admin');

/** Addresses that are not pages: a wrong one is a plain 404, not the application. */
const notPages = /^\/(api|oidc|oidc-[a-z]+|odata|health|metrics|docs|fhir|hubs|assets|dev(?!\/mailbox\/?$))(\/|$)/i;
/** Files that are not there, and what scanners look for. */
const notThere = /\/\.|\.(js|css|map|json|html?|br|gz|zip|svg|png|ico|txt|xml|woff2|php|env|sql)$/i;
const pdfWorker = /pdf\.worker[^/]*\.mjs(\.(br|gz))?$/;
/** The thread that draws PDFs may run the compiled programs of its library, which no page may. */
const pdfWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const hashedAsset = /-[A-Za-z0-9_-]{8,}\.\w+$/;

/** Serves the built web application; every page address of it answers with the one page. */
export async function registerWebApp(app: FastifyInstance, config: Config, folder = webFolder): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const framed = policyOf(config, { frameAncestors: "'self'" });

  await app.register(staticFiles, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '**/*.map'],
    setHeaders: (reply, path) => {
      const immutable = hashedAsset.test(path.replace(/\.(br|gz)$/, ''));
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      // The hidden frame that renews a session belongs to our own page.
      if (path.endsWith('silent.html'))
        reply.headers({ 'content-security-policy': framed, 'x-frame-options': 'SAMEORIGIN' });
      if (pdfWorker.test(path)) reply.header('content-security-policy', pdfWorkerPolicy);
    },
  });

  app.get('/*', { exposeHeadRoute: true }, (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    if (notPages.test(path) || notThere.test(path) || !wantsPage(request)) {
      // HEAD of an API address lands here as well; the answer for unknown addresses knows which methods there are.
      return reply.callNotFound();
    }
    const address = publicAddressOf(request, config);
    if (address !== undefined) return reply.header('cache-control', 'no-store').redirect(address);
    return sendPage(reply, page, request, config);
  });
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The public address of a page that was opened by another name of the same loopback host: sign-in works at the public address only,
 * because the browser treats the two names as different origins. Undefined for every other host: behind a proxy the Host header may
 * name this server, and a redirect would not end. The port must match for the same reason.
 */
function publicAddressOf(request: FastifyRequest, { publicUrl }: Config): string | undefined {
  const requested = URL.parse(`${request.protocol}://${request.host}`);
  const own = new URL(publicUrl);
  if (requested === null || requested.hostname === own.hostname || requested.port !== own.port) return undefined;
  if (!loopbackNames.has(requested.hostname) || !loopbackNames.has(own.hostname)) return undefined;
  // Concatenated, not resolved: a path such as //other.example must stay a path.
  return request.url.startsWith('/') ? `${own.origin}${request.url}` : undefined;
}

const wantsPage = (request: FastifyRequest): boolean => /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');

function sendPage(reply: FastifyReply, page: string, request: FastifyRequest, config: Config): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(config, { nonce }),
    'referrer-policy': 'same-origin',
    // Each answer has a nonce of its own, so a kept copy would show a page without its styles.
    'cache-control': 'no-store',
  });
  // The window an outside sign-in or proofing ends in must be able to report back (quality.md finding 8).
  if (/^\/callback(\?|$)/i.test(request.url)) reply.removeHeader('cross-origin-opener-policy');
  return reply.send(page.replaceAll('__CSP_NONCE__', nonce));
}

/** Scripts only from our own files (BR-1). Styles also with the nonce, which the style library puts on the elements it makes. */
function policyOf(
  config: Config,
  { nonce, frameAncestors = "'none'" }: { nonce?: string; frameAncestors?: string },
): string {
  const issuer = new URL(config.issuer).origin;
  const provider = issuer === new URL(config.publicUrl).origin ? '' : ` ${issuer}`;
  const interop = config.interopUrl === null ? '' : ` ${new URL(config.interopUrl).origin}`;
  // Some browsers do not count a web socket of the same origin as our own.
  const sockets = config.exchange.hubs ? ` ${new URL(config.publicUrl).origin.replace(/^http/, 'ws')}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${provider}${interop}${sockets}`,
    `frame-src 'self'${provider}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${provider}`,
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
}
