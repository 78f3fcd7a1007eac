import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import { outsideScope } from '../database/queryBuilder.ts';
import { bodyText } from '../jobs/guardedFetch.ts';
import type { InstallationSecrets } from '../identity/secrets/installationSecrets.ts';
import { demoClientId, openDemoProvider } from './embedded/registerDemoProvider.ts';
import { demoKnowledgeClient, openDemoKnowledge } from './knowledge/embedded/registerDemoKnowledge.ts';
import { httpKnowledge } from './knowledge/httpKnowledge.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { openIdProofing } from './openIdProofing.ts';
import type { Proofing } from './proofing.ts';
import { providerFetch } from './providerFetch.ts';
import { registerReturn, returnPath } from './registerReturn.ts';

interface ProofingServices {
  readonly config: Pick<Config, 'proofing' | 'knowledge' | 'demo' | 'production' | 'publicUrl'>;
  readonly database: Database;
  readonly secrets: InstallationSecrets;
}

const demoPrefix = '/demo-proofing';
const demoKnowledgePrefix = '/demo-knowledge';

/** The identity provider of this installation: the one that was set up, else that of the demo; null where there is none. */
export async function openProofing(app: FastifyInstance, services: ProofingServices): Promise<Proofing | null> {
  const { config, database } = services;
  const { proofing, demo, production, publicUrl } = config;
  if (proofing === null && !demo) return null;
  registerReturn(app, database);
  const returnUrl = `${publicUrl}${returnPath}`;
  if (proofing !== null) {
    const { url: issuer, clientId, clientSecret } = proofing;
    return openIdProofing(
      { issuer, clientId, clientSecret, returnUrl, allowsHttp: !production },
      providerFetch(proofing),
    );
  }
  const issuer = `${publicUrl}${demoPrefix}`;
  const { clientSecret } = await openDemoProvider(app, { ...services, prefix: demoPrefix, issuer, returnUrl });
  return openIdProofing({ issuer, clientId: demoClientId, clientSecret, returnUrl, allowsHttp: true }, inMemory(app));
}

/** The provider of identity questions: the one that was set up, else that of the demo; null where there is none. */
export async function openKnowledge(app: FastifyInstance, services: ProofingServices): Promise<Knowledge | null> {
  const { knowledge, demo, publicUrl } = services.config;
  if (knowledge !== null) return httpKnowledge(knowledge, providerFetch(knowledge));
  if (!demo) return null;
  const issuer = `${publicUrl}${demoKnowledgePrefix}`;
  const { clientSecret } = await openDemoKnowledge(app, { ...services, prefix: demoKnowledgePrefix, issuer });
  return httpKnowledge({ url: issuer, clientId: demoKnowledgeClient, clientSecret }, inMemory(app));
}

/** The provider inside this server, with the responses of a real one. Its statements are no part of the transaction of its caller. */
const inMemory =
  (app: FastifyInstance): CustomFetch =>
  async (url, { method, headers, body }) => {
    const payload = bodyText(body);
    const response = await outsideScope(async () =>
      app.inject({
        method: method === 'POST' ? 'POST' : 'GET',
        url: new URL(url).pathname,
        headers: { ...headers },
        ...(payload === undefined ? {} : { payload }),
      }),
    );
    const contentType = response.headers['content-type'] ?? 'application/json';
    return new Response(response.body, { status: response.statusCode, headers: { 'content-type': contentType } });
  };
