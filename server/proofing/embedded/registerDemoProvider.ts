import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { z } from 'zod';
import { keepOpener } from '../proofingPage.ts';
import { type DemoPages, registerDemoPages } from './demoPages.ts';
import { demoId, findSession, saveSession, takeSession } from './demoProofingStore.ts';

export const demoClientId = 'carepost';
const algorithm = 'ES256';
const keyId = 'demo';

interface DemoSecrets {
  readonly privateKey: JWK;
  readonly clientSecret: string;
}

const createSecrets = async (): Promise<DemoSecrets> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { privateKey: await exportJWK(privateKey), clientSecret: randomBytes(32).toString('base64url') };
};

const requestSchema = z.object({
  client_id: z.literal(demoClientId),
  response_type: z.literal('code'),
  state: z.string().min(1).max(500),
  nonce: z.string().min(1).max(500),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
});

const grantSchema = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.literal(demoClientId),
  client_secret: z.string(),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
});

/**
 * An identity provider that speaks OpenID Connect as a real one does, so that the demo can verify people without an account elsewhere: its
 * pages take photos and the data of an ID, its token endpoint signs the result. It believes what a person types.
 */
export async function openDemoProvider(
  app: FastifyInstance,
  provider: DemoPages,
): Promise<{ readonly clientSecret: string }> {
  const { database, secrets, prefix, issuer, returnUrl } = provider;
  const sessions = { db: database.db, secrets };
  const { privateKey, clientSecret } = await secrets.load('demoProofing', createSecrets);
  const { kty, crv, x, y } = privateKey;

  await app.register(
    async (scope) => {
      scope.addHook('onRequest', keepOpener);
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 8192 },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );

      scope.get('/.well-known/openid-configuration', async () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [algorithm],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      }));

      scope.get('/jwks', async () => ({ keys: [{ kty, crv, x, y, kid: keyId, alg: algorithm, use: 'sig' }] }));

      scope.get('/authorize', async (request, reply) => {
        const query = requestSchema.extend({ redirect_uri: z.literal(returnUrl) }).safeParse(request.query);
        if (!query.success) return refuse(reply, 'invalid_request');
        const { state, nonce, code_challenge: codeChallenge } = query.data;
        const id = demoId();
        const person = null;
        await saveSession(sessions, id, { state, nonce, codeChallenge, person, hasFace: false, isVerified: null });
        return reply.header('cache-control', 'no-store').redirect(`${prefix}/session/${id}`, 303);
      });

      // As an object: one line more would make a route by the other form.
      scope.route({
        method: 'POST',
        url: '/token',
        handler: async (request, reply) => {
          const grant = grantSchema.safeParse(request.body);
          if (!grant.success || grant.data.redirect_uri !== returnUrl) return refuse(reply, 'invalid_request');
          if (!isEqual(grant.data.client_secret, clientSecret)) return refuse(reply.code(401), 'invalid_client');
          const { code, code_verifier: verifier } = grant.data;
          const found = await findSession(sessions, code);
          const session = found && found.isVerified !== null ? await takeSession(sessions, code) : undefined;
          if (!session || challengeOf(verifier) !== session.codeChallenge) return refuse(reply, 'invalid_grant');
          const { person, isVerified, nonce } = session;
          const verified =
            isVerified && person
              ? { given_name: person.firstName, family_name: person.lastName, birthdate: person.dateOfBirth }
              : {};
          const idToken = await new SignJWT({ nonce, identity_verified: isVerified === true, ...verified })
            .setProtectedHeader({ alg: algorithm, kid: keyId })
            .setIssuer(issuer)
            .setAudience(demoClientId)
            .setSubject(demoId())
            .setIssuedAt()
            .setExpirationTime('5m')
            .sign(await importJWK(privateKey, algorithm));
          return reply
            .header('cache-control', 'no-store')
            .send({ access_token: demoId(), token_type: 'bearer', expires_in: 300, id_token: idToken });
        },
      });

      await scope.register(async (pages) => registerDemoPages(pages, provider));
    },
    { prefix },
  );
  return { clientSecret };
}

const refuse = (reply: FastifyReply, error: string) =>
  (reply.statusCode === 401 ? reply : reply.code(400)).header('cache-control', 'no-store').send({ error });

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const digest = (secret: string) => createHash('sha256').update(secret).digest();
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
