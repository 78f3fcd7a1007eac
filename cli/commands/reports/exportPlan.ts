import { CliError } from '../../errors.ts';
import { type Destination, toFile, toFolder } from '../../exports/destination.ts';
import { defaultTemplate, fillName, isTimed, utcStamp, withGzipSuffix } from '../../exports/exportName.ts';

export interface ExportFlags {
  readonly out?: string;
  readonly outDir?: string;
  readonly name?: string;
  readonly latest?: boolean;
  readonly overwrite?: boolean;
  readonly gzip?: boolean;
  readonly checksum?: boolean;
  readonly excel?: boolean;
  readonly keepPartial?: boolean;
}

export type ExportPlan = { readonly kind: 'stdout' } | ({ readonly kind: 'file' } & Destination);

const flagOf = {
  outDir: '--out-dir',
  name: '--name',
  latest: '--latest',
  overwrite: '--overwrite',
  checksum: '--checksum',
  keepPartial: '--keep-partial',
} as const;

const refuse = (flags: ExportFlags, out: string, names: readonly (keyof typeof flagOf)[]): void => {
  const wrong = names.find((name) => flags[name] !== undefined);
  if (wrong !== undefined) throw new CliError('E-USAGE', `${out} and ${flagOf[wrong]} exclude each other.`);
};

/** Where the flags say the export goes, checked before anything is asked of the server. */
export const planExport = async (
  flags: ExportFlags,
  run: { report: string; profile: string; moment: Date; outIsTty: boolean },
): Promise<ExportPlan> => {
  const { out, outDir, name } = flags;
  if (out === '-') {
    refuse(flags, '--out -', ['outDir', 'name', 'latest', 'overwrite', 'checksum', 'keepPartial']);
    if (flags.gzip && run.outIsTty)
      throw new CliError('E-USAGE', 'A compressed file does not go to a terminal; redirect it.');
    return { kind: 'stdout' };
  }
  if (out !== undefined) {
    refuse(flags, '--out', ['outDir', 'name', 'latest']);
    return { kind: 'file', ...(await toFile(out, flags.overwrite === true)) };
  }
  const template = name ?? (outDir === undefined ? undefined : defaultTemplate);
  const replaces = flags.overwrite === true || (template !== undefined && isTimed(template));
  const values = { report: run.report, profile: run.profile, utc: utcStamp(run.moment) };
  const fileName = template === undefined ? undefined : withGzipSuffix(fillName(template, values), flags.gzip === true);
  return { kind: 'file', ...(await toFolder(outDir ?? '.', fileName, replaces)) };
};
