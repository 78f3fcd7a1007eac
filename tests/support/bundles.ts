import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A file with a line for each process of the command line that the tests have started. */
    cliProcessLog: string;
    /** Folder of the run for what several files need and the first one makes; the account of the database may enter it. */
    processFolder: string;
  }
}

/** Most tests run the command line in their own process, where a run costs milliseconds. */
const maxProcesses = 150;

/**
 * For the tests of real processes: builds the command line and the server once before them all, counts the processes of the command line and
 * fails a run that starts too many.
 */
export default function setup(project: TestProject): () => void {
  const builder = resolve(import.meta.dirname, '../../vite/bundle.js');
  for (const name of ['cli', 'server'])
    execFileSync(process.execPath, [builder, name], { stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = mkdtempSync(join(tmpdir(), 'carepost-processes-'));
  chmodSync(folder, 0o755);
  const log = join(folder, 'log');
  writeFileSync(log, '');
  project.provide('cliProcessLog', log);
  project.provide('processFolder', folder);
  return () => {
    const count = readFileSync(log, 'utf8').length;
    rmSync(folder, { recursive: true });
    process.stdout.write(`\nProcesses of the command line: ${count} (at most ${maxProcesses})\n`);
    if (count > maxProcesses) throw new Error(`The tests started ${count} processes of the command line.`);
  };
}
