import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { type DocumentedArea, openApiDocument } from './openApi.ts';

/** The page draws itself with styles of its own; it loads nothing and sends nothing to another server. */
const policyWith = (scripts: readonly string[]) =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(hashOf).join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const inlineScripts = (page: string) =>
  [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);

/** The contract for programs, made at the first request, and as a page for people: Scalar's API reference, served from its package. */
export async function registerDocs(
  app: FastifyInstance,
  areas: readonly DocumentedArea[],
  config: Config,
): Promise<void> {
  let document: string | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(areas, config));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document);
  });

  // Five megabytes of script that an installation without the page need not load.
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply.header('cache-control', 'no-cache');
      if (typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html'))
        reply.header('content-security-policy', policyWith(inlineScripts(payload)));
      return payload;
    });
    await scope.register(apiReference, {
      routePrefix: '/docs',
      configuration: {
        pageTitle: `API - ${config.brand.name}`,
        url: '/api/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
        proxyUrl: '',
        documentDownloadType: 'json',
        persistAuth: false,
      },
    });
  });
}
