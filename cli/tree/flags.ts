import type { Command, OptionSpec } from '../command.ts';
import { confirmProfileFlag } from '../confirmWrite.ts';
import { parseDuration } from '../durations.ts';
import { formats } from '../output/formatNames.ts';
import { attributeOf, listExportFlags, longName } from './exportFlags.ts';

/** Checks a duration whose text is parsed later. */
export const duration = (text: string): string => {
  parseDuration(text);
  return text;
};

/** A whole number within bounds; the TypeError's text is what the user reads. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new TypeError(`"${text}" must be a whole number from ${least} to ${most}`);
  };

/** Calls a second; the TypeError's text is what the user reads. */
const callRate = (text: string): number => {
  const rate = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && rate <= 1000) return rate;
  throw new TypeError(`"${text}" is not a rate from 0 to 1000 changes a second`);
};

/** Flags every command takes; they may stand before or after the command. */
export const rootFlags: readonly OptionSpec[] = [
  { flags: '--profile <name>', summary: 'profile to use', group: 'Connection', complete: 'profiles' },
  { flags: '--api <address>', summary: 'address of the API; https except on this machine', group: 'Connection' },
  { flags: '--issuer <address>', summary: 'sign-in service; default: the one the API names', group: 'Connection' },
  { flags: '--timeout <duration>', summary: 'time limit for one response (30s)', group: 'Connection', parse: duration },
  {
    flags: '--max-wait <duration>',
    summary: 'time limit for the retries of one call (1m)',
    group: 'Connection',
    parse: duration,
  },
  {
    flags: '-o, --output <format>',
    summary: 'table, json, ndjson, csv, yaml or ids',
    group: 'Output',
    choices: formats,
  },
  {
    flags: '--json <fields>',
    summary: 'these fields as JSON: id,name,address.city; for lists and records',
    group: 'Output',
    complete: 'fields',
  },
  {
    flags: '--query <expression>',
    summary: "JMESPath over the JSON result: '[?tierCode==`CLINIC`].name'",
    group: 'Output',
  },
  { flags: '--escape-formulas', summary: "csv: put ' before cells that a spreadsheet would evaluate", group: 'Output' },
  { flags: '--color <when>', summary: 'auto, always or never', group: 'Output', choices: ['auto', 'always', 'never'] },
  { flags: '--pager [program]', summary: 'show results through a pager on a terminal', group: 'Output' },
  { flags: '-q, --quiet', summary: 'no messages on stderr, except errors', group: 'Output' },
  { flags: '-v, --verbose', summary: 'a line on stderr for each call', group: 'Output' },
  { flags: '--debug', summary: 'as -v, with attempts, correlation ids and some headers', group: 'Output' },
  {
    flags: '--trace-file <file>',
    summary: 'write calls to a file, ndjson, without secrets',
    group: 'Output',
    complete: 'files',
  },
  { flags: '--no-input', summary: 'never ask for input; fail instead', group: 'Safety' },
];

const fieldsFlag: OptionSpec = {
  flags: '--fields <list>',
  summary: "a,b.c selects fields; +a adds, -a removes one; '?' lists them",
  group: 'Output',
  complete: 'fields',
};

const rowFlags: readonly OptionSpec[] = [
  fieldsFlag,
  {
    flags: '--where <condition>',
    summary: "only rows that match: 'name~clinic', 'field>=value', 'field in (a,b)'; all of several conditions",
    group: 'Selection',
    many: true,
    complete: 'fields',
  },
  { flags: '--sort <field>', summary: 'order: name or name:desc', group: 'Selection', complete: 'fields' },
  {
    flags: '--limit <number>',
    summary: 'at most this many rows',
    group: 'Selection',
    parse: wholeNumber(0, 100_000_000),
  },
  { flags: '--all', summary: 'all rows, not just the first page', group: 'Selection' },
];

const writeFlags: readonly OptionSpec[] = [
  { flags: '-y, --yes', summary: 'confirm without asking', group: 'Safety' },
  confirmProfileFlag,
  {
    flags: '--reason <text>',
    summary: 'the reason, kept in the audit trail; required on a protected profile',
    group: 'Safety',
  },
  { flags: '--ticket <number>', summary: 'ticket number, kept with the run', group: 'Safety' },
  { flags: '--dry-run', summary: 'show what would be done, and send nothing', group: 'Safety' },
  {
    flags: '--rate <number>',
    summary: 'changes a second of all carepost processes of this account together (5); 0 is no limit',
    group: 'Connection',
    parse: callRate,
  },
];

/** The pages of the inspector's and the dashboard's grids (1-administration.md). */
export const gridPageFlags: readonly OptionSpec[] = [
  {
    flags: '--page-size <number>',
    summary: '10, 20, 50 or 100 (20)',
    group: 'Selection',
    choices: ['10', '20', '50', '100'],
  },
  {
    flags: '--page <number>',
    summary: 'number of the page (1)',
    group: 'Selection',
    parse: wholeNumber(1, 10_000_000),
  },
];

/** Stand for the word that names an organization; a command's own flag of the same name wins. */
const organizationFlags: readonly OptionSpec[] = [
  { flags: '--id <id>', summary: 'the organization by its id', group: 'Selection' },
  { flags: '--subdomain <subdomain>', summary: 'the organization by its subdomain', group: 'Selection' },
  { flags: '--name <name>', summary: 'the organization by its exact name', group: 'Selection' },
];

const fileActionFlag = (action: string): OptionSpec => ({
  flags: '--file <file>',
  summary: `CSV with one row per record: bulk apply ${action} --file F`,
  group: 'Selection',
  complete: 'files',
});

const confirmFlags: readonly OptionSpec[] = [
  { flags: '-y, --yes', summary: 'confirm without asking', group: 'Safety' },
];

const besideOwn = ({ options = [] }: Command, specs: readonly OptionSpec[]): readonly OptionSpec[] => {
  const own = new Set(options.map(longName));
  return specs.filter((spec) => !own.has(longName(spec)));
};

const ownFlags = (command: Command): readonly OptionSpec[] => [
  ...(command.options ?? []),
  ...besideOwn(command, [
    ...(command.arguments?.some(({ organization }) => organization) === true ? organizationFlags : []),
    ...(command.fileAction === undefined ? [] : [fileActionFlag(command.fileAction)]),
  ]),
  ...(command.takes?.includes('rows') ? rowFlags : []),
  ...(command.takes?.includes('record') ? [fieldsFlag] : []),
  ...(command.takes?.includes('confirm') ? confirmFlags : []),
  ...(command.takes?.includes('write') ? besideOwn(command, writeFlags) : []),
];

/** All flags of a command besides the root's. */
export const flagsOf = (command: Command): readonly OptionSpec[] => {
  const own = ownFlags(command);
  return [...own, ...listExportFlags(command, own)];
};

const pageWords = new Set(['--page', '--page-size', '--all']);

/** What narrows a list, as flags with their values: two lists with the same show the same rows. */
export const selectionOf = (command: Command, options: Readonly<Record<string, unknown>>): readonly string[] =>
  [...ownFlags(command), ...listExportFlags(command, ownFlags(command))].flatMap((spec) => {
    const name = longName(spec);
    const value = options[attributeOf(name)];
    const narrows = spec.group === 'Selection' || name === '--fields' || name === '--since';
    if (!narrows || value === undefined || pageWords.has(name)) return [];
    return [value]
      .flat()
      .map((one) => (one === true ? name : `${name}=${typeof one === 'string' ? one : JSON.stringify(one)}`));
  });
