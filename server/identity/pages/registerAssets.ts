import type { FastifyInstance } from 'fastify';
import type { IdentityConfig } from '../identityConfig.ts';
import { scripts } from './scripts.ts';
import { styleSheet } from './style.ts';

/** Style and scripts of the sign-in pages, served as files so that the pages need no inline code (quality BR-1). */
export function registerAssets(app: FastifyInstance, config: IdentityConfig): void {
  const serve = (name: string, type: string, content: string) =>
    app.get(`/oidc-assets/${name}`, async (_request, reply) =>
      reply.headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' }).send(content),
    );
  serve('sign-in.css', 'text/css', styleSheet(config.brand.primaryColor));
  for (const [name, content] of Object.entries(scripts)) serve(name, 'text/javascript', content);
}
