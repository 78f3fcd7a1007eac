import { basename, extname } from 'node:path';
import type { ReceivedFile } from '../../shared/contract/endpoint.ts';
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

/** JSON in a file, `-` for standard input; checked here, so that nothing half is sent. */
export const readJson = async (file: string): Promise<unknown> => {
  let text = '';
  if (file === '-') {
    process.stdin.setEncoding('utf8');
    for await (const chunk of process.stdin) text += String(chunk);
  } else {
    const { readFile } = await import('node:fs/promises');
    text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw cannotRead(file, error);
    });
  }
  return parseJson(text.replace(/^\uFEFF/, ''), file === '-' ? 'Standard input' : file);
};

/** The same where only a record will do. */
export const readRecord = async (file: string): Promise<Record<string, unknown>> => {
  const value = await readJson(file);
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

/** Refuses what cannot be sent before anything is asked or sent: no file, an empty one, one that is too large. */
const readWhole = async (file: string, maxBytes: number): Promise<Uint8Array> => {
  const { readFile, stat } = await import('node:fs/promises');
  const failed = (error: unknown) => {
    throw cannotRead(file, error);
  };
  const found = await stat(file).catch(failed);
  if (!found.isFile()) throw new CliError('E-IO', `${file} is no plain file.`);
  const wrong = (message: string, code?: string) =>
    new CliError('E-USAGE', message, { exit: 'invalid', hint: 'Choose another file.', ...(code ? { code } : {}) });
  if (found.size === 0) throw wrong(`${file} is empty.`);
  if (found.size > maxBytes) {
    throw wrong(`${file} has ${found.size} bytes; at most ${maxBytes} can be sent.`, 'E-FILE-TOO-LARGE');
  }
  return readFile(file).catch(failed);
};

/** A file to send. Its kind is told by its name; the server looks inside. */
export const readUpload = async (file: string, maxBytes: number): Promise<ReceivedFile> => {
  const bytes = await readWhole(file, maxBytes);
  const mediaType = mediaTypes[extname(file).slice(1).toLowerCase()] ?? 'application/octet-stream';
  return { name: basename(file), mediaType, bytes };
};

/** A field's text kept in a file; a character takes up to four bytes. */
export const readTextFile = async (file: string, maxCharacters: number): Promise<string> => {
  const bytes = await readWhole(file, maxCharacters * 4);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError('E-USAGE', `${file} is no UTF-8 text.`, { exit: 'invalid', hint: 'Save it as UTF-8.' });
  }
};
