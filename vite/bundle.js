import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Builds the bundles of a checkout. Plain JavaScript without packages: the launchers run it before anything else, on any Node. */
const root = fileURLToPath(new URL('../', import.meta.url));
const maxBuildMs = 60_000;

/** Where each bundle stands, and what it is made of. */
const bundles = {
  cli: { what: 'command line', dist: `${root}cli/dist`, folder: 'cli', config: 'vite.cli.config.ts' },
  server: { what: 'server', dist: `${root}dist/server`, folder: 'server', config: 'vite.server.config.ts' },
};
const commonFolders = ['shared', 'node', 'vite'];
const commonFiles = ['package.json', 'package-lock.json'];
const skipped = new Set(['dist', 'node_modules', 'bin']);

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isNewerIn = (folder, builtAt) => {
  // A folder's own time changes when files are added or removed.
  if (changedAt(folder) > builtAt && !folder.endsWith('cli')) return true;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() ? isNewerIn(path, builtAt) : changedAt(path) > builtAt) return true;
  }
  return false;
};

/** Whether a source is newer than the bundle; takes a few milliseconds. */
const isStale = ({ dist, folder, config }) => {
  const builtAt = changedAt(`${dist}/main.js`);
  if (builtAt === 0) return true;
  return (
    [...commonFiles, config].some((file) => changedAt(root + file) > builtAt) ||
    [folder, ...commonFolders].some((name) => isNewerIn(root + name, builtAt))
  );
};

const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** One build at a time; the lock of a build that was killed is taken over. */
const takeLock = (dist, lock) => {
  mkdirSync(dist, { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const since = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (since > maxBuildMs) rmSync(lock, { recursive: true, force: true });
      else wait(50);
    }
  }
};

const run = ({ what, config }, out) => {
  // Most starts build nothing.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  // The bundled Node where it is there: the sources are written for it.
  const own = `${root}node_modules/.bin/node`;
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const result = spawnSync(existsSync(own) ? own : process.execPath, [vite, 'build', '-c', config], {
    cwd: root,
    env: { ...process.env, BUNDLE_OUT: out },
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    process.stderr.write(`carepost: the ${what} could not be built\n${result.stderr ?? ''}${result.stdout ?? ''}`);
    process.exit(1);
  }
};

/** Chunk names carry a hash of their content; old chunks stay for an hour, for runs in progress. */
const putInPlace = (dist, fresh) => {
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

/**
 * The folder of a bundle that is as new as its sources.
 * @param {'cli' | 'server'} name
 * @returns {string | undefined}
 */
export const freshBundle = (name) => (isStale(bundles[name]) ? undefined : bundles[name].dist);

/**
 * Builds a bundle when a source is newer, into a folder of its own, so that a run in progress never sees half a bundle.
 * @param {'cli' | 'server'} name
 */
export const buildIfStale = (name) => {
  const bundle = bundles[name];
  // An installation without sources (a container image, say) carries only what was built.
  if (!existsSync(root + bundle.config) || !isStale(bundle)) return;
  const { what, dist } = bundle;
  // In an ignored folder: the formatter walks the others while the bundle is built.
  const lock = `${dist}/.building`;
  takeLock(dist, lock);
  const fresh = `${dist}/.fresh-${process.pid}`;
  try {
    if (!isStale(bundle)) return;
    if (process.stderr.isTTY) process.stderr.write(`Building the ${what} ...\n`);
    run(bundle, fresh);
    putInPlace(dist, fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(lock, { recursive: true, force: true });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , name, option] = process.argv;
  // The packed package starts from nothing, so it holds no chunk of an earlier build.
  if (option === '--clean') rmSync(bundles[name].dist, { recursive: true, force: true });
  buildIfStale(name);
}
