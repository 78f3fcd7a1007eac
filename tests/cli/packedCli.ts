import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { lock } from 'proper-lockfile';
import { inject } from 'vitest';

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

const tarballOf = async (folder: string): Promise<string | undefined> =>
  (await readdir(folder)).find((name) => name.endsWith('.tgz'));

/** Packs the workspace as npm does, into the folder. */
const packInto = async (folder: string): Promise<void> => {
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

/** The npm package, packed by the first file of the test run that needs it; another worker waits for it. */
const packedTarball = async (): Promise<string> => {
  const folder = inject('cliPackageFolder');
  const release = await lock(folder, { retries: { retries: 600, minTimeout: 100, maxTimeout: 100 } });
  try {
    if ((await tarballOf(folder)) === undefined) await packInto(folder);
    return join(folder, (await tarballOf(folder)) ?? '');
  } finally {
    await release();
  }
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
