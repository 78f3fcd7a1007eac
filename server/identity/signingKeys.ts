import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { accessTokenSeconds, longestSessionSeconds } from './identityConfig.ts';
import type { InstallationSecrets } from './secrets/installationSecrets.ts';

/** The one algorithm of our own tokens; verification pins it (quality TK-1). */
export const signingAlgorithm = 'ES256';

export interface SigningKey extends JWK {
  readonly kid: string;
}

interface StoredKey extends SigningKey {
  /** ISO time from which it signs; before it, every process has read it and accepts its tokens. */
  readonly signsFrom?: string;
}

interface StoredKeys {
  /** Newest first. */
  readonly keys: readonly StoredKey[];
}

const secretName = 'oidc.signingKeys';

/** How long a new key is published before it signs. Longer than the processes take to read it (keyRing.ts), with room for clocks that differ. */
export const publishedSeconds = 120;

/** A key that signs no more verifies until its last ID token can no longer be the hint of a sign-out. */
const verifiesForMs = (longestSessionSeconds + accessTokenSeconds) * 1000;

/** Private keys: the first one signs, all of them verify. */
export async function loadSigningKeys(secrets: InstallationSecrets): Promise<readonly [SigningKey, ...SigningKey[]]> {
  const stored = await secrets.load<StoredKeys>(secretName, async () => ({ keys: [await createSigningKey()] }));
  const keys = stillVerifying(stored.keys, Date.now());
  const signing = keys.find((key) => startOf(key) <= Date.now()) ?? keys.at(-1);
  if (!signing) throw new Error(`The secret ${secretName} contains no key.`);
  return [withoutTime(signing), ...keys.filter((key) => key !== signing).map(withoutTime)];
}

/**
 * Adds a key that signs in two minutes, when all processes have read it; the old ones verify until their tokens have expired (quality TK-5).
 * `revoke`: the old ones are removed and the new one signs at once, which ends all tokens; for a key that was stolen.
 */
export async function rotateSigningKey(
  secrets: InstallationSecrets,
  { revoke }: { readonly revoke: boolean },
): Promise<{ readonly kid: string; readonly signsFrom: Date }> {
  const signsFrom = new Date(Date.now() + (revoke ? 0 : publishedSeconds * 1000));
  const key = { ...(await createSigningKey()), signsFrom: signsFrom.toISOString() };
  await secrets.change<StoredKeys>(secretName, async (current) => ({
    keys: [key, ...(revoke ? [] : stillVerifying(current?.keys ?? [], Date.now()))],
  }));
  return { kid: key.kid, signsFrom };
}

/** Keys that sign the cookies of the sign-in pages, newest first. */
export const loadCookieKeys = async (secrets: InstallationSecrets): Promise<string[]> => {
  const { keys } = await secrets.load('oidc.cookieKeys', async () => ({
    keys: [randomBytes(32).toString('base64url')],
  }));
  return keys;
};

async function createSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: signingAlgorithm };
}

const startOf = ({ signsFrom }: StoredKey) => (signsFrom === undefined ? 0 : Date.parse(signsFrom));

/** A key ends a while after the next newer one began to sign. */
const stillVerifying = (keys: readonly StoredKey[], now: number) =>
  keys.filter((_key, index) => {
    const next = keys[index - 1];
    return !next || startOf(next) + verifiesForMs > now;
  });

const withoutTime = ({ signsFrom: _signsFrom, ...key }: StoredKey): SigningKey => key;

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
