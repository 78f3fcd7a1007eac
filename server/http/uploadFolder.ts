import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Config, ConfigError } from '../config.ts';
import { type ByteBudget, byteBudget } from '../operations/byteBudget.ts';
import { largeBuffer, releaseSpent } from '../operations/spentBuffers.ts';

/** Where the files of forms are until their handler has read them, and how many bytes there may be (IN-3, FT-5, FI-4). */
export interface UploadFolder {
  /** Bytes of all forms that are received or processed. */
  readonly received: ByteBudget;
  /** Bytes of files in memory, of all handlers. */
  readonly inMemory: ByteBudget;
  openSpool(): Promise<Spool>;
}

/** The temporary file of one request: its files one after the other. */
export interface Spool {
  /** Appends a file; `head` is its beginning. */
  append(source: Readable, options: AppendOptions): Promise<SpooledBytes>;
  read(part: SpooledBytes): Promise<Buffer<ArrayBuffer>>;
  close(): Promise<void>;
}

interface AppendOptions {
  /** Gets the size of every chunk before it is written, and may throw. */
  readonly onBytes: (size: number) => void;
  readonly withHash: boolean;
}

export interface SpooledBytes {
  readonly start: number;
  readonly size: number;
  /** Null where it was not required. */
  readonly sha256: string | null;
  readonly head: Buffer;
}

/** One file of the largest size at a time, or several smaller ones. */
const memoryBytes = 32 * 1024 * 1024;
/** As much as is needed to know the kind of a file. */
const headBytes = 4_100;
/** Between open and unlink there are microseconds. */
const leftoverMs = 60_000;

export async function openUploadFolder({ uploads }: Pick<Config, 'uploads'>): Promise<UploadFolder> {
  const { folder, totalBytes } = uploads;
  try {
    // Its parents are for others too: the account of the embedded database has to get through them.
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'error';
    throw new ConfigError(
      `The folder for uploads ${folder} cannot be written (${reason}). Give this account the right to write there, or set UPLOAD_FOLDER to another folder.`,
      { cause },
    );
  }
  await removeLeftovers(folder);
  return {
    received: byteBudget(totalBytes),
    inMemory: byteBudget(memoryBytes),
    openSpool: async () => {
      const path = join(folder, `${randomUUID()}.upload`);
      const file = await open(path, 'wx+', 0o600);
      // From now on it has no name: it is gone with its descriptor, also when the process is killed.
      await rm(path, { force: true });
      return spoolOn(file);
    },
  };
}

/** Files that a process left which was killed in the moment between the two. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.upload')) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > leftoverMs) await rm(path, { force: true });
  }
}

function spoolOn(file: FileHandle): Spool {
  let end = 0;
  let closed: Promise<void> | undefined;
  return {
    append: async (source, { onBytes, withHash }) => {
      const start = end;
      const hash = withHash ? createHash('sha256') : null;
      const head: Buffer[] = [];
      for await (const chunk of source as AsyncIterable<Buffer>) {
        onBytes(chunk.length);
        hash?.update(chunk);
        if (end - start < headBytes) head.push(chunk.subarray(0, headBytes - (end - start)));
        await writeAll(file, chunk, end);
        end += chunk.length;
        releaseSpent(chunk.length);
      }
      return { start, size: end - start, sha256: hash?.digest('hex') ?? null, head: Buffer.concat(head) };
    },
    read: async ({ start, size }) => {
      // Not of the pool of small buffers: its memory goes back as soon as the handler is done with it.
      const bytes = largeBuffer(size);
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, size - at, start + at);
        if (bytesRead === 0) throw new Error('A temporary file of an upload ends too early.');
        at += bytesRead;
      }
      return bytes;
    },
    close: () => {
      closed ??= file.close();
      return closed;
    },
  };
}

async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, at, chunk.length - at, position + at);
    at += bytesWritten;
  }
}
