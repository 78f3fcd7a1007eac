import { basename, extname } from 'node:path';
import type { ReceivedFile } from '../../shared/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { isRecord } from '../output/fields.ts';

const cannotRead = (file: string, error: unknown) =>
  new CliError('E-IO', `${file} cannot be read: ${error instanceof Error ? error.message : ''}`);

const parseJson = (text: string, source: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new CliError('E-USAGE', `${source} is no JSON: ${why}`, { exit: 'invalid', hint: 'Correct the file.' });
  }
};

/** No call takes more; a file that never ends must not fill the memory first. */
const jsonMaxBytes = 16 * 1024 * 1024;

/** What the stream gives until its end, as long as that is not too much. */
const readStream = async (stream: AsyncIterable<unknown>, source: string): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > jsonMaxBytes) {
      const text = `${source} is too large: at most ${jsonMaxBytes} bytes are read.`;
      throw new CliError('E-USAGE', text, { code: 'E-FILE-TOO-LARGE', exit: 'invalid', hint: 'Choose another file.' });
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

/** Bytes that are no UTF-8 would become question marks in what is stored. A byte order mark is left out. */
const textOf = (bytes: Uint8Array, source: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError('E-USAGE', `${source} is no UTF-8 text.`, { exit: 'invalid', hint: 'Save it as UTF-8.' });
  }
};

/** JSON in a file, `-` for standard input; checked here, so that nothing half is sent. */
export const readJson = async ({ io }: Pick<Context, 'io'>, file: string): Promise<unknown> => {
  const source = file === '-' ? 'Standard input' : file;
  const { createReadStream } = await import('node:fs');
  const bytes = await readStream(file === '-' ? io.stdin : createReadStream(file), source).catch((error: unknown) => {
    throw error instanceof CliError ? error : cannotRead(file, error);
  });
  return parseJson(textOf(bytes, source), source);
};

/** Whether a file holds a table and no JSON: by its name, else by the first sign in it. Standard input is JSON. */
export const isTable = async (file: string): Promise<boolean> => {
  const kind = extname(file).slice(1).toLowerCase();
  if (file === '-' || kind === 'json') return false;
  if (['csv', 'tsv', 'txt'].includes(kind)) return true;
  const { createReadStream } = await import('node:fs');
  try {
    for await (const chunk of createReadStream(file, { end: 4095 })) {
      // A table may be UTF-16; JSON may not.
      const first = String(chunk)
        .replace(/^\uFEFF/, '')
        .trimStart()[0];
      return first !== undefined && first !== '{' && first !== '[';
    }
  } catch (error) {
    throw cannotRead(file, error);
  }
  return false;
};

/** The same where only a record will do. */
export const readRecord = async (context: Pick<Context, 'io'>, file: string): Promise<Record<string, unknown>> => {
  const value = await readJson(context, file);
  if (isRecord(value)) return value;
  throw new CliError('E-USAGE', `${file} does not hold one JSON object.`, {
    exit: 'invalid',
    hint: 'Correct the file.',
  });
};

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  txt: 'text/plain',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

const otherFile = 'Choose another file.';

const tooLarge = (text: string, hint = otherFile) =>
  new CliError('E-USAGE', text, { code: 'E-FILE-TOO-LARGE', exit: 'invalid', hint });

/** Refuses what cannot be sent before anything is asked or sent: no file, an empty one, one that is too large. */
const readWhole = async (file: string, maxBytes: number): Promise<Uint8Array> => {
  const { readFile, stat } = await import('node:fs/promises');
  const failed = (error: unknown) => {
    throw cannotRead(file, error);
  };
  const found = await stat(file).catch(failed);
  if (!found.isFile()) throw new CliError('E-IO', `${file} is no plain file.`);
  if (found.size === 0) throw new CliError('E-USAGE', `${file} is empty.`, { hint: otherFile });
  if (found.size > maxBytes) throw tooLarge(`${file} has ${found.size} bytes; at most ${maxBytes} can be sent.`);
  return readFile(file).catch(failed);
};

/** A file to send. Its kind is told by its name; the server looks inside. */
export const readUpload = async (file: string, maxBytes: number): Promise<ReceivedFile> => {
  const bytes = await readWhole(file, maxBytes);
  const mediaType = mediaTypes[extname(file).slice(1).toLowerCase()] ?? 'application/octet-stream';
  return { name: basename(file), mediaType, bytes };
};

/** Several files to send with one call, which takes so many and so much of them together. */
export const readUploads = async (
  files: readonly string[],
  { most, maxBytes }: { readonly most: number; readonly maxBytes: number },
): Promise<ReceivedFile[]> => {
  if (files.length > most) {
    throw new CliError('E-USAGE', `${files.length} files are given; at most ${most} can be sent.`, {
      hint: 'Send the others with another message.',
    });
  }
  const read: ReceivedFile[] = [];
  let size = 0;
  for (const file of files) {
    const upload = await readUpload(file, maxBytes);
    size += upload.bytes.length;
    if (size > maxBytes) {
      const text = `The files up to ${file} have ${size} bytes; at most ${maxBytes} can be sent together.`;
      throw tooLarge(text, 'Send some of them with another message.');
    }
    read.push(upload);
  }
  return read;
};

/** A field's text kept in a file; a character takes up to four bytes. */
export const readTextFile = async (file: string, maxCharacters: number): Promise<string> => {
  return textOf(await readWhole(file, maxCharacters * 4), file);
};
