import { CliError } from '../errors.ts';
import type { ExportFlags } from '../tree/exportFlags.ts';
import { type Destination, toFile, toFolder } from './destination.ts';
import { defaultTemplate, fillName, utcStamp, withGzipSuffix } from './exportName.ts';
import type { Manifest } from './manifest.ts';

export type ExportPlan = { readonly kind: 'stdout' } | ({ readonly kind: 'file' } & Destination);

const flagOf = {
  outDir: '--out-dir',
  name: '--name',
  latest: '--latest',
  overwrite: '--overwrite',
  checksum: '--checksum',
  keepPartial: '--keep-partial',
  delta: '--delta',
  maxDrop: '--max-drop',
  keep: '--keep',
  keepDays: '--keep-days',
  lockWait: '--lock-wait',
} as const;

const refuse = (flags: ExportFlags, out: string, names: readonly (keyof typeof flagOf)[]): void => {
  const wrong = names.find((name) => flags[name] !== undefined);
  if (wrong !== undefined) throw new CliError('E-USAGE', `${out} and ${flagOf[wrong]} exclude each other.`);
};

/** Flags of a file that stays; standard output has no name, no manifest and nothing to compare with. */
const onlyOfFiles = Object.keys(flagOf) as (keyof typeof flagOf)[];

/** Where the flags say the export goes, checked before anything is asked of the server. */
export const planExport = async (
  flags: ExportFlags,
  run: { report: string; profile: string; format: Manifest['format']; moment: Date; outIsTty: boolean; cwd: string },
): Promise<ExportPlan> => {
  const { out, outDir, name } = flags;
  if (flags.excel && run.format !== 'csv') throw new CliError('E-USAGE', '--excel prepares a CSV file.');
  if (out === '-') {
    refuse(flags, '--out -', onlyOfFiles);
    if (flags.gzip && run.outIsTty)
      throw new CliError('E-USAGE', 'A compressed file does not go to a terminal; redirect it.');
    return { kind: 'stdout' };
  }
  if (out !== undefined) {
    refuse(flags, '--out', ['outDir', 'name', 'latest', 'keep', 'keepDays']);
    return { kind: 'file', ...(await toFile(out, flags.overwrite === true)) };
  }
  const template = name ?? (outDir === undefined ? undefined : defaultTemplate.replace(/csv$/, run.format));
  // The default name is ours, so a second export within its second gets a number. A name from the user stays as it is.
  const isDefaultName = name === undefined && outDir !== undefined;
  const onExisting = flags.overwrite === true ? 'replace' : isDefaultName ? 'number' : 'refuse';
  const values = { report: run.report, profile: run.profile, utc: utcStamp(run.moment) };
  const fileName = template === undefined ? undefined : withGzipSuffix(fillName(template, values), flags.gzip === true);
  return { kind: 'file', ...(await toFolder(outDir ?? run.cwd, fileName, onExisting)) };
};
