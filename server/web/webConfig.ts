import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { hubPath } from '../live/openHubs.ts';

/** What the web application learns at run time, so that one build serves every installation. */
export function registerWebConfig(app: FastifyInstance, config: Config): void {
  const answer = {
    apiBaseUrl: '',
    interopBaseUrl: config.interopUrl ?? '',
    issuer: config.issuer,
    clientId: 'carepost-web',
    hubUrl: config.exchange.hubs ? hubPath : null,
    features: config.features,
    brand: config.brand,
    idleSeconds: config.externalIssuer === null ? config.idleSeconds : null,
    demo: config.demo,
  };
  app.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(answer));
}
