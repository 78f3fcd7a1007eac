import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { takeProcessLock } from '../../node/processLock.ts';
import { projectFolder } from '../projectFolder.ts';
import { isStale } from './staleness.ts';

interface Build {
  readonly what: string;
  readonly built: string;
  readonly sources: readonly string[];
  readonly viteConfig: string;
  /** What builds it, as node runs it in the project. */
  readonly script: readonly string[];
}

const builds: readonly Build[] = [
  {
    what: 'web application',
    built: 'dist/admin/index.html',
    sources: ['admin', 'shared', 'vite', 'index.html', 'vite.config.ts', 'package-lock.json'],
    viteConfig: 'vite.config.ts',
    script: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  },
  {
    what: 'command line',
    built: 'cli/dist/main.js',
    sources: ['cli', 'shared', 'node', 'vite', 'vite.cli.config.ts', 'package-lock.json'],
    viteConfig: 'vite.cli.config.ts',
    // Its own builder never empties the folder under a command that runs.
    script: ['vite/bundle.js', 'cli'],
  },
];

/** The build failed; the message holds what the builder said. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/** Builds what is older than its sources, so that `npm start` always serves what the sources say. */
export async function buildStale(say: (line: string) => void, only?: string): Promise<void> {
  for (const build of builds) {
    if (only !== undefined && build.what !== only) continue;
    // An installation without sources (a container image, say) carries only what was built.
    if (!existsSync(join(projectFolder, build.viteConfig))) continue;
    if (!(await isStale(build.built, build.sources))) continue;
    await alone(async () => {
      // Another process may have built it while this one waited.
      if (!(await isStale(build.built, build.sources))) return;
      say(`Building the ${build.what} ...`);
      await run(build);
    });
  }
}

const maxBuildWaitMs = 90_000;

/** Two builds at once would empty each other's folder. */
async function alone(work: () => Promise<void>): Promise<void> {
  const lock = await takeProcessLock(join(projectFolder, 'node_modules/.carepost-build.lock'), {
    waitMs: maxBuildWaitMs,
  });
  try {
    await work();
  } finally {
    await lock.release();
  }
}

function run({ what, script }: Build): Promise<void> {
  const child = spawn(process.execPath, script, {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let output = '';
  const keep = (text: string) => {
    output = (output + text).slice(-4_000);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new BuildError(`The ${what} could not be built:\n${output}`)),
    );
  });
}
