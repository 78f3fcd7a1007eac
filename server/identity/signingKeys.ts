import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database } from '../database/openDatabase.ts';
import { loadSecret } from './installationSecrets.ts';

/** The one algorithm of our own tokens; verification pins it (quality TK-1). */
export const signingAlgorithm = 'ES256';

export interface SigningKey extends JWK {
  readonly kid: string;
}

/** Private keys, newest first: the first one signs, all of them verify. */
export const loadSigningKeys = async (database: Database): Promise<readonly [SigningKey, ...SigningKey[]]> => {
  const { keys } = await loadSecret(database, 'oidc.signingKeys', async () => ({ keys: [await createSigningKey()] }));
  const [first, ...others] = keys;
  if (!first) throw new Error('The secret oidc.signingKeys holds no key.');
  return [first, ...others];
};

/** Keys that sign the cookies of the sign-in pages, newest first. */
export const loadCookieKeys = async (database: Database): Promise<string[]> => {
  const { keys } = await loadSecret(database, 'oidc.cookieKeys', async () => ({
    keys: [randomBytes(32).toString('base64url')],
  }));
  return keys;
};

async function createSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: signingAlgorithm };
}

/** The part of a key that may be shown to anybody. */
export const publicPart = ({ kty, crv, x, y, kid, use, alg }: SigningKey): JWK => ({
  ...(kty ? { kty } : {}),
  ...(crv ? { crv } : {}),
  ...(x ? { x } : {}),
  ...(y ? { y } : {}),
  kid,
  ...(use ? { use } : {}),
  ...(alg ? { alg } : {}),
});
