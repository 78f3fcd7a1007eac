import type { OptionSpec } from '../command.ts';
import type { Confirmation } from '../confirmWrite.ts';
import { parseDuration } from '../durations.ts';
import { wholeNumber } from '../tree/flags.ts';

/** How the file of the rows is read. */
export interface ReadFlags {
  readonly file?: string;
  readonly map?: readonly (readonly [header: string, column: string | null])[];
  readonly delimiter?: string;
  readonly encoding?: 'auto' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly rows?: string;
  readonly skipBlank?: boolean;
  readonly nullToken?: string;
  readonly unescapeFormulas?: boolean;
  /** No flag: cells the command says itself, so that the file may leave them out. */
  readonly implied?: Readonly<Record<string, boolean>>;
}

/** What a plan is made of besides a file, and where it goes. */
export interface PlanFlags extends ReadFlags {
  readonly select?: boolean;
  readonly where?: readonly string[];
  readonly set?: readonly (readonly [column: string, text: string])[];
  readonly planOut?: string;
  readonly overwrite?: boolean;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly reason?: string;
  readonly ticket?: string;
}

/** How rows are carried out. */
export interface RunFlags extends Confirmation {
  readonly dryRun?: boolean;
  readonly reason?: string;
  readonly ticket?: string;
  readonly concurrency?: number;
  /** Changes a second; 0 is no limit. */
  readonly rate?: number;
  /** ms. */
  readonly deadline?: number;
  readonly canary?: number;
  readonly verify?: 'none' | 'sample' | 'all';
  readonly onDrift?: 'skip' | 'fail' | 'force';
  readonly maxErrors?: number | { readonly percent: number };
  readonly maxChanges?: number;
  readonly maxDeletes?: number;
  readonly runDir?: string;
  readonly resultsOut?: string;
  readonly overwrite?: boolean;
  readonly progress?: 'auto' | 'plain' | 'json' | 'none';
}

const pair = (text: string, what: string): readonly [string, string] => {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1)];
  throw new TypeError(`"${text}" is not ${what}`);
};

const rateOf = (text: string): number => {
  const rate = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && rate <= 1000) return rate;
  throw new TypeError(`"${text}" is not a rate from 0 to 1000 changes a second`);
};

const errorsOf = (text: string): number | { readonly percent: number } => {
  const [, number, percent] = /^(\d+)(%?)$/.exec(text) ?? [];
  if (number === undefined) throw new TypeError(`"${text}" is neither a number nor a share such as 5%`);
  if (percent === '') return Number(number);
  if (Number(number) > 100) throw new TypeError(`"${text}" is more than 100%`);
  return { percent: Number(number) };
};

const most = 100_000_000;

export const readOptions: readonly OptionSpec[] = [
  { flags: '--file <file>', summary: 'CSV with the rows; - is standard input', group: 'Selection', complete: 'files' },
  {
    flags: '--map <header=column>',
    summary: 'a header that stands for a column; nothing behind = leaves it out',
    group: 'Selection',
    many: true,
    parse: (text) => {
      const [header, column] = pair(text, 'Header=column');
      return [header, column.trim() === '' ? null : column.trim()];
    },
  },
  {
    flags: '--delimiter <sign>',
    summary: 'between cells: auto, comma, semicolon, tab or pipe',
    group: 'Selection',
    choices: ['auto', 'comma', 'semicolon', 'tab', 'pipe'],
  },
  {
    flags: '--encoding <name>',
    summary: 'of the file; auto finds UTF-8 and UTF-16 by their marks',
    group: 'Selection',
    choices: ['auto', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252'],
  },
  { flags: '--rows <list>', summary: 'records to take: 1-50,99', group: 'Selection' },
  { flags: '--skip-blank', summary: 'leave empty rows out instead of refusing them', group: 'Selection' },
  { flags: '--null-token <text>', summary: 'cell that clears a field (\\N)', group: 'Selection' },
  {
    flags: '--unescape-formulas',
    summary: "take off the ' that was put before formulas for a spreadsheet",
    group: 'Selection',
  },
];

export const whereOption: OptionSpec = {
  flags: '--where <condition>',
  summary: "organizations that meet it: 'name~clinic', 'isActivated=true'; repeat for and",
  group: 'Selection',
  many: true,
};

export const selectOptions: readonly OptionSpec[] = [
  { flags: '--select', summary: 'take the rows from the server instead of a file', group: 'Selection' },
  whereOption,
  {
    flags: '--set <column=value>',
    summary: 'cell each selected row gets',
    group: 'Selection',
    many: true,
    parse: (text) => pair(text, 'column=value'),
  },
];

export const paceOptions: readonly OptionSpec[] = [
  {
    flags: '--concurrency <number>',
    summary: 'rows at the same time, 1 to 16 (4)',
    group: 'Connection',
    parse: wholeNumber(1, 16),
  },
  {
    flags: '--rate <number>',
    summary: 'changes a second of all carepost processes of this account together (5); 0 is no limit',
    group: 'Connection',
    parse: rateOf,
  },
];

export const overwriteOption: OptionSpec = {
  flags: '--overwrite',
  summary: 'replace the file that is written',
  group: 'Output',
};

export const planOutOption: OptionSpec = {
  flags: '--plan-out <file>',
  summary: 'keep the plan in this file, for bulk apply --plan',
  group: 'Output',
  complete: 'files',
};

/** Flags of everything that sends rows, beside those of `takes: ['write']`. */
export const runOptions: readonly OptionSpec[] = [
  ...paceOptions,
  {
    flags: '--deadline <duration>',
    summary: 'start no row after this time: 2h',
    group: 'Safety',
    parse: parseDuration,
  },
  {
    flags: '--canary <number>',
    summary: 'apply and verify this many rows first',
    group: 'Safety',
    parse: wholeNumber(0, most),
  },
  {
    flags: '--verify <which>',
    summary: 'read back after the change: none, sample (every tenth) or all; toggles always',
    group: 'Safety',
    choices: ['none', 'sample', 'all'],
  },
  {
    flags: '--on-drift <what>',
    summary: 'a row that changed since it was planned: skip, fail or force (skip)',
    group: 'Safety',
    choices: ['skip', 'fail', 'force'],
  },
  {
    flags: '--max-errors <number>',
    summary: 'stop after this many failed rows, or a share such as 5% (25)',
    group: 'Safety',
    parse: errorsOf,
  },
  {
    flags: '--max-changes <number>',
    summary: 'maximum number of rows that may change, also beyond 20 % of all organizations',
    group: 'Safety',
    parse: wholeNumber(0, most),
  },
  {
    flags: '--max-deletes <number>',
    summary: 'maximum number of deletions (25)',
    group: 'Safety',
    parse: wholeNumber(0, most),
  },
  {
    flags: '--run-dir <folder>',
    summary: 'keep the run in this folder instead of the state folder',
    group: 'Output',
    complete: 'files',
  },
  {
    flags: '--results-out <file>',
    summary: 'write the results to this file as well',
    group: 'Output',
    complete: 'files',
  },
  {
    flags: '--progress <how>',
    summary: 'auto, plain (a line every 30 s), json or none',
    group: 'Output',
    choices: ['auto', 'plain', 'json', 'none'],
  },
];

/** Why a plan is made; stands in the plan and travels with each call of its apply. */
export const reasonOptions: readonly OptionSpec[] = [
  { flags: '--reason <text>', summary: 'why, for the history', group: 'Safety' },
  { flags: '--ticket <number>', summary: 'ticket it is done for', group: 'Safety' },
];
