import type { Encoding } from './types.ts';

const isFollowing = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Length of the character that starts here, 0 for invalid bytes (Unicode, table 3-7). */
const utf8Length = (bytes: Uint8Array, at: number): number => {
  const lead = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (!isFollowing(bytes[at + 1])) return 0;
  if (lead < 0xe0) return 2;
  if (!isFollowing(bytes[at + 2])) return 0;
  if (lead < 0xf0) return (lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f) ? 0 : 3;
  if (!isFollowing(bytes[at + 3])) return 0;
  return (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f) ? 0 : 4;
};

/** Index of the first byte that does not start a UTF-8 character. `inside`: the bytes may begin in the middle of one. */
export const invalidUtf8At = (bytes: Uint8Array, inside: boolean): number | undefined => {
  let at = inside ? Math.min(bytes.subarray(0, 3).findIndex((byte) => !isFollowing(byte)) >>> 0, 3) : 0;
  while (at < bytes.length) {
    const length = utf8Length(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return undefined;
};

/** Index of the first half of a surrogate pair without its other half. `start` is the offset of the first byte in the file. */
export const invalidUtf16At = (bytes: Uint8Array, encoding: Encoding, start: number): number | undefined => {
  const high = encoding === 'utf-16le' ? 1 : 0;
  const first = start % 2;
  const isSurrogate = (at: number, from: number): boolean => ((bytes[at + high] ?? 0) & 0xfc) === from;
  for (let at = first; at < bytes.length; at += 2) {
    if (at + 1 >= bytes.length) return at;
    if (isSurrogate(at, 0xdc) && !(start > 0 && at === first)) return at;
    if (!isSurrogate(at, 0xd8)) continue;
    if (!isSurrogate(at + 2, 0xdc)) return at;
    at += 2;
  }
  return undefined;
};
