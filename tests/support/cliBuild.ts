import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** The processes of the tests run what the sources say now: one build before them all, none under a test's limits. */
export default function setup(): void {
  const builder = resolve(import.meta.dirname, '../../vite/buildCli.js');
  execFileSync(process.execPath, [builder, '--stale'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
