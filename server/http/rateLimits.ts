import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { ApiProblem } from './problem.ts';

const minute = 60_000;

/**
 * At most so many calls a minute from one client address (FT-7), far fewer where passwords, codes and links can be guessed, or user names and
 * subdomains. Of tokens there are more: many people share the address of their organization, and each page they load renews one. The address is
 * the connection's own; X-Forwarded-For counts only behind proxies named in TRUST_PROXY. Each process counts for itself; the lockout
 * of accounts, which must not be dodged, is counted in the database.
 */
export async function registerRateLimits(app: FastifyInstance, config: Pick<Config, 'rateLimit'>): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 20_000 });
  const signIn = app.createRateLimit({ max: config.rateLimit.signInPerMinute, timeWindow: minute });
  const tokens = app.createRateLimit({ max: config.rateLimit.tokensPerMinute, timeWindow: minute });
  const userNames = app.createRateLimit({ max: config.rateLimit.userNamesPerMinute, timeWindow: minute });
  const all = app.createRateLimit({ max: config.rateLimit.apiPerMinute, timeWindow: minute });
  app.addHook('onRequest', async (request) => {
    const { method, url } = request.raw;
    if (url?.startsWith('/health/')) return;
    const guessing =
      method === 'POST' && /^\/(?:oidc[/-]|api\/registration(?:\/(?:link|complete))?\/?(?:\?|$))/i.test(url ?? '');
    // They tell which accounts and subdomains exist (AU-3).
    const asking = /^\/api\/(?:users\/find|registration\/subdomain)\/?(?:\?|$)/i.test(url ?? '');
    // Codes and refresh tokens are too long to be guessed; secrets of machine clients lock after three (AU-2).
    const renewing = method === 'POST' && /^\/oidc\/token\/?(?:\?|$)/i.test(url ?? '');
    const limit = await (renewing
      ? tokens(request)
      : guessing
        ? signIn(request)
        : asking
          ? userNames(request)
          : all(request));
    if (!limit.isAllowed && limit.isExceeded) {
      throw new ApiProblem('E-RATE-LIMITED', { headers: { 'retry-after': String(Math.max(1, limit.ttlInSeconds)) } });
    }
  });
}
