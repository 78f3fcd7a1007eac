import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import FindMyWay from 'find-my-way';
import { ApiProblem } from './problem.ts';

/** Same as the router's own options, so that both understand addresses alike. */
export const routing = { ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: 500 } as const;

/**
 * OData writes keys in brackets, which routers take for patterns: `/odata/set(5)/Parts` becomes `/odata/set/5/Parts`. The quotes and
 * the letter of V3 (`'5'`, `5L`) and percent signs in the place of brackets and of the dollar mean the same.
 */
export const keyAsSegment = (address: string): string =>
  /^\/odata\//i.test(address)
    ? address
        .replace(/^([^?]*\/)%24(?=count\b|metadata\b)/i, '$1$$')
        .replace(
          /^(\/odata\/\w{1,100})(?:\(|%28)(?:'|%27)?([^()/?'%]{0,200}?)(\d)?L?(?:'|%27)?(?:\)|%29)/i,
          (_, set: string, start: string, digit = '') => `${set}/${start}${digit}`,
        )
    : address;

/** Answers 405 with `Allow` for a known address and a wrong method, 404 for the rest (AZ-2). */
export function registerMethodGuard(app: FastifyInstance): (path: string) => readonly string[] {
  const methodsByUrl = new Map<string, Set<string>>();
  const known = FindMyWay(routing);

  app.addHook('onRoute', ({ url, method }) => {
    // Wildcards answer for themselves: they know only while serving what is there.
    if (url.includes('*')) return;
    const key = url.replace(/\/$/, '').replace(/:\w+/g, ':p').toLowerCase();
    const methods = methodsByUrl.get(key) ?? new Set();
    if (methods.size === 0) known.on('GET', key || '/', () => undefined, methods);
    methodsByUrl.set(key, methods);
    for (const name of [method].flat()) methods.add(name);
  });

  const allowed = (path: string): readonly string[] => {
    const found = known.find('GET', path.split(/[?#]/, 1)[0] ?? '/');
    return found?.store instanceof Set ? [...(found.store as Set<string>)].sort() : [];
  };

  // Fastify knows a few methods only; with the others it would not even ask for a route.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  app.setNotFoundHandler((request) => {
    const methods = allowed(request.url);
    if (methods.length > 0 && !methods.includes(request.method)) {
      throw new ApiProblem('E-METHOD-NOT-ALLOWED', { headers: { allow: methods.join(', ') } });
    }
    throw new ApiProblem('E-ROUTE-NOT-FOUND');
  });
  return allowed;
}
