import { wire, type WireRow } from '../../shared/contract/wire.ts';
import { type Call, type Command, flagGroups, type OptionSpec } from '../command.ts';
import { exitOfStatus } from '../errors.ts';
import { type ExitName, exits, exitLabel } from '../exits.ts';
import { isList, longName } from './exportFlags.ts';
import { flagsOf } from './flags.ts';
import { columns, indented, type ResourceLine, section } from './programHelp.ts';

/** Exits any command can end with (not-found: the profile that --profile names), and those of commands that call the API. */
const always: readonly ExitName[] = ['ok', 'internal', 'usage', 'not-found', 'config', 'interrupted', 'terminated'];
const withCalls: readonly ExitName[] = ['auth', 'forbidden', 'unavailable', 'try-later'];

/** How --export can end, besides: a file exists or proves too little, the lock, the drop of rows, the disk. */
const withExport: readonly ExitName[] = ['invalid', 'conflict', 'locked', 'brake', 'io', 'try-later'];

/** How many rows of a file can end, besides. */
const withFile: readonly ExitName[] = ['partial', 'invalid', 'conflict', 'locked', 'brake', 'io'];

/** A write may stay unconfirmed or without a response, and its journal may not be writable. */
const withWrite: readonly ExitName[] = ['not-confirmed', 'partial', 'io'];

const rowsOf = (calls: readonly Call[]): readonly WireRow[] =>
  calls.flatMap((call) => {
    const [area = '', name = ''] = call.split('.');
    return wire[area]?.[name] ?? [];
  });

const callExits = ({ calls }: Command): readonly ExitName[] => {
  if (calls === 'all') return [...withCalls, 'invalid', 'conflict'];
  if (calls.length === 0) return [];
  return [...withCalls, ...rowsOf(calls).flatMap(({ errors }) => errors.map(exitOfStatus))];
};

/** Flags that read or write a file, or that turn a result into an exit code. */
const flagExits = ({ options = [] }: Command): readonly ExitName[] =>
  options.flatMap((spec) => {
    const name = longName(spec);
    if (name === '--overwrite') return ['conflict'] as const;
    if (name === '--exit-code') return ['invalid'] as const;
    return spec.complete === 'files' ? (['io'] as const) : [];
  });

/** The exits of a command, by number: those that its calls and flags bring about, and its own. */
export const exitsOf = (command: Command): readonly ExitName[] => {
  const { takes = [], fileAction, exits: own = [] } = command;
  const all = new Set([
    ...always,
    ...callExits(command),
    ...flagExits(command),
    ...(takes.includes('confirm') ? (['not-confirmed'] as const) : []),
    ...(takes.includes('write') ? withWrite : []),
    ...(isList(command) ? withExport : []),
    ...(fileAction === undefined ? [] : withFile),
    ...own,
  ]);
  return [...all].sort((a, b) => exits[a].code - exits[b].code);
};

/** `GET /api/organizations` for each row a command calls. */
export const callsOf = ({ calls, otherCalls = [] }: Command): readonly string[] => [
  ...otherCalls,
  ...(calls === 'all' ? ['any call of the contract'] : rowsOf(calls).map(({ method, path }) => `${method} ${path}`)),
];

/** The examples of a command; its arguments are their own placeholders. */
export const examplesOf = (
  { examples, arguments: args = [], takes = [] }: Command,
  path: string,
): readonly string[] => {
  const own = examples?.map((text) => (text.includes('carepost ') ? text : `carepost ${path} ${text}`.trimEnd()));
  if (own !== undefined) return own;
  const line = ['carepost', path, ...args.map(({ name }) => name)].join(' ');
  if (takes.includes('write')) return [`${line} --yes`, `${line} --yes --reason "Ticket 4711" --output json`];
  return [line, `${line} --output ${takes.includes('rows') ? 'csv' : 'json'}`];
};

export const flagSections = (specs: readonly OptionSpec[]): string =>
  flagGroups
    .map((group) => {
      const own = specs.filter((spec) => spec.group === group);
      return section(`${group} flags`, columns(own.map(({ flags, summary }) => [flags, summary])));
    })
    .join('');

/** Exit codes of a command with their names and meanings. */
export const exitRows = (command: Command): readonly (readonly [string, string])[] =>
  exitsOf(command).map((exit) => [
    `${exits[exit].code} ${exitLabel(exit)}`,
    command.exitMeanings?.[exit] ?? exits[exit].meaning,
  ]);

/** Help of one command: purpose, usage, arguments, flags by group, examples, exit codes, calls. */
export const commandHelp = (command: Command, path: string): string => {
  const args = command.arguments ?? [];
  return [
    `${command.summary}\n`,
    command.description === undefined ? '' : `\n${command.description}\n`,
    section('Usage', `  ${['carepost', path, ...args.map(({ name }) => name)].join(' ')} [flags]`),
    args.length === 0 ? '' : section('Arguments', columns(args.map(({ name, summary }) => [name, summary]))),
    flagSections(flagsOf(command)),
    '\nGlobal flags (--profile, --output, --quiet …): carepost help flags\n',
    section('Examples', indented(examplesOf(command, path))),
    section('Exit codes', columns(exitRows(command))),
    section('Calls', indented(callsOf(command))),
  ].join('');
};

/** Help of a resource: its commands. */
export const resourceHelp = ({ name, summary }: ResourceLine, commands: readonly Command[]): string =>
  [
    `${summary}\n`,
    section('Usage', `  carepost ${name} <command> [flags]`),
    section(
      'Commands',
      columns(commands.filter(({ hidden }) => hidden !== true).map((command) => [command.name, command.summary])),
    ),
    `\ncarepost ${name} <command> --help shows flags, examples and exit codes.\n`,
  ].join('');

/** Help of the word that some commands of a resource share: `orgs login`. */
export const groupHelp = (resource: ResourceLine, word: string, commands: readonly Command[]): string =>
  resourceHelp(
    { ...resource, name: `${resource.name} ${word}` },
    commands
      .filter(({ name }) => name.startsWith(`${word} `))
      .map((command) => ({ ...command, name: command.name.slice(word.length + 1) })),
  );
