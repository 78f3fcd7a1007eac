import { lstat, realpath, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { CliError } from '../errors.ts';
import { attributeOf, type ExportFlags, exportFlags, flagOf, longName } from '../tree/exportFlags.ts';
import type { Manifest } from './manifest.ts';
import { existsError, hasCode, toFileError } from './stagedFiles.ts';

/** What happens to an existing file of the same name: replaced, refused (exit 8), or left while this one gets a number. */
export type OnExisting = 'replace' | 'refuse' | 'number';

/** Where an export goes: a folder, and the name in it where it is known before the server names the file. */
export interface Destination {
  readonly folder: string;
  readonly name: string | undefined;
  readonly onExisting: OnExisting;
  /** For the manifest: how the name was formed. */
  readonly namePattern: Manifest['namePattern'];
  /** Name of the file that --latest updates, without .gz; `{report}_latest` unless --name says otherwise. */
  readonly latestName?: string;
}

/** Free space needed before the server is called. */
const minFreeBytes = 16 * 1024 * 1024;

const statIfExists = async (path: string) => {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw toFileError(error, path);
  }
};

/** The target of a link is written, so that the link stays; also where the target does not exist yet. */
const resolveLink = async (path: string): Promise<string> => {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry?.isSymbolicLink()) return path;
  return realpath(path).catch((error: unknown) => {
    throw toFileError(error, path);
  });
};

/** Refuses what must not be replaced: a file without --overwrite, a folder, a device. */
export const checkTarget = async (path: string, onExisting: OnExisting): Promise<void> => {
  const existing = await statIfExists(path);
  if (existing === undefined) return;
  if (existing.isDirectory()) {
    throw new CliError('E-IO', `${path} is a folder.`, { hint: 'Name a file in that folder.' });
  }
  // A rename would replace a device such as /dev/null by a file.
  if (!existing.isFile()) {
    throw new CliError('E-IO', `${path} is not a regular file.`, { hint: 'Use --out - and redirect it.' });
  }
  if (onExisting === 'refuse') throw existsError(path);
};

export const toFile = async (out: string, overwrite: boolean): Promise<Destination> => {
  const path = await resolveLink(resolve(out));
  const onExisting = overwrite ? 'replace' : 'refuse';
  await checkTarget(path, onExisting);
  return { folder: dirname(path), name: basename(path), onExisting, namePattern: null };
};

/** The pattern of files that have the name from the server. */
const serverNamePattern = '{server}';

export const toFolder = async (
  folder: string,
  name: string | undefined,
  onExisting: OnExisting,
  namePattern = name ?? serverNamePattern,
): Promise<Destination> => {
  const path = resolve(folder);
  const existing = await statIfExists(path);
  if (!existing?.isDirectory()) {
    // Never created: on a backup disk that is not mounted the folder would hide the mistake.
    const state = existing === undefined ? 'does not exist' : 'is not a folder';
    throw new CliError('E-IO', `${path} ${state}.`, { hint: 'Create the folder first.' });
  }
  if (name !== undefined) await checkTarget(join(path, name), onExisting);
  return { folder: path, name, onExisting, namePattern };
};

const mib = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US')} MiB`;

/** Refuses a disk with less than `bytes` free. A file system that does not report its size passes. */
export const checkFreeSpace = async (folder: string, bytes: number): Promise<void> => {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined || disk.blocks === 0) return;
  const free = disk.bavail * disk.bsize;
  const needed = Math.max(minFreeBytes, bytes);
  if (free >= needed) return;
  throw new CliError('E-IO', `${folder} has ${mib(free)} free; ${mib(needed)} are needed.`, {
    hint: 'Free some space first.',
  });
};

/** The size of the last file, as an estimate for the next one. */
export const sizeOfLast = async (...paths: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0));
  return Math.max(0, ...sizes);
};

export const defaultTemplate = '{report}_{profile}_{utc}.csv';

/** `20260821T060000Z`: sorts by time, needs no quoting on any system. */
export const utcStamp = (time: Date): string => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const utcPlaceholder = '{utc}';
/** The pattern that a file name may have been formed by, for manifests that do not name it. */
export const patternOf = (name: string): string => name.replaceAll(/\d{8}T\d{6}Z/g, utcPlaceholder);

const placeholders = ['report', 'profile', 'utc'] as const;
type NameValues = Readonly<Record<(typeof placeholders)[number], string>>;

/** Profile names may contain characters that file names may not. */
const toFileName = (text: string): string => text.replaceAll(/[^\w.-]+/g, '-');

/** Room for a number, `.manifest.json` and `.1a2b3c4d-5e6f7a8b.partial` below the 255 bytes of most file systems. */
const maxNameBytes = 200;

