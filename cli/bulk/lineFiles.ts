import type { Context } from '../command.ts';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, access, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { CliError } from '../errors.ts';
import { makePrivateFolder, syncFolder } from '../files.ts';

/**
 * The lines of a text file, without their ends, in constant memory; the last one also where its end is missing. A file that is not
 * there has no lines. node:readline would do the same at a fifth of the speed.
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

const flushAt = 256 * 1024;

/** Writes all of a handle, however small the steps the system takes. */
const writeAll = async (handle: FileHandle, text: string): Promise<void> => {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += (await handle.write(bytes, done)).bytesWritten;
};

/** Writes texts into a private file (0600) in constant memory; it appears whole and synced, or not at all. */
export const writeLines = async (path: string, texts: AsyncIterable<string> | Iterable<string>): Promise<void> => {
  const fresh = `${path}.${randomUUID()}.part`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    let waiting = '';
    for await (const text of texts) {
      waiting += text;
      if (waiting.length < flushAt) continue;
      await writeAll(handle, waiting);
      waiting = '';
    }
    await writeAll(handle, waiting);
    await handle.sync();
    await handle.close();
    await rename(fresh, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(fresh, { force: true });
    throw error;
  }
};

/** A private copy of a file, whole or not at all. */
export const copyPrivate = (from: string, to: string): Promise<void> =>
  writeLines(to, createReadStream(from, { encoding: 'utf8' }) as AsyncIterable<string>);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Refuses a file that is there already, and a folder that is not, before any work is done for it. */
export const checkTarget = async (file: string, overwrite: boolean): Promise<string> => {
  const path = resolve(file);
  if (!(await isThere(dirname(path)))) throw new CliError('E-IO', `There is no folder ${dirname(path)}.`);
  if (!overwrite && (await isThere(path))) throw new CliError('E-EXISTS', `${path} is there already.`);
  return path;
};

/** A private file that goes when the work with it is done: what came by standard input, a plan nobody asked to keep. */
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
