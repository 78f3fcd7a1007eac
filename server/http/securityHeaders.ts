import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** For answers that are data: nothing may be loaded, run or framed by them. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For stored content: opened by its address it runs nothing and loads nothing (FI-5). */
export const inertPolicy = `${dataPolicy}; sandbox`;

/** What answers outside Fastify carry (rawResponses.ts); the full set comes from helmet. */
export const plainSecurityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': dataPolicy,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const permissions = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()';

/** The full set on every response, refusals included (BR-4). Pages replace the policy by their own. */
export async function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    // The window that opens identity proofing must stay in touch with it (quality.md finding 8).
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Sent over http as well: browsers heed it only over https, and a proxy may stand in between.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: config.publicUrl.startsWith('https://') },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', permissions).header('x-correlation-id', request.id);
    done();
  });
}
