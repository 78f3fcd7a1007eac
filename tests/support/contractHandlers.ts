import { http, type HttpHandler, type HttpResponseResolver } from 'msw';
import { api } from '../../shared/contract/api.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';

/** A handler of msw for each call of the contract, at an origin. */
export const contractHandlers = (origin: string, resolver: HttpResponseResolver): HttpHandler[] =>
  Object.values(api)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .map(({ method, path }) => {
      const pattern = origin + path.replaceAll(/\{(\w+)\}/g, ':$1');
      return http[method.toLowerCase() as Lowercase<Endpoint['method']>](pattern, resolver);
    });
