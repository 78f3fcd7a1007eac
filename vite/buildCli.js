import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Builds cli/dist of a checkout. Plain JavaScript without packages: the launcher runs it before anything else, on any Node. */
const root = fileURLToPath(new URL('../', import.meta.url));
const dist = `${root}cli/dist`;
// In an ignored folder: the formatter walks the others while the command line is built.
const lock = `${dist}/.building`;
const maxBuildMs = 60_000;

/** The sources of the bundle. */
const sourceFolders = ['cli', 'shared', 'node', 'vite'];
const sourceFiles = ['package.json', 'package-lock.json', 'vite.cli.config.ts'];
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
const isStale = () => {
  const builtAt = changedAt(`${dist}/main.js`);
  if (builtAt === 0) return true;
  return (
    sourceFiles.some((file) => changedAt(root + file) > builtAt) ||
    sourceFolders.some((folder) => isNewerIn(root + folder, builtAt))
  );
};

const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** One build at a time; the lock of a build that was killed is taken over. */
const takeLock = () => {
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

const run = (out) => {
  // Most starts build nothing.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
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

/** Chunk names carry a hash of their content; old chunks stay for an hour, for runs in progress. */
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

/** Builds the bundle when a source is newer, into a folder of its own, so that a run in progress never sees half a bundle. */
export const buildIfStale = () => {
  if (!isStale()) return;
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

if (process.argv[2] === '--stale') buildIfStale();

// The packed package starts from nothing, so it holds no chunk of an earlier build.
if (process.argv[2] === '--clean') {
  rmSync(dist, { recursive: true, force: true });
  buildIfStale();
}
