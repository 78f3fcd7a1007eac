import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { newId } from '../../../database/newId.ts';
import type { InstallationSecrets } from '../../../identity/secrets/installationSecrets.ts';

const secretName = 'audit.sealKeys';

interface StoredKeys {
  /** Newest first. */
  readonly keys: readonly { readonly id: string; readonly jwk: JsonWebKey }[];
}

/** Signs segments of the audit trail with Ed25519 and verifies them. */
export interface SealKeys {
  /** Of the key that signs. */
  readonly keyId: string;
  sign(data: Buffer): Buffer;
  verify(keyId: string, data: Buffer, signature: Buffer): boolean;
}

/**
 * The keys of this installation, made on first use. They are encrypted with the key file, which is outside the database: its owner can
 * neither sign a segment nor exchange a key.
 */
export async function loadSealKeys(secrets: Pick<InstallationSecrets, 'load'>): Promise<SealKeys> {
  const { keys } = await secrets.load<StoredKeys>(secretName, async () => {
    const { privateKey } = await generateKeyPair('Ed25519', { extractable: true });
    return { keys: [{ id: newId(), jwk: await exportJWK(privateKey) }] };
  });
  const [signing] = keys;
  if (!signing) throw new Error(`The secret ${secretName} contains no key.`);
  const privateKey = keyOf(signing.jwk);
  const publicKeys = new Map(keys.map(({ id, jwk }) => [id, createPublicKey(keyOf(jwk))]));
  return {
    keyId: signing.id,
    sign: (data) => sign(null, data, privateKey),
    verify(keyId, data, signature) {
      const key = publicKeys.get(keyId);
      return key !== undefined && verify(null, data, key, signature);
    },
  };
}

const keyOf = (jwk: JsonWebKey): KeyObject => createPrivateKey({ key: jwk, format: 'jwk' });
