/** @module-tag hard */
// Properties of the process: the lock of a killed one is free at once and goes to one heir only; the lock ends with the process.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { takeProcessLock } from '../../node/processLock.ts';

const module = pathToFileURL(resolve(import.meta.dirname, '../../node/processLock.ts')).href;
const script = `
const { takeProcessLock } = await import(${JSON.stringify(module)});
try {
  await takeProcessLock(process.argv[1]);
  console.log('taken');
  setTimeout(() => process.exit(), Number(process.argv[2]));
} catch (error) {
  console.log(error.name);
}`;

/** A process that takes the lock and holds it for so long; resolves with its first word. */
const startOwner = async (path: string, holdMs: number) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path, String(holdMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const word = await new Promise<string>((done) =>
    child.stdout.setEncoding('utf8').once('data', (text: string) => done(text.trim())),
  );
  return { child, ended, word };
};

test('of many processes that find the lock of a killed one, one takes it over', { timeout: 30_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carepost-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'job');
  const first = await startOwner(path, 60_000);
  expect(first.word).toBe('taken');
  first.child.kill('SIGKILL');
  await first.ended;
  expect((await readdir(folder)).sort()).toEqual(['job', 'job-owner.json']);

  const heirs = await Promise.all(Array.from({ length: 4 }, () => startOwner(path, 3000)));
  expect(heirs.map(({ word }) => word).sort()).toEqual(['LockedError', 'LockedError', 'LockedError', 'taken']);

  // The heir ends by itself, and its lock with it.
  await Promise.all(heirs.map(({ ended }) => ended));
  const lock = await takeProcessLock(path);
  expect(lock.takenOver).toBe(undefined);
  await lock.release();
});
