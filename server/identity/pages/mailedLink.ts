import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { IdentityConfig } from '../identityConfig.ts';
import { cookieOf, setCookie } from './cookie.ts';

/** What the query of a mailed link and the form of its page have. */
export const linkSchema = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

const seconds = 60 * 60;

/**
 * The page of a mailed link (`path?token=…`). Its address stays in the history of the browser, so the token goes into a cookie of the page, which
 * is opened again without it. `send` gets the token; undefined where the link is not complete.
 */
export function registerMailedLink(
  app: FastifyInstance,
  config: IdentityConfig,
  path: string,
  send: (reply: FastifyReply, token: string | undefined) => Promise<FastifyReply>,
): void {
  const name = `link_${path.slice(path.lastIndexOf('/') + 1)}`;
  app.get<{ Querystring: { readonly token?: unknown } }>(path, async (request, reply) => {
    const { token } = request.query;
    if (token === undefined)
      return send(reply, linkSchema.safeParse({ token: cookieOf(request, config, name) }).data?.token);
    const link = linkSchema.safeParse({ token });
    if (!link.success) return send(reply, undefined);
    setCookie(reply, config, { name, value: link.data.token, path, seconds });
    return reply.header('cache-control', 'no-store').redirect(path, 303);
  });
}
