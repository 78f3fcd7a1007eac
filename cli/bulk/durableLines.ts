import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../syncFolder.ts';

/** A file of lines that only grows. */
export interface DurableLines {
  /** Settles when the line would survive a crash of the machine. */
  add(line: string): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly line: string;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

const tailSize = 64 * 1024;

/** Takes off what a killed process left of its last line, so that the next one does not continue it. */
const cutTornLine = async (handle: FileHandle): Promise<void> => {
  const { size } = await handle.stat();
  const buffer = Buffer.alloc(tailSize);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - tailSize);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const last = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (last >= 0) return start + last + 1 < size ? handle.truncate(start + last + 1) : undefined;
    end = start;
  }
  if (size > 0) await handle.truncate(0);
};

/**
 * Opens such a file. All lines that wait are written with one write and one fdatasync (group commit), so many rows at a time cost
 * hardly more than one. After a failure nothing more is taken: a line behind a lost one would tell a wrong story.
 */
export const openDurableLines = async (path: string): Promise<DurableLines> => {
  // Not append mode: Windows cannot truncate such a file.
  const handle = await open(path, 'r+', 0o600).catch(() => open(path, 'wx+', 0o600));
  await cutTornLine(handle);
  // A journal whose name is lost with the power would say that nothing was sent.
  await syncFolder(dirname(path));
  let position = (await handle.stat()).size;
  let waiting: Waiting[] = [];
  let committing: Promise<void> | undefined;
  let broken: { readonly error: unknown } | undefined;

  const commit = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        if (broken !== undefined) throw broken.error;
        const bytes = Buffer.from(group.map(({ line }) => `${line}\n`).join(''));
        for (let done = 0; done < bytes.length; ) {
          done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
        }
        await handle.datasync();
        position += bytes.length;
        for (const { done } of group) done();
      } catch (error) {
        broken ??= { error };
        for (const { failed } of group) failed(error);
      }
    }
    committing = undefined;
  };

  return {
    add: (line) =>
      new Promise((done, failed) => {
        waiting.push({ line, done, failed });
        // What the same turn of the event loop adds goes along.
        committing ??= Promise.resolve().then(commit);
      }),
    async close() {
      await committing;
      await handle.close();
    },
  };
};
