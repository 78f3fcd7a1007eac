import { type Command, type OptionSpec, connectionFlag, outputFlag, safetyFlag, selectionFlag } from '../command.ts';
import { colorChoices, parseRate } from '../config.ts';
import { confirmProfileFlag } from '../confirmWrite.ts';
import { parseDuration } from '../durations.ts';
import { formats } from '../output/fields.ts';
import { attributeOf, listExportFlags, longName } from './exportFlags.ts';

/** Checks a duration whose text is parsed later. */
export const duration = (text: string): string => {
  parseDuration(text);
  return text;
};

/** A whole number within bounds; the TypeError's text is what the user reads. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new TypeError(`"${text}" must be a whole number from ${min} to ${max}`);
  };

/** Flags every command takes; they may stand before or after the command. */
export const rootFlags: readonly OptionSpec[] = [
  connectionFlag('--profile <name>', 'profile to use', { complete: 'profiles' }),
  connectionFlag('--api <address>', 'address of the API; https except on this machine'),
  connectionFlag('--issuer <address>', 'sign-in service; default: the one the API names'),
  connectionFlag('--timeout <duration>', 'time limit for one response (30s)', { parse: duration }),
  connectionFlag('--max-wait <duration>', 'time limit for the retries of one call (1m)', { parse: duration }),
  outputFlag('-o, --output <format>', 'table, json, ndjson, csv, yaml or ids', { choices: formats }),
  outputFlag('--json <fields>', 'these fields as JSON: id,name,address.city; for lists and records', {
    complete: 'fields',
  }),
  outputFlag('--query <expression>', "JMESPath over the JSON result: '[?tierCode==`CLINIC`].name'"),
  outputFlag('--escape-formulas', "csv: put ' before cells that a spreadsheet would evaluate"),
  outputFlag('--color <when>', 'auto, always or never', { choices: colorChoices }),
  outputFlag('--pager [program]', 'show results through a pager on a terminal'),
  outputFlag('-q, --quiet', 'no messages on stderr, except errors'),
  outputFlag('-v, --verbose', 'a line on stderr for each call'),
  outputFlag('--debug', 'as -v, with attempts, correlation ids and some headers'),
  outputFlag('--trace-file <file>', 'write calls to a file, ndjson, without secrets', { complete: 'files' }),
  safetyFlag('--no-input', 'never ask for input; fail instead'),
];

const fieldsFlag: OptionSpec = outputFlag(
  '--fields <list>',
  "a,b.c selects fields; +a adds, -a removes one; '?' lists them",
  { complete: 'fields' },
);

const rowFlags: readonly OptionSpec[] = [
  fieldsFlag,
  selectionFlag(
    '--where <condition>',
    "only rows that match: 'name~clinic', 'field>=value', 'field in (a,b)'; all of several conditions",
    { many: true, complete: 'fields' },
  ),
  selectionFlag('--sort <field>', 'order: name or name:desc', { complete: 'fields' }),
  selectionFlag('--limit <number>', 'at most this many rows', { parse: wholeNumber(0, 100_000_000) }),
  selectionFlag('--all', 'all rows, not just the first page'),
];

/** Without it the setting `rate` counts. */
export const rateFlag = connectionFlag(
  '--rate <number>',
  'changes per second, shared by all carepost processes of this account (5); 0 is no limit',
  { parse: parseRate },
);

const writeFlags: readonly OptionSpec[] = [
  safetyFlag('-y, --yes', 'confirm without asking'),
  confirmProfileFlag,
  safetyFlag('--reason <text>', 'reason for the audit trail; required on a protected profile'),
  safetyFlag('--ticket <number>', 'ticket number, stored with the run'),
  safetyFlag('--dry-run', 'show what would change, and send nothing'),
  rateFlag,
];

/** The pages of the inspector's and the dashboard's grids (1-administration.md). */
export const gridPageFlags = [
  selectionFlag('--page-size <number>', '10, 20, 50 or 100 (20)', { choices: ['10', '20', '50', '100'] }),
  selectionFlag('--page <number>', 'number of the page (1)', { parse: wholeNumber(1, 10_000_000) }),
];

/** Stand for the word that names an organization; a command's own flag of the same name wins. */
const organizationFlags: readonly OptionSpec[] = [
  selectionFlag('--id <id>', 'the organization by its id'),
  selectionFlag('--subdomain <subdomain>', 'the organization by its subdomain'),
  selectionFlag('--name <name>', 'the organization by its exact name'),
];

const fileActionFlag = (action: string): OptionSpec =>
  selectionFlag('--file <file>', `CSV with one row per record: bulk apply ${action} --file F`, { complete: 'files' });

const confirmFlags: readonly OptionSpec[] = [safetyFlag('-y, --yes', 'confirm without asking')];

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
