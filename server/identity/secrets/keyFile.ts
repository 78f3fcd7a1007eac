import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { dataFolderOf } from '../../database/embedded/dataFolder.ts';

/** The key file is missing, unreadable or belongs to another database; the message names the way out. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

export interface FileKey {
  /** Names the key in what it encrypted, and says nothing about it. */
  readonly id: string;
  readonly bytes: Buffer;
}

const keyBytes = 32;

/** `CAREPOST_KEY_FILE`, else beside the data folder: never inside it, so that a copy of the data does not contain its key. */
export const keyFileOf = ({ keyFile, dataFolder }: Pick<Config, 'keyFile' | 'dataFolder'>): string =>
  keyFile ? resolve(keyFile) : `${dataFolderOf(dataFolder)}.key`;

/** The keys of the file, one a line: the first encrypts, all decrypt. Undefined without a file. */
export async function readKeyFile(path: string): Promise<readonly [FileKey, ...FileKey[]] | undefined> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new KeyFileError(
      `The key file ${path} cannot be read (${codeOf(cause)}). Give this account the right to read it, or correct CAREPOST_KEY_FILE.`,
    );
  }
  const [first, ...others] = content.split('\n').filter((line) => line.trim() !== '');
  if (first === undefined) throw malformed(path);
  return [parse(first, path), ...others.map((line) => parse(line, path))];
}

/** What other accounts than the owner may do with the file, as octal digits of its mode; undefined where they may nothing. Windows has no such modes. */
export async function openModeOf(path: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  const { mode } = await stat(path);
  return (mode & 0o077) === 0 ? undefined : (mode & 0o777).toString(8);
}

/** Makes the file with its first key. Another process may have made it at the same time: then its key counts. */
export async function createKeyFile(path: string): Promise<readonly [FileKey, ...FileKey[]]> {
  const key = keyOf(randomBytes(keyBytes));
  const draft = `${path}.${key.id}.draft`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, lineOf(key), { mode: 0o600, flush: true });
    // Fails where the file exists, and nobody can read half of it.
    await link(draft, path);
    return [key];
  } catch (cause) {
    const made = codeOf(cause) === 'EEXIST' ? await readKeyFile(path) : undefined;
    if (made) return made;
    throw new KeyFileError(
      `The key file ${path} cannot be created (${codeOf(cause)}). Set CAREPOST_KEY_FILE to a path that this account may write, outside the database.`,
    );
  } finally {
    await rm(draft, { force: true });
  }
}

/** Puts a new key in front of those of the file, at once or not at all. */
export async function addKey(path: string, keys: readonly FileKey[]): Promise<FileKey> {
  const key = keyOf(randomBytes(keyBytes));
  await writeFile(`${path}.draft`, [key, ...keys].map(lineOf).join(''), { mode: 0o600, flush: true });
  await rename(`${path}.draft`, path);
  return key;
}

const lineOf = ({ bytes }: FileKey) => `${bytes.toString('base64url')}\n`;

const keyOf = (bytes: Buffer): FileKey => ({
  id: createHash('sha256').update('carepost key id').update(bytes).digest('hex').slice(0, 12),
  bytes,
});

function parse(line: string, path: string): FileKey {
  const bytes = Buffer.from(line.trim(), 'base64url');
  if (bytes.length !== keyBytes) throw malformed(path);
  return keyOf(bytes);
}

const malformed = (path: string) =>
  new KeyFileError(
    `The key file ${path} contains no key: each line must be 32 bytes in base64url. Restore it from its backup, or correct CAREPOST_KEY_FILE.`,
  );

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unexpected error';
