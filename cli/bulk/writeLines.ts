import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../syncFolder.ts';

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
