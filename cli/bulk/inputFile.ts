import type { Context } from '../command.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { defined } from '../../shared/rules/defined.ts';
import { CliError } from '../errors.ts';
import { codeOf } from '../files.ts';
import type { ReadFlags } from './bulkFlags.ts';
import { withSpool } from './lineFiles.ts';
import type { ByteSource, Delimiter, ReadOptions } from '../../shared/bulk/csv/types.ts';

/** A file of rows. */
export interface InputFile {
  readonly source: ByteSource;
  /** Its absolute path; null for a pipe, which cannot be read again. */
  readonly path: string | null;
  readonly sha256: string;
}

/** SHA-256 of a file's bytes; undefined if the file does not exist. */
export const hashOfFile = async (path: string): Promise<string | undefined> => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
};

const fileAt = async (path: string, name: string, namedPath: string | null): Promise<InputFile> => ({
  source: { name, chunks: () => createReadStream(path, { highWaterMark: 256 * 1024 }) },
  path: namedPath,
  sha256: (await hashOfFile(path)) ?? '',
});

/** Whether the file can be read again and again; a pipe (`--file <(…)`) cannot. */
const isPlain = async (path: string): Promise<boolean> => {
  await access(path, constants.R_OK).catch(() => {
    throw new CliError('E-IO', `The file ${path} does not exist or cannot be read.`);
  });
  const stats = await stat(path);
  if (stats.isDirectory()) throw new CliError('E-IO', `${path} is a folder.`, { hint: 'Name a file.' });
  return stats.isFile();
};

/** Opens the file of --file for as long as the work takes. */
export const withInput = async <T>(
  context: Context,
  file: string,
  work: (input: InputFile) => Promise<T>,
): Promise<T> => {
  // A pipe can be read only once, and the rows are read several times: they go into a private file first.
  const fromPipe = (pipe: Readable, name: string) =>
    withSpool(context, 'csv', async (path) => {
      await writeFile(path, pipe, { flag: 'wx', mode: 0o600 });
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

const delimiters: Readonly<Record<NonNullable<ReadFlags['delimiter']>, Delimiter | 'auto'>> = {
  auto: 'auto',
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};

export const readOptionsOf = (flags: ReadFlags): ReadOptions => {
  const { delimiter, encoding, map, rows, skipBlank, nullToken, unescapeFormulas } = flags;
  return defined({
    delimiter: delimiter && delimiters[delimiter],
    encoding,
    map: map && Object.fromEntries(map),
    rows,
    skipBlank,
    nullToken,
    unescapeFormulas,
  });
};
