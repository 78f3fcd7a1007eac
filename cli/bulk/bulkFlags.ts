import { type OptionsOf, selectionFlag, connectionFlag, outputFlag, safetyFlag } from '../command.ts';
import type { Confirmation } from '../confirmWrite.ts';
import { parseDuration } from '../durations.ts';
import { rateFlag, wholeNumber } from '../tree/flags.ts';

const pair = (text: string, what: string): readonly [string, string] => {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1)];
  throw new TypeError(`"${text}" is not ${what}`);
};

const errorsOf = (text: string): number | { readonly percent: number } => {
  const [, number, percent] = /^(\d+)(%?)$/.exec(text) ?? [];
  if (number === undefined) throw new TypeError(`"${text}" is neither a number nor a share such as 5%`);
  if (percent === '') return Number(number);
  if (Number(number) > 100) throw new TypeError(`"${text}" is more than 100%`);
  return { percent: Number(number) };
};

const maxNumber = 100_000_000;

export const readOptions = [
  selectionFlag('--file <file>', 'CSV with the rows; - is standard input', { complete: 'files' }),
  selectionFlag('--map <header=column>', 'maps a header to a column; without a column it is ignored', {
    many: true,
    distinct: true,
    parse: (text: string) => {
      const [header, column] = pair(text, 'Header=column');
      return [header, column.trim() === '' ? null : column.trim()] as const;
    },
  }),
  selectionFlag('--delimiter <sign>', 'between cells: auto, comma, semicolon, tab or pipe', {
    choices: ['auto', 'comma', 'semicolon', 'tab', 'pipe'],
  }),
  selectionFlag('--encoding <name>', 'of the file; auto finds UTF-8 and UTF-16 by their marks', {
    choices: ['auto', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252'],
  }),
  selectionFlag('--rows <list>', 'records to take: 1-50,99'),
  selectionFlag('--skip-blank', 'skip empty rows instead of refusing them'),
  selectionFlag('--null-token <text>', 'cell that clears a field (\\N)'),
  selectionFlag('--unescape-formulas', "remove the ' that an export put before formulas"),
];

export const whereOption = selectionFlag(
  '--where <condition>',
  "records that meet it: 'name~clinic', 'isActivated=true'; repeat for and",
  { many: true },
);

export const selectOptions = [
  selectionFlag('--select', 'take the rows from the server instead of a file'),
  whereOption,
  selectionFlag('--set <column=value>', 'value of a cell in each selected row', {
    many: true,
    distinct: true,
    parse: (text: string) => pair(text, 'column=value'),
  }),
];

export const rateOptions = [
  connectionFlag('--concurrency <number>', 'rows at the same time, 1 to 16 (4)', { parse: wholeNumber(1, 16) }),
  rateFlag,
];

export const overwriteOption = outputFlag('--overwrite', 'replace the file that is written');

export const planOutOption = outputFlag('--plan-out <file>', 'keep the plan in this file, for bulk apply --plan', {
  complete: 'files',
});

/** Flags of everything that sends rows, beside those of `takes: ['write']`. */
export const runOptions = [
  ...rateOptions,
  safetyFlag('--deadline <duration>', 'start no row after this time: 2h', { parse: parseDuration }),
  safetyFlag('--canary <number>', 'apply and verify this many rows first', { parse: wholeNumber(0, maxNumber) }),
  safetyFlag('--verify <which>', 'read back after the change: none, sample (every tenth) or all; toggles always', {
    choices: ['none', 'sample', 'all'],
  }),
  safetyFlag('--on-drift <what>', 'a row that changed since it was planned: skip, fail or force (skip)', {
    choices: ['skip', 'fail', 'force'],
  }),
  safetyFlag('--max-errors <number>', 'stop after this many failed rows, or a share such as 5% (25)', {
    parse: errorsOf,
  }),
  safetyFlag(
    '--max-changes <number>',
    'maximum number of rows that may change, also beyond 20 % of all organizations',
    { parse: wholeNumber(0, maxNumber) },
  ),
  safetyFlag('--max-deletes <number>', 'maximum number of deletions (25)', { parse: wholeNumber(0, maxNumber) }),
  outputFlag('--run-dir <folder>', 'keep the run in this folder instead of the state folder', { complete: 'files' }),
  outputFlag('--results-out <file>', 'write the results to this file as well', { complete: 'files' }),
  outputFlag('--progress <how>', 'auto, plain (a line every 30 s), json or none', {
    choices: ['auto', 'plain', 'json', 'none'],
  }),
];

/** The reason of a change: stored in the plan and sent with each call of its apply. */
export const reasonOptions = [
  safetyFlag('--reason <text>', 'why, for the history'),
  safetyFlag('--ticket <number>', 'ticket it is done for'),
];

/** How the file of the rows is read. */
export interface ReadFlags extends OptionsOf<typeof readOptions> {
  /** No flag: cells that the command sets itself, so that the file may leave them out. */
  readonly implied?: Readonly<Record<string, boolean>>;
}

/** What a plan is made of besides a file, and where it goes. */
export type PlanFlags = ReadFlags &
  OptionsOf<typeof selectOptions> &
  OptionsOf<typeof rateOptions> &
  OptionsOf<typeof reasonOptions> &
  OptionsOf<readonly [typeof planOutOption, typeof overwriteOption]>;

/** How rows are applied. */
export type RunFlags = Confirmation &
  OptionsOf<typeof runOptions> &
  OptionsOf<typeof reasonOptions> &
  OptionsOf<readonly [typeof overwriteOption]>;
