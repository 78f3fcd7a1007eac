import { type CryptoKey, importJWK, type JWTHeaderParameters } from 'jose';
import type { KeyRing } from '../keyRing.ts';
import { publicPart, type SigningKey, signingAlgorithm } from '../signingKeys.ts';

export type FindKey = (header: JWTHeaderParameters) => Promise<CryptoKey | undefined>;

/** The public keys of our own provider, by the key id that a token must carry. */
export function localKeys(ring: KeyRing): FindKey {
  const imported = new Map<string, Promise<CryptoKey>>();
  ring.onChange(() => imported.clear());
  const known = (kid: string) => ring.keys().find((key) => key.kid === kid);

  return async ({ kid }) => {
    if (kid === undefined) return undefined;
    // Another process may have made it since the last look.
    if (!known(kid)) await ring.refreshForUnknown();
    const key = known(kid);
    if (!key) return undefined;
    const existing = imported.get(kid) ?? importPublic(key);
    imported.set(kid, existing);
    return existing;
  };
}

async function importPublic(key: SigningKey): Promise<CryptoKey> {
  const imported = await importJWK(publicPart(key), signingAlgorithm);
  if (imported instanceof Uint8Array) throw new Error('A signing key is not an asymmetric key.');
  return imported;
}
