import { wire } from '../../shared/contract/wire.ts';
import { type Command, flagGroups, type OptionSpec } from '../command.ts';
import { type ExitName, exits, exitWord } from '../exits.ts';
import { isList } from './exportFlags.ts';
import { flagsOf } from './flags.ts';
import { columns, indented, type ResourceLine, section } from './programHelp.ts';

/** Exits any command can end with, and those of commands that call the API. */
const always: readonly ExitName[] = ['ok', 'internal', 'usage', 'config', 'interrupted', 'terminated'];
const withCalls: readonly ExitName[] = ['auth', 'forbidden', 'unavailable', 'try-later'];

/** How --export can end, besides: a file exists or proves too little, the lock, the drop of rows, the disk. */
const withExport: readonly ExitName[] = ['invalid', 'conflict', 'locked', 'brake', 'io', 'try-later'];

/** How many rows of a file can end, besides. */
const withFile: readonly ExitName[] = ['partial', 'invalid', 'conflict', 'locked', 'brake', 'io'];

export const exitsOf = (command: Command): readonly ExitName[] => {
  const calls = command.calls === 'all' || command.calls.length > 0;
  const all = new Set<ExitName>([...always, ...(calls ? withCalls : []), ...(command.exits ?? [])]);
  if (command.takes?.some((kind) => kind === 'confirm' || kind === 'write')) all.add('not-confirmed');
  if (isList(command)) for (const exit of withExport) all.add(exit);
  if (command.fileAction !== undefined) for (const exit of withFile) all.add(exit);
  // A change whose answer was lost.
  if (command.takes?.includes('write')) all.add('partial');
  return [...all].sort((a, b) => exits[a].code - exits[b].code);
};

/** `GET /api/organizations` for each row a command calls. */
export const callsOf = ({ calls, otherCalls = [] }: Command): readonly string[] => {
  if (calls === 'all') return [...otherCalls, 'any call of the contract'];
  const rows = calls.map((call) => {
    const [area = '', name = ''] = call.split('.');
    const row = wire[area]?.[name];
    return row === undefined ? call : `${row.method} ${row.path}`;
  });
  return [...otherCalls, ...rows];
};

export const flagSections = (specs: readonly OptionSpec[]): string =>
  flagGroups
    .map((group) => {
      const own = specs.filter((spec) => spec.group === group);
      return own.length === 0 ? '' : section(`${group} flags`, columns(own.map((spec) => [spec.flags, spec.summary])));
    })
    .join('');

/** Exit codes of a command with their names and meanings. */
export const exitRows = (command: Command): readonly (readonly [string, string])[] =>
  exitsOf(command).map((exit) => [
    `${exits[exit].code} ${exitWord(exit)}`,
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
    section('Examples', indented(command.examples)),
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
