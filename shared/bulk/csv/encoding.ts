import { thousands } from '../../rules/thousands.ts';
import { BulkError } from '../problems.ts';
import { invalidUtf8At, invalidUtf16At } from './invalidBytes.ts';
import type { ByteSource, ReadOptions } from './types.ts';
import type { Encoding } from './types.ts';

/** Name of an encoding in the notes of a file. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'Windows-1252',
};

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const byteOrderMarks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const saveAsCsv = 'Open it in a spreadsheet program and save it as CSV (UTF-8).';

/** First bytes that identify files that are no text. */
const otherFiles: readonly (readonly [readonly number[], string, string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'This is a spreadsheet file (.xlsx) or another zip file; save it as CSV.', saveAsCsv],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is a spreadsheet file (.xls); save it as CSV.', saveAsCsv],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF file, no CSV.', saveAsCsv],
  [[0x1f, 0x8b], 'This file is compressed (gzip).', 'Unpack it first: gunzip.'],
];

/** Share of NUL bytes at the start from which the file counts as no text; a single one is a problem of its cell. */
const nulShare = 0.02;

const nulProblem = (bytes: Uint8Array): BulkError | null => {
  let even = 0;
  let odd = 0;
  bytes.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  });
  if (even + odd <= Math.max(2, bytes.length * nulShare)) return null;
  // Western text in UTF-16 has nearly all its NUL bytes at even or at odd positions.
  if (Math.min(even, odd) * 8 > Math.max(even, odd))
    return new BulkError('E-CSV-ENCODING', 'The file is not text: it contains NUL bytes.', saveAsCsv);
  return new BulkError(
    'E-CSV-ENCODING',
    'The file looks like UTF-16, but does not say so in its first bytes.',
    `Name its encoding: --encoding ${odd > even ? 'utf-16le' : 'utf-16be'}.`,
  );
};

/** The encoding of a file by its byte order mark, else the named one, else UTF-8. Refuses files that are no text. */
export const encodingOf = (
  start: Uint8Array,
  named: NonNullable<ReadOptions['encoding']>,
): { readonly encoding: Encoding; readonly marked: boolean } => {
  const other = otherFiles.find(([signature]) => startsWith(start, signature));
  if (other) throw new BulkError('E-CSV-ENCODING', other[1], other[2]);
  const mark = byteOrderMarks.find(([, bytes]) => startsWith(start, bytes));
  if (mark) return { encoding: mark[0], marked: true };
  const encoding = named === 'auto' ? 'utf-8' : named;
  const problem = encoding.startsWith('utf-16') ? null : nulProblem(start);
  if (problem) throw problem;
  return { encoding, marked: false };
};

/** The first bytes of a file, enough to detect its encoding. */
export const firstBytes = async (source: ByteSource, max = 4096): Promise<Uint8Array> => {
  const bytes = new Uint8Array(max);
  let length = 0;
  for await (const chunk of source.chunks()) {
    const part = chunk.subarray(0, max - length);
    bytes.set(part, length);
    length += part.length;
    if (length === max) break;
  }
  return bytes.subarray(0, length);
};

/** The line of a byte. Reads the file again, because only refused files need it. */
const lineOf = async (source: ByteSource, encoding: Encoding, at: number): Promise<number> => {
  const decoder = new TextDecoder(encoding);
  let offset = 0;
  let line = 1;
  let isAfterReturn = false;
  for await (const chunk of source.chunks()) {
    const text = decoder.decode(chunk.subarray(0, at - offset), { stream: true });
    for (const character of text) {
      if (character === '\r' || (character === '\n' && !isAfterReturn)) line += 1;
      isAfterReturn = character === '\r';
    }
    offset += chunk.length;
    if (offset >= at) break;
  }
  return line;
};

const notValid = (encoding: Encoding, at: number, line: number): BulkError =>
  new BulkError(
    'E-CSV-ENCODING',
    `The file is no ${encodingNames[encoding]} text: the byte at offset ${thousands(at)} (line ${thousands(line)}) does not fit.`,
    encoding === 'utf-8'
      ? 'Save it as CSV UTF-8, or choose its encoding (command line: --encoding windows-1252).'
      : 'Save it as CSV UTF-8, or choose another encoding (command line: --encoding).',
  );

/** The decoder holds up to 3 bytes of an unfinished character; so do we, to find the invalid byte. */
const unfinished = 3;

/** Bytes decoded at once: the memory of one step. Larger steps are not faster and survive a garbage collection. */
const stepBytes = 4 * 1024;

/**
 * The text of a file, piece by piece, without its byte order mark. Invalid bytes are refused with their offset; no replacement character
 * gets into a record.
 */
export async function* textOf(source: ByteSource, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let offset = 0;
  let before = new Uint8Array(0);
  const faultIn = (bytes: Uint8Array): number => {
    const seen = Uint8Array.of(...before, ...bytes);
    const start = offset - before.length;
    const at = encoding === 'utf-8' ? invalidUtf8At(seen, start > 0) : invalidUtf16At(seen, encoding, start);
    return start + (at ?? seen.length - 1);
  };
  const decode = async (bytes: Uint8Array, isLast: boolean): Promise<string> => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      const at = faultIn(bytes);
      throw notValid(encoding, at, await lineOf(source, encoding, at));
    }
  };
  for await (const chunk of source.chunks()) {
    for (let from = 0; from < chunk.length; from += stepBytes) {
      const bytes = chunk.subarray(from, from + stepBytes);
      const text = await decode(bytes, false);
      offset += bytes.length;
      before = (bytes.length < unfinished ? Uint8Array.of(...before, ...bytes) : bytes).slice(-unfinished);
      if (text !== '') yield text;
    }
  }
  const rest = await decode(new Uint8Array(0), true);
  if (rest !== '') yield rest;
}
