import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const linked = [
  'shared',
  'node',
  'node_modules',
  'vite.cli.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

export interface PackedCli {
  /** A folder elsewhere, whose node_modules hold the package. */
  readonly folder: string;
  readonly installed: string;
  readonly launcher: string;
  remove(): Promise<void>;
}

/** Packs the workspace and lays it out as npm install would, but for its one dependency; needs no registry. */
export const packCli = async (): Promise<PackedCli> => {
  const work = await mkdtemp(join(tmpdir(), 'carepost-pack-'));
  // Packed from a copy, so that the bundle other tests run stays as it is.
  await cp(join(root, 'cli'), join(work, 'cli'), {
    recursive: true,
    filter: (path) => !/\/(dist|\.building)$/.test(path),
  });
  // The builder finds the project by where it lies.
  await cp(join(root, 'vite'), join(work, 'vite'), { recursive: true });
  for (const name of linked) await symlink(join(root, name), join(work, name));
  await run('npm', ['pack', '--pack-destination', work], { cwd: join(work, 'cli') });
  const tarball = (await readdir(work)).find((name) => name.endsWith('.tgz')) ?? '';
  const folder = join(work, 'elsewhere');
  const installed = join(folder, 'node_modules', 'carepost');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(work, tarball), '-C', installed, '--strip-components=1']);
  return {
    folder,
    installed,
    launcher: join(installed, 'bin', 'carepost.js'),
    remove: () => rm(work, { recursive: true, force: true }),
  };
};
