import { type CryptoKey, importJWK, type JWTHeaderParameters } from 'jose';
import type { Database } from '../../database/openDatabase.ts';
import { loadSigningKeys, publicPart, signingAlgorithm } from '../signingKeys.ts';

export type FindKey = (header: JWTHeaderParameters) => Promise<CryptoKey | undefined>;

const rereadAfterMs = 30_000;

/**
 * The public keys of our own provider, in memory. An unknown id may be a key that another process brought in, so the
 * database is asked, but at most every 30 seconds whatever callers send (quality TK-5).
 */
export function localKeys(database: Database): FindKey {
  let keys = new Map<string, CryptoKey>();
  let readAt = 0;
  let reading: Promise<void> | undefined;

  const read = async () => {
    readAt = Date.now();
    const own = await loadSigningKeys(database);
    const entries = own.map(async (key) => [key.kid, await importPublic(key)] as const);
    keys = new Map(await Promise.all(entries));
  };

  return async ({ kid }) => {
    if (kid === undefined) return undefined;
    if (!keys.has(kid) && (reading || Date.now() - readAt >= rereadAfterMs)) {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    }
    return keys.get(kid);
  };
}

async function importPublic(key: Parameters<typeof publicPart>[0]): Promise<CryptoKey> {
  const imported = await importJWK(publicPart(key), signingAlgorithm);
  if (imported instanceof Uint8Array) throw new Error('A signing key is not an asymmetric key.');
  return imported;
}
