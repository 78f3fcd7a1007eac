import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { docsPage } from './docsPage.ts';
import { type DocumentedArea, openApiDocument } from './openApi.ts';
import { docsStyle } from './style.ts';

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The contract for programs and for people. Made at the first request: most servers are never asked. */
export function registerDocs(app: FastifyInstance, areas: readonly DocumentedArea[], config: Config): void {
  let document: string | undefined;
  let page: string | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(areas, config));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document);
  });
  app.get('/docs', (_request, reply) => {
    page ??= docsPage(areas, config);
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(page);
  });
  app.get('/docs/style.css', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('text/css; charset=utf-8').send(docsStyle),
  );
}
