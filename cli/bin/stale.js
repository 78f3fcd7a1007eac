const { readdirSync, statSync } = process.getBuiltinModule('node:fs');
const { fileURLToPath } = process.getBuiltinModule('node:url');

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** What the bundle is made of. */
const folders = ['cli', 'shared', 'vite'];
const files = ['package.json', 'package-lock.json', 'vite.cli.config.ts'];
const skipped = new Set(['dist', 'node_modules', 'bin']);

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const newerIn = (folder, built) => {
  // A folder's own time tells of files that came or went.
  if (changedAt(folder) > built && !folder.endsWith('cli')) return true;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() ? newerIn(path, built) : changedAt(path) > built) return true;
  }
  return false;
};

/** Whether a source is newer than the bundle; a few milliseconds. */
export const isStale = () => {
  const built = changedAt(`${root}cli/dist/main.js`);
  if (built === 0) return true;
  return (
    files.some((file) => changedAt(root + file) > built) || folders.some((folder) => newerIn(root + folder, built))
  );
};
