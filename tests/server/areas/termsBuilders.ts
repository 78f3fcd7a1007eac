import type { ReceivedFile } from '../../../shared/contract/endpoint.ts';

/** A file as a person chooses it. */
export const fileOf = (content: string | Uint8Array, name = 'terms.html', mediaType = 'text/html'): ReceivedFile => ({
  name,
  mediaType,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});

/** The text of a license agreement. */
export const agreementFile = (text = 'You agree to the terms.') => fileOf(`<h1>Terms</h1><p>${text}</p>`);

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** The first bytes of pictures, which is what they are known by. */
export const pictures = {
  'image/png': latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  'image/jpeg': latin1('\xff\xd8\xff\xe0\0\x10JFIF'),
  'image/gif': latin1('GIF89a\x01\0\x01\0'),
  'image/webp': latin1('RIFF\x24\0\0\0WEBPVP8 '),
} as const;
