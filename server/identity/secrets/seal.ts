import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FileKey } from './keyFile.ts';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const prefix = 'sealed.v1';

/**
 * Encrypts a text for one row: `sealed.v1.<key id>.<iv, tag, ciphertext>`. The row's identity is authenticated, so that a value copied to another
 * row does not open there.
 */
export function seal(key: FileKey, text: string, row: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key.bytes, iv).setAAD(Buffer.from(row));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${prefix}.${key.id}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
}

/** The text of a sealed value; throws when it was changed or belongs to another row. */
export function unseal(key: FileKey, sealed: string, row: string): string {
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url');
  const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(row))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

/** The id of the key that a value is sealed with; undefined for a value in clear. */
export const sealedWith = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(`${prefix}.`) ? value.split('.')[2] : undefined;
