import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { isStale, root } from './stale.js';

const dist = `${root}cli/dist`;
const lock = `${root}cli/.building`;
const longestBuild = 60_000;

const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** One build at a time; a lock whose owner died is taken over. */
const takeLock = () => {
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const since = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (since > longestBuild) rmSync(lock, { recursive: true, force: true });
      else wait(50);
    }
  }
};

const run = (out) => {
  // The bundled Node where it is there: the sources are written for it.
  const own = `${root}node_modules/.bin/node`;
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const result = spawnSync(existsSync(own) ? own : process.execPath, [vite, 'build', '-c', 'vite.cli.config.ts'], {
    cwd: root,
    env: { ...process.env, CAREPOST_CLI_OUT: out },
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    process.stderr.write(`carepost: the command line could not be built\n${result.stderr ?? ''}${result.stdout ?? ''}`);
    process.exit(1);
  }
};

/** Chunk names carry a hash of their content, so those of a run that is under way stay until nobody can need them. */
const putInPlace = (fresh) => {
  mkdirSync(dist, { recursive: true });
  const names = readdirSync(fresh).filter((name) => name !== 'main.js');
  for (const name of names) renameSync(`${fresh}/${name}`, `${dist}/${name}`);
  renameSync(`${fresh}/main.js`, `${dist}/main.js`);
  const now = Date.now();
  utimesSync(`${dist}/main.js`, now / 1000, now / 1000);
  for (const name of readdirSync(dist)) {
    const kept = name === 'main.js' || names.includes(name) || name.startsWith('.');
    if (!kept && now - statSync(`${dist}/${name}`).mtimeMs > 3_600_000) rmSync(`${dist}/${name}`, { force: true });
  }
};

/** Builds into a folder of its own, so that a run beside never sees half a bundle. */
export const build = () => {
  takeLock();
  const fresh = `${dist}/.fresh-${process.pid}`;
  try {
    if (!isStale()) return;
    if (process.stderr.isTTY) process.stderr.write('Building the command line…\n');
    run(fresh);
    putInPlace(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(lock, { recursive: true, force: true });
  }
};

if (process.argv[2] === '--stale') build();

// The packed package starts from nothing, so no chunk of an earlier build goes with it.
if (process.argv[2] === '--clean') {
  rmSync(dist, { recursive: true, force: true });
  build();
}
