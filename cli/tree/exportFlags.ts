import { type Command, type OptionSpec, outputFlag, safetyFlag, exportFlag, type OptionsOf } from '../command.ts';
import { parseDuration } from '../durations.ts';
import { CliError } from '../errors.ts';

const whole =
  (min: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d{1,12}$/.test(text) && value >= min) return value;
    throw new TypeError(`"${text}" must be a whole number from ${min}`);
  };

/** `20%`, or `off` for no limit, as a share. */
const share = (text: string): number => {
  if (text.trim().toLowerCase() === 'off') return 1;
  const percent = /^(\d+(?:\.\d+)?)%?$/.exec(text.trim())?.[1];
  if (percent !== undefined && Number(percent) <= 100) return Number(percent) / 100;
  throw new TypeError(`"${text}" must be a percentage such as 20%, or off`);
};

/** Flags of every export, of a report or of a list (design: exports and scheduling). */
export const exportFlags = [
  outputFlag('--out <file>', 'write this file; - is standard output', { complete: 'files' }),
  outputFlag('--out-dir <folder>', 'write into this folder, which must exist', { complete: 'files' }),
  outputFlag('--name <template>', 'file name of {report}, {profile} and {utc}'),
  outputFlag('--latest', 'also update {report}_latest.csv, or the --name with latest for {utc}'),
  outputFlag('--gzip', 'compress; adds .gz to all names except that of --out'),
  outputFlag('--checksum', 'write FILE.sha256 for sha256sum -c'),
  outputFlag('--excel', 'byte order mark, CRLF, ids as text, formulas escaped'),
  outputFlag('--since <time>', 'only newer rows: 2026-08-21, or 7d for the last seven days'),
  outputFlag('--delta', 'also write FILE.delta.csv: what changed since the last good export'),
  outputFlag('--key <columns>', 'columns that identify a row, for --delta and the count of ids'),
  safetyFlag('--overwrite', 'replace an existing file'),
  safetyFlag('--keep-partial', 'keep the partial file of a failed export'),
  safetyFlag('--strict', 'fail (8) when the file is not provably complete'),
  safetyFlag('--min-rows <number>', 'fail (8) with fewer rows', { parse: whole(0) }),
  safetyFlag(
    '--max-drop <share>',
    'stop (12) when more rows are missing since the last good export (20%); off: no limit',
    { parse: share },
  ),
  safetyFlag('--keep <number>', 'keep this many files of the same export and --name, delete older ones', {
    parse: whole(1),
  }),
  safetyFlag('--keep-days <days>', 'keep files of this many days, delete older ones of the same export and --name', {
    parse: whole(1),
  }),
  safetyFlag('--lock-wait <duration>', 'wait up to this time for a running export of the same kind (0s)', {
    parse: parseDuration,
  }),
  safetyFlag('--deadline <duration>', 'give up (75) after this time', { parse: parseDuration }),
  safetyFlag('--jitter <duration>', 'wait a random time up to this before the start', { parse: parseDuration }),
];

/** Their values: `maxDrop` is a share from 0 to 1, durations are in ms. */
export type ExportFlags = OptionsOf<typeof exportFlags> & { readonly for?: string };

/** `--out-dir` of `--out-dir <folder>`. */
export const longName = ({ flags }: OptionSpec): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;
/** The name of a flag's value in commander: `outDir`. */
export const attributeOf = (flag: string): string =>
  flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `--out-dir` of `outDir`. */
export const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Whether a command lists rows, so that it has --export. A command that writes prints the result of the write, not a list. */
export const isList = ({ takes = [] }: Command): boolean => takes.includes('rows') && !takes.includes('write');

/** The flags of a list for --export, without those it defines itself. */
export const listExportFlags = (command: Command, own: readonly OptionSpec[]): readonly OptionSpec[] => {
  if (!isList(command)) return [];
  const taken = new Set(own.map(longName));
  const shared = exportFlags
    .filter((spec) => !taken.has(longName(spec)))
    .map((spec): OptionSpec => ({ ...spec, group: 'Export' }));
  return [
    exportFlag(
      '--export',
      'write all rows to a file with a manifest; --output csv, ndjson or json is its format (csv)',
    ),
    ...shared,
    // In such a list --name selects an organization.
    ...(taken.has('--name')
      ? [exportFlag('--file-name <template>', 'file name of {report}, {profile} and {utc}')]
      : []),
    ...(command.lists === 'organizations'
      ? [exportFlag('--for <action>', 'write the file that this bulk action reads, filled in: orgs.update')]
      : []),
  ];
};

/** The flags of an export that a list command runs as. Throws a usage error for such flags without --export. */
export const requestedExport = (
  command: Command,
  specs: readonly OptionSpec[],
  options: Readonly<Record<string, unknown>>,
): ExportFlags | undefined => {
  if (!isList(command)) return undefined;
  const names = specs.filter(({ group }) => group === 'Export').map((spec) => attributeOf(longName(spec)));
  const present = names.filter((name) => options[name] !== undefined);
  const [stray] = present;
  if (stray === undefined) return undefined;
  if (options['export'] !== true)
    throw new CliError('E-USAGE', `${flagOf(stray)} belongs to an export.`, { hint: 'Add --export.' });
  const flags = Object.fromEntries(present.map((name) => [name, options[name]]));
  return { ...flags, ...(typeof flags['fileName'] === 'string' ? { name: flags['fileName'] } : {}) };
};
