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
  return `${prefix}.${key.id}.${encrypt(key.bytes, Buffer.from(text), row).toString('base64url')}`;
}

/** The text of a sealed value; throws when it was changed or belongs to another row. */
export function unseal(key: FileKey, sealed: string, row: string): string {
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url');
  return decrypt(key.bytes, bytes, row).toString('utf8');
}

/** The id of the key that a value is sealed with; undefined for a value in clear. */
export const sealedWith = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(`${prefix}.`) ? value.split('.')[2] : undefined;

/** What encrypted bytes begin with, unlike any image or PDF. */
export const bytesPrefix = Buffer.from(`${prefix}.bytes.`);

/** The same for bytes: the prefix, then iv, tag and ciphertext. */
export const sealBytes = (key: Buffer, bytes: Uint8Array, row: string): Buffer =>
  Buffer.concat([bytesPrefix, encrypt(key, bytes, row)]);

export const unsealBytes = (key: Buffer, sealed: Buffer, row: string): Buffer =>
  decrypt(key, sealed.subarray(bytesPrefix.length), row);

export const isSealedBytes = (bytes: Buffer): boolean => bytes.subarray(0, bytesPrefix.length).equals(bytesPrefix);

function encrypt(key: Buffer, bytes: Uint8Array, row: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(row));
  const encrypted = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]);
}

function decrypt(key: Buffer, bytes: Buffer, row: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(row))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
}
