import type { Command, OptionSpec } from '../command.ts';
import { parseDuration } from '../durations.ts';

/** How an export was asked for: where it goes, what it must prove, what is kept. Flags as commander gives them. */
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
  readonly since?: string;
  readonly delta?: boolean;
  readonly key?: string;
  readonly strict?: boolean;
  readonly minRows?: number;
  /** Share of the rows that may be missing, 0 to 1. */
  readonly maxDrop?: number;
  readonly keep?: number;
  readonly keepDays?: number;
  /** Durations in ms. */
  readonly lockWait?: number;
  readonly deadline?: number;
  readonly jitter?: number;
  readonly for?: string;
}

const whole =
  (least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d{1,12}$/.test(text) && value >= least) return value;
    throw new TypeError(`"${text}" must be a whole number from ${least}`);
  };

/** `20%`, or `off` for no limit, as a share. */
const share = (text: string): number => {
  if (text.trim().toLowerCase() === 'off') return 1;
  const percent = /^(\d+(?:\.\d+)?)%?$/.exec(text.trim())?.[1];
  if (percent !== undefined && Number(percent) <= 100) return Number(percent) / 100;
  throw new TypeError(`"${text}" is no share; write 20%, or off`);
};

const output = 'Output';
const safety = 'Safety';

/** What every export takes, whether of a report or of a list (design: exports and scheduling). */
export const exportFlags: readonly OptionSpec[] = [
  { flags: '--out <file>', summary: 'write this file; - is standard output', group: output, complete: 'files' },
  {
    flags: '--out-dir <folder>',
    summary: 'write into this folder, which must exist',
    group: output,
    complete: 'files',
  },
  { flags: '--name <template>', summary: 'file name of {report}, {profile} and {utc}', group: output },
  { flags: '--latest', summary: 'also keep {report}_latest.csv up to date', group: output },
  { flags: '--gzip', summary: 'compress; .gz is added to names not given by --out', group: output },
  { flags: '--checksum', summary: 'write FILE.sha256 for sha256sum -c', group: output },
  { flags: '--excel', summary: 'byte order mark, CRLF, ids as text, formulas disarmed', group: output },
  { flags: '--since <moment>', summary: 'only what is younger: 2026-08-21, or 7d for seven days', group: output },
  { flags: '--delta', summary: 'also write FILE.delta.csv: what changed since the last good export', group: output },
  { flags: '--key <columns>', summary: 'columns that name a row, for --delta and the count of ids', group: output },
  { flags: '--overwrite', summary: 'replace a file that is there already', group: safety },
  { flags: '--keep-partial', summary: 'keep what arrived of a failed export', group: safety },
  { flags: '--strict', summary: 'fail (8) when the file is not provably complete', group: safety },
  { flags: '--min-rows <number>', summary: 'fail (8) with fewer rows', group: safety, parse: whole(0) },
  {
    flags: '--max-drop <share>',
    summary: 'stop (12) when more rows are gone since the last good export (20%); off',
    group: safety,
    parse: share,
  },
  {
    flags: '--keep <number>',
    summary: 'keep so many files of this export, delete older ones',
    group: safety,
    parse: whole(1),
  },
  {
    flags: '--keep-days <days>',
    summary: 'keep the files of so many days, delete older ones',
    group: safety,
    parse: whole(1),
  },
  {
    flags: '--lock-wait <duration>',
    summary: 'wait so long for an export of the same kind to end (0s)',
    group: safety,
    parse: parseDuration,
  },
  { flags: '--deadline <duration>', summary: 'give up (75) after so long', group: safety, parse: parseDuration },
  { flags: '--jitter <duration>', summary: 'first wait a random time up to this', group: safety, parse: parseDuration },
];

/** `--out-dir` of `--out-dir <folder>`. */
export const longName = ({ flags }: OptionSpec): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;
/** The name commander gives the value of a flag: `outDir`. */
export const attributeOf = (flag: string): string =>
  flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Whether a command lists rows, so that it takes --export. One that writes prints what it wrote, which is no list. */
export const isList = ({ takes = [] }: Command): boolean => takes.includes('rows') && !takes.includes('write');

/** A list that names an organization by --name calls the template otherwise. */
const otherName: OptionSpec = {
  flags: '--file-name <template>',
  summary: 'file name of {report}, {profile} and {utc}',
  group: 'Export',
};

const exportFlag: OptionSpec = {
  flags: '--export',
  summary: 'write all rows to a file with a manifest; --output csv, ndjson or json is its format (csv)',
  group: 'Export',
};

const forFlag: OptionSpec = {
  flags: '--for <action>',
  summary: 'write what this bulk action takes back, filled in: orgs.update',
  group: 'Export',
};

/** The flags a list takes for --export, besides those it has itself. */
export const listExportFlags = (command: Command, own: readonly OptionSpec[]): readonly OptionSpec[] => {
  if (!isList(command)) return [];
  const taken = new Set(own.map(longName));
  const shared = exportFlags
    .filter((spec) => !taken.has(longName(spec)))
    .map((spec): OptionSpec => ({ ...spec, group: 'Export' }));
  return [
    exportFlag,
    ...shared,
    ...(taken.has('--name') ? [otherName] : []),
    ...(command.lists === 'organizations' ? [forFlag] : []),
  ];
};
