import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildStale } from '../../server/operations/buildStale.ts';
import { ensureChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the run for what is built once and used by several files. */
    buildFolder: string;
  }
}

/** Browser tests look at what the sources say now. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureChromium();
  await buildStale((line) => process.stderr.write(`${line}\n`), 'web application');
  const folder = await mkdtemp(join(tmpdir(), 'cpbuild-'));
  project.provide('buildFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
