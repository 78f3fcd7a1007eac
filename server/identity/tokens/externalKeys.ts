import { createRemoteJWKSet, type CryptoKey, errors, type JWTHeaderParameters } from 'jose';
import { z } from 'zod';
import { ApiProblem } from '../../http/problem.ts';

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url() });
const cooldownMs = 30_000;
const timeoutMs = 5000;

export interface ExternalProvider {
  /** As the provider itself writes it, with or without a slash at the end. */
  readonly issuer: string;
  readonly findKey: (header: JWTHeaderParameters) => Promise<CryptoKey | undefined>;
}

/**
 * The keys of another OpenID provider. Its metadata are asked once; its keys again when an unknown key id comes, but at
 * most every 30 seconds (quality TK-5). While it does not answer, callers get 503 and not 401: their tokens may be right.
 */
export function externalProvider(issuer: string): () => Promise<ExternalProvider> {
  let known: Promise<ExternalProvider> | undefined;
  let failedAt = 0;
  return () => {
    if (!known && Date.now() - failedAt < 1000) return Promise.reject(unavailable());
    known ??= connect(issuer).catch((cause: unknown) => {
      known = undefined;
      failedAt = Date.now();
      throw unavailable(cause);
    });
    return known;
  };
}

async function connect(issuer: string): Promise<ExternalProvider> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`The OpenID provider ${issuer} answered ${answer.status}.`);
  const metadata = metadataSchema.parse(await answer.json());
  if (metadata.issuer.replace(/\/+$/, '') !== issuer)
    throw new Error(`The provider at ${issuer} calls itself ${metadata.issuer}.`);
  const keySet = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    cooldownDuration: cooldownMs,
    timeoutDuration: timeoutMs,
  });
  return { issuer: metadata.issuer, findKey: (header) => findRemoteKey(keySet, header) };
}

async function findRemoteKey(keySet: ReturnType<typeof createRemoteJWKSet>, header: JWTHeaderParameters) {
  if (header.kid === undefined) return undefined;
  try {
    return await keySet(header);
  } catch (cause) {
    if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) return undefined;
    if (cause instanceof errors.JOSENotSupported) return undefined;
    throw unavailable(cause);
  }
}

const unavailable = (cause?: unknown) => new ApiProblem('E-UNAVAILABLE', { headers: { 'retry-after': '5' }, cause });
