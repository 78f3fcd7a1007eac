import { DocumentError } from './documents.ts';

/** How the characters of a document are written. Anything rare (UTF-7, UTF-32, EBCDIC) is a way to hide things, and refused. */
const supported = /^(utf-?8|us-ascii|ascii|utf-16(le|be)?|iso-?8859-?\d{1,2}|latin-?[1-9]|windows-125\d|cp125\d)$/i;

/** The encoding of a text by its byte order mark or the zeros of its first characters; undefined where it has neither. */
export function encodingOfMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? undefined : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'utf-16be';
  return undefined;
}

const declaration = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([^"']{1,40})["']/;

/** The encoding of an XML document: its mark, its declaration, else UTF-8; undefined where we do not read it. */
export function xmlEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if ((a === 0 && b === 0) || (c === 0 && d === 0)) return undefined;
  const marked = encodingOfMark(bytes);
  if (marked?.startsWith('utf-16')) return marked;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1');
  const declared = declaration.exec(marked ? start.slice(3) : start)?.[1];
  if (declared === undefined) return 'utf-8';
  if (!supported.test(declared)) return undefined;
  // Bytes that could be read as ASCII so far are no UTF-16, whatever they say.
  return /^utf-16/i.test(declared) ? 'utf-8' : declared;
}

/** The text in chunks, so that a reader of the header decodes nothing else. */
export function* decodePieces(bytes: Uint8Array, encoding: string, piece = 32_768): Generator<string> {
  const decoder = decoderOf(encoding);
  for (let at = 0; at < bytes.length; at += piece) {
    yield decoder.decode(bytes.subarray(at, at + piece), { stream: true });
  }
  yield decoder.decode();
}

/** A text without a declaration: by its mark, else UTF-8 where it is that, else the old Western one. */
export function decodeText(bytes: Uint8Array): string {
  const marked = encodingOfMark(bytes);
  if (marked) return decoderOf(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderOf('windows-1252').decode(bytes);
  }
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new DocumentError('unreadable', 'The characters of the document are in an encoding that is not read here.');
  }
}
