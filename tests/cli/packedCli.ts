import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { madeOnce } from '../support/processes/madeOnce.ts';

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

/** Packs the workspace as npm does, into a new folder. */
const packInto = async (folder: string): Promise<void> => {
  await mkdir(folder);
  const work = await mkdtemp(join(tmpdir(), 'carepost-pack-'));
  try {
    // Packed from a copy, so that the bundle other tests run stays as it is.
    await cp(join(root, 'cli'), join(work, 'cli'), {
      recursive: true,
      filter: (path) => !path.endsWith('/dist'),
    });
    // The builder finds the project by where it lies.
    await cp(join(root, 'vite'), join(work, 'vite'), { recursive: true });
    for (const name of linked) await symlink(join(root, name), join(work, name));
    await run('npm', ['pack', '--pack-destination', folder], { cwd: join(work, 'cli') });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const packedTarball = async (): Promise<string> => {
  const folder = await madeOnce(inject('processFolder'), 'package', packInto);
  const [tarball = ''] = await readdir(folder);
  return join(folder, tarball);
};

export interface InstalledCli {
  /** A folder elsewhere, whose node_modules hold the package. */
  readonly folder: string;
  readonly installed: string;
  readonly launcher: string;
  remove(): Promise<void>;
}

/** Lays the packed package out as npm install would, but for its one dependency; needs no registry. */
export const installPackedCli = async (): Promise<InstalledCli> => {
  const tarball = await packedTarball();
  const folder = await mkdtemp(join(tmpdir(), 'carepost-installed-'));
  const installed = join(folder, 'node_modules', 'carepost');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  return {
    folder,
    installed,
    launcher: join(installed, 'bin', 'carepost.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
