import type { ReceivedFile } from '../../../shared/contract/endpoint.ts';
import { ApiProblem } from '../../http/problem.ts';
import { pictureProblem } from './pictureProblem.ts';

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

const kinds = [
  { type: 'image/png', endings: ['png'], fits: (bytes: Uint8Array) => startsWith(bytes, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', endings: ['jpg', 'jpeg'], fits: (bytes: Uint8Array) => startsWith(bytes, '\xff\xd8\xff') },
  {
    type: 'image/gif',
    endings: ['gif'],
    fits: (bytes: Uint8Array) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  },
  {
    type: 'image/webp',
    endings: ['webp'],
    fits: (bytes: Uint8Array) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  },
] as const;

/** The logo by what its bytes are, whatever its name is; the name ends as its content says (FI-3). A damaged or an oversized picture is refused. */
export function logoOf({ name, bytes }: ReceivedFile): ReceivedFile {
  const kind = kinds.find(({ fits }) => fits(bytes));
  if (!kind) {
    const text = 'The logo must be a PNG, JPEG, GIF or WebP image.';
    throw new ApiProblem('E-FILE-TYPE', { message: text, modelState: { file: [text] } });
  }
  const problem = pictureProblem(kind.type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (problem !== null) throw new ApiProblem('E-REQUEST-INVALID', { modelState: { file: [problem] } });
  const isNamedSo = kind.endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return { name: isNamedSo ? name : `${name}.${kind.endings[0]}`, mediaType: kind.type, bytes };
}