/** Replaces the placeholders of a `--name` template; the result is a plain file name, never a path. */
export const fillName = (template: string, values: NameValues): string => {
  const name = template.replaceAll(/\{([^{}]*)\}/g, (_, placeholder: string) => {
    const known = placeholders.find((one) => one === placeholder);
    if (known === undefined) {
      const list = placeholders.map((one) => `{${one}}`).join(', ');
      throw new CliError(
        'E-USAGE',
        `--name knows ${list}, not {${placeholder}}.${didYouMean(placeholder, placeholders)}`,
      );
    }
    return values[known];
  });
  if (name === '' || name.startsWith('.') || /[/\\\0]/.test(name)) {
    throw new CliError(
      'E-USAGE',
      `--name makes "${name}"; it must be a file name without folders. Use --out-dir for the folder.`,
    );
  }
  if (Buffer.byteLength(name) > maxNameBytes)
    throw new CliError('E-USAGE', `--name makes a name of over ${maxNameBytes} bytes.`);
  return name;
};

export const withGzipSuffix = (name: string, gzip: boolean): string =>
  gzip && !/\.gz$/i.test(name) ? `${name}.gz` : name;

const extension = /(?:\.(?:csv|ndjson|json))?(?:\.gz)?$/i;

/** What the files of one export have in common: the name without `.csv`, `.json`, `.ndjson` and `.gz`. */
export const stemOf = (name: string): string => name.replace(extension, '');

/** `users_default_20260821T060000Z_2.csv`: of a second export within the second that `{utc}` names. */
export const numberedName = (name: string, number: number): string =>
  number === 1 ? name : `${stemOf(name)}_${number}${extension.exec(name)?.[0] ?? ''}`;

/** `clinics_latest.csv` of `clinics_{utc}.csv`, and of `clinics.csv`. */
const latestNameOf = (namePattern: string): string =>
  namePattern.includes(utcPlaceholder)
    ? namePattern.replaceAll(utcPlaceholder, 'latest')
    : `${stemOf(namePattern)}_latest${extension.exec(namePattern)?.[0] ?? ''}`;

export type ExportPlan = { readonly kind: 'stdout' } | ({ readonly kind: 'file' } & Destination);

const streamFlags = new Set(['out', 'gzip', 'excel', 'since', 'key', 'strict', 'minRows', 'deadline', 'jitter']);

/** Flags that need a file: standard output has no name, no manifest and nothing to compare with. */
const fileFlags = exportFlags
  .map((spec) => attributeOf(longName(spec)) as keyof ExportFlags)
  .filter((name) => !streamFlags.has(name));

const refuseFlags = (flags: ExportFlags, out: string, names: readonly (keyof ExportFlags)[]): void => {
  const wrong = names.find((name) => flags[name] !== undefined);
  if (wrong !== undefined) throw new CliError('E-USAGE', `${out} and ${flagOf(wrong)} exclude each other.`);
};

/** The destination by the flags, checked before the server is called. */
export const planExport = async (
  flags: ExportFlags,
  run: { report: string; profile: string; format: Manifest['format']; startedAt: Date; outIsTty: boolean; cwd: string },
): Promise<ExportPlan> => {
  const { out, outDir, name } = flags;
  if (flags.excel && run.format !== 'csv') throw new CliError('E-USAGE', '--excel prepares a CSV file.');
  if (out === '-') {
    refuseFlags(flags, '--out -', fileFlags);
    if (flags.gzip && run.outIsTty)
      throw new CliError('E-USAGE', 'A compressed file does not go to a terminal; redirect it.');
    return { kind: 'stdout' };
  }
  if (out !== undefined) {
    refuseFlags(flags, '--out', ['outDir', 'name', 'latest', 'keep', 'keepDays']);
    return { kind: 'file', ...(await toFile(out, flags.overwrite === true)) };
  }
  const defaultName = defaultTemplate.replace(/csv$/, run.format);
  const template = name ?? (outDir === undefined ? undefined : defaultName);
  // The default name is ours, so a second export within its second gets a number. A name from the user stays as it is.
  const isDefaultName = name === undefined && outDir !== undefined;
  const onExisting = flags.overwrite === true ? 'replace' : isDefaultName ? 'number' : 'refuse';
  const folder = outDir ?? run.cwd;
  if (template === undefined) return { kind: 'file', ...(await toFolder(folder, undefined, onExisting)) };
  const names = { report: toFileName(run.report), profile: toFileName(run.profile) };
  const fileName = fillName(template, { ...names, utc: utcStamp(run.startedAt) });
  const namePattern = fillName(template, { ...names, utc: utcPlaceholder });
  const target = toFolder(folder, withGzipSuffix(fileName, flags.gzip === true), onExisting, namePattern);
  // The default name has a default latest name, without the profile.
  const latestName = template === defaultName ? {} : { latestName: latestNameOf(namePattern) };
  return { kind: 'file', ...(await target), ...latestName };
};
