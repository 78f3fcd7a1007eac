import type { Context } from '../command.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { defined } from '../../shared/rules/defined.ts';
import { CliError } from '../errors.ts';
import type { ReadFlags } from './bulkFlags.ts';
import { withSpool } from './lineFiles.ts';
import type { ByteSource, Delimiter, ReadOptions } from '../../shared/bulk/csv/types.ts';

/** A file of rows, as it was given. */
export interface InputFile {
  readonly source: ByteSource;
  /** Where it lies; null for a pipe, which is gone afterwards. */
  readonly path: string | null;
  readonly sha256: string;
}

/** SHA-256 of a file's bytes; undefined where it is not there any more. */
export const hashOfFile = async (path: string): Promise<string | undefined> => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
};

const fileAt = async (path: string, name: string, shown: string | null): Promise<InputFile> => ({
  source: { name, chunks: () => createReadStream(path, { highWaterMark: 256 * 1024 }) },
  path: shown,
  sha256: (await hashOfFile(path)) ?? '',
});

/** Whether the file can be read again and again; a pipe (`--file <(…)`) cannot. */
const isPlain = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.R_OK);
  } catch {
    throw new CliError('E-IO', `The file ${path} does not exist or cannot be read.`);
  }
  const stats = await stat(path);
  if (stats.isDirectory()) throw new CliError('E-IO', `${path} is a folder.`, { hint: 'Name a file.' });
  return stats.isFile();
};

/** A pipe can be read once only, the rows are gone through several times: it is put into a private file first. */
const spoolPipe = async (pipe: AsyncIterable<unknown>, path: string): Promise<void> => {
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of pipe) await handle.write(chunk as Buffer);
  } finally {
    await handle.close();
  }
};

/** Opens the file of --file for as long as the work takes. */
export const withInput = async <T>(
  context: Context,
  file: string,
  work: (input: InputFile) => Promise<T>,
): Promise<T> => {
  const fromPipe = (pipe: AsyncIterable<unknown>, name: string) =>
    withSpool(context, 'csv', async (path) => {
      await spoolPipe(pipe, path);
      return work(await fileAt(path, name, null));
    });
  if (file === '-') {
    const { stdin } = context.io;
    if (stdin.isTTY === true) throw new CliError('E-USAGE', 'Standard input is a terminal; pipe the rows into it.');
    return fromPipe(stdin, 'standard input');
  }
  const path = context.pathOf(file);
  if (!(await isPlain(path))) return fromPipe(createReadStream(path), basename(path));
  return work(await fileAt(path, basename(path), path));
};

const signs: Readonly<Record<NonNullable<ReadFlags['delimiter']>, Delimiter | 'auto'>> = {
  auto: 'auto',
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};

export const readOptionsOf = (flags: ReadFlags): ReadOptions => {
  const { delimiter, encoding, map, rows, skipBlank, nullToken, unescapeFormulas } = flags;
  return defined({
    delimiter: delimiter && signs[delimiter],
    encoding,
    map: map && Object.fromEntries(map),
    rows,
    skipBlank,
    nullToken,
    unescapeFormulas,
  });
};
