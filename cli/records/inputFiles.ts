import type { Context } from '../command.ts';
import { basename, extname } from 'node:path';
import type { ReceivedFile } from '../../shared/contract/endpoint.ts';
import { CliError } from '../errors.ts';
import { codeOf, fileCauses } from '../files.ts';
import { isRecord } from '../output/fields.ts';
import { askSecret } from '../output/prompts.ts';

const cannotRead = (file: string, error: unknown): CliError => {
  const code = codeOf(error);
  if (code === 'ENOENT') return new CliError('E-IO', `${file} does not exist.`, { hint: 'Check the path.' });
  const cause = fileCauses[code] ?? (error instanceof Error ? error.message : 'unknown error');
  return new CliError('E-IO', `${file} cannot be read: ${cause}.`);
};

export const parseJson = (text: string, source: string, hint = 'Correct the file.'): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new CliError('E-FILE-INVALID', `${source} is not JSON: ${reason}`, { hint });
  }
};

const otherFile = 'Choose another file.';

const tooLarge = (text: string, hint = otherFile) => new CliError('E-FILE-TOO-LARGE', text, { hint });

/** No call accepts more; the limit also protects the memory from an endless stream. */
const jsonMaxBytes = 16 * 1024 * 1024;

/** Reads a stream to its end; one above the limit is an error. */
const readStream = async (stream: AsyncIterable<unknown>, source: string): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > jsonMaxBytes) throw tooLarge(`${source} is too large: the limit is ${jsonMaxBytes} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

/** Refuses bytes that are not UTF-8, which would be stored as replacement characters. Removes a byte order mark. */
const textOf = (bytes: Uint8Array, source: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError('E-FILE-INVALID', `${source} is not UTF-8 text.`, { hint: 'Save it as UTF-8.' });
  }
};

/** Parses a JSON file, `-` for standard input, before anything is sent. */
export const readJson = async ({ io }: Pick<Context, 'io'>, file: string): Promise<unknown> => {
  const source = file === '-' ? 'Standard input' : file;
  const { createReadStream } = await import('node:fs');
  const bytes = await readStream(file === '-' ? io.stdin : createReadStream(file), source).catch((error: unknown) => {
    throw error instanceof CliError ? error : cannotRead(file, error);
  });
  return parseJson(textOf(bytes, source), source);
};

/**
 * A secret from standard input, up to the last line end. No flag has one: command lines are visible to other accounts. `missing` is the error
 * where standard input is no pipe.
 */
export const readPipedSecret = async (
  { stdin }: Pick<Context['io'], 'stdin'>,
  { flag, missing }: { readonly flag: string; readonly missing: CliError },
): Promise<string> => {
  if (stdin.isTTY === true) throw missing;
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  const secret = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (secret === '')
    throw new CliError('E-USAGE', `${flag} reads standard input, which is empty.`, {
      hint: `Write: … ${flag} < file`,
    });
  return secret;
};

/** A secret of a command that asks for it on a terminal, unless `flag` says that it is piped. `missing` is the error where neither is possible. */
export const readSecret = async (
  context: Context,
  {
    question,
    isPiped,
    ...input
  }: { readonly question: string; readonly isPiped: boolean; readonly flag: string; readonly missing: CliError },
): Promise<string> => {
  if (!isPiped && context.terminal.canPrompt) return askSecret(context, question);
  if (!isPiped) throw input.missing;
  return readPipedSecret(context.io, input);
};

/** Whether a file is a table rather than JSON: by its extension, else by its first character. Standard input is JSON. */
export const isTable = async (file: string): Promise<boolean> => {
  const kind = extname(file).slice(1).toLowerCase();
  if (file === '-' || kind === 'json') return false;
  if (['csv', 'tsv', 'txt'].includes(kind)) return true;
  const { createReadStream } = await import('node:fs');
  try {
    for await (const chunk of createReadStream(file, { end: 4095 })) {
      // A table can be UTF-16, JSON cannot.
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

/** Parses a file with one JSON object. */
export const readRecord = async (context: Pick<Context, 'io'>, file: string): Promise<Record<string, unknown>> => {
  const value = await readJson(context, file);
  if (isRecord(value)) return value;
  throw new CliError('E-FILE-INVALID', `${file} must contain one JSON object.`, { hint: 'Correct the file.' });
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

/**
 * Reads a file to upload. A file that cannot be read (missing, no permission, a folder) is exit 74, an empty or too large one exit 7; both before
 * any confirmation or request.
 */
const readWhole = async (file: string, maxBytes: number): Promise<Uint8Array> => {
  const { readFile, stat } = await import('node:fs/promises');
  const failed = (error: unknown) => {
    throw cannotRead(file, error);
  };
  const info = await stat(file).catch(failed);
  if (!info.isFile()) throw cannotRead(file, { code: info.isDirectory() ? 'EISDIR' : 'EINVAL' });
  if (info.size === 0) throw new CliError('E-FILE-INVALID', `${file} is empty.`, { hint: otherFile });
  if (info.size > maxBytes) throw tooLarge(`${file} has ${info.size} bytes; the limit is ${maxBytes}.`);
  return readFile(file).catch(failed);
};

/** A file to upload. The media type follows from the extension; the server checks the content. */
export const readUpload = async (file: string, maxBytes: number): Promise<ReceivedFile> => {
  const bytes = await readWhole(file, maxBytes);
  const mediaType = mediaTypes[extname(file).slice(1).toLowerCase()] ?? 'application/octet-stream';
  return { name: basename(file), mediaType, bytes };
};

/** Several files to upload with one call, within its limits for their number and their total size. */
export const readUploads = async (
  files: readonly string[],
  { maxFiles, maxBytes }: { readonly maxFiles: number; readonly maxBytes: number },
): Promise<ReceivedFile[]> => {
  if (files.length > maxFiles) {
    throw new CliError('E-USAGE', `There are ${files.length} files; at most ${maxFiles} can be sent.`, {
      hint: 'Send the others with another message.',
    });
  }
  const read: ReceivedFile[] = [];
  let size = 0;
  for (const file of files) {
    const upload = await readUpload(file, maxBytes);
    size += upload.bytes.length;
    if (size > maxBytes) {
      const text = `The files up to ${file} have ${size} bytes; the limit for one message is ${maxBytes}.`;
      throw tooLarge(text, 'Send some of them with another message.');
    }
    read.push(upload);
  }
  return read;
};

/** The text of a field from a file; a character takes up to four bytes. */
export const readTextFile = async (file: string, maxCharacters: number): Promise<string> =>
  textOf(await readWhole(file, maxCharacters * 4), file);
