import { link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { readFileSync, unlinkSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { DatabaseStartError } from './startError.ts';
import { isRunning, startMark } from './processes.ts';

const lockFile = z.object({ pid: z.int().positive(), mark: z.string().nullable(), key: z.string() });
type Lock = z.output<typeof lockFile>;

/** Keys of the locks this very process holds. In a container a restarted server may get the number of its predecessor. */
const held = new Set<string>();

/**
 * One server for each data folder (FT-4). The lock names the process and when it began, so a lock left behind by `kill -9` is
 * told from a live one even when its number was given to another process meanwhile.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'server.lock');
  const own: Lock = { pid: process.pid, mark: startMark(process.pid), key: randomUUID() };
  const draft = `${path}.${own.key}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o600, flush: true });
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      // link() is the atomic step: it makes the whole file appear, or fails because another one is there.
      const taken = await link(draft, path).then(
        () => true,
        () => false,
      );
      if (taken) {
        held.add(own.key);
        return () => release(path, own.key);
      }
      await clearIfStale(path, folder);
    }
    throw new DatabaseStartError(`The data folder ${folder} is in use: its lock ${path} keeps changing hands.`);
  } finally {
    await rm(draft, { force: true });
  }
}

async function clearIfStale(path: string, folder: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return;
  const holder = parse(text);
  const live =
    holder?.pid === process.pid ? held.has(holder.key) : holder !== null && isRunning(holder.pid, holder.mark);
  if (holder && live) {
    throw new DatabaseStartError(
      `The data folder ${folder} is in use by process ${holder.pid}. Stop that server (kill ${holder.pid}) or set CAREPOST_DATA to another folder.`,
    );
  }
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => text);
  // Another server may have cleared the stale lock and put its own there in between: give that one back.
  if (moved !== text) await link(aside, path).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
}

function release(path: string, key: string): void {
  held.delete(key);
  try {
    if (parse(readFileSync(path, 'utf8'))?.key === key) unlinkSync(path);
  } catch {
    // Nothing to release: the folder is gone.
  }
}

function parse(text: string): Lock | null {
  try {
    return lockFile.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
