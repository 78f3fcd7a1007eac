import type { Context } from '../command.ts';
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { CliError } from '../errors.ts';
import { codeOf, makePrivateFolder, writeLines } from '../files.ts';

/**
 * The lines of a text file, without their ends, in constant memory; the last one also without a line end. A missing file
 * has no lines. node:readline would do the same at a fifth of the speed.
 */
export async function* fileLines(path: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

/** A private copy of a file, whole or not at all. */
export const copyPrivate = (from: string, to: string): Promise<void> =>
  writeLines(to, createReadStream(from, { encoding: 'utf8' }) as AsyncIterable<string>);

/** The absolute path of a file to write, if one is named. Refuses an existing file and a missing folder before any work is done. */
export const checkTarget = async <F extends string | undefined>(
  file: F,
  { overwrite = false }: { readonly overwrite?: boolean },
): Promise<F | string> => {
  if (file === undefined) return file;
  const path = resolve(file);
  if (!existsSync(dirname(path))) throw new CliError('E-IO', `The folder ${dirname(path)} does not exist.`);
  if (!overwrite && existsSync(path)) throw new CliError('E-EXISTS', `${path} already exists.`);
  return path;
};

/** A private file that is removed after the work with it: rows from standard input, a plan without --plan-out. */
export const withSpool = async <T>(context: Context, kind: string, work: (path: string) => Promise<T>): Promise<T> => {
  const folder = join(context.folders.state, 'spool');
  await makePrivateFolder(folder);
  const path = join(folder, `${randomUUID()}.${kind}`);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
};
