import { wire } from '../../shared/contract/wire.ts';
import { type Command, flagGroups, type OptionSpec } from '../command.ts';
import { type ExitName, exits, exitWord } from '../exits.ts';
import { isList } from './exportFlags.ts';
import { flagsOf } from './flags.ts';
import { section, two } from './layout.ts';
import type { NounLine } from './rootHelp.ts';

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
export const callsOf = (command: Command): readonly string[] => {
  const own = command.otherCalls ?? [];
  if (command.calls === 'all') return [...own, 'any call of the contract'];
  const rows = command.calls.map((call) => {
    const [area = '', row = ''] = call.split('.');
    const found = wire[area]?.[row];
    return found === undefined ? call : `${found.method} ${found.path}`;
  });
  return [...own, ...rows];
};

export const flagSections = (specs: readonly OptionSpec[]): string =>
  flagGroups
    .map((group) => {
      const own = specs.filter((spec) => spec.group === group);
      return own.length === 0 ? '' : section(`${group} flags`, two(own.map((spec) => [spec.flags, spec.summary])));
    })
    .join('');

/** Help of one command: purpose, usage, arguments, flags by group, examples, exit codes, calls. */
export const commandHelp = (command: Command, path: string): string => {
  const args = command.arguments ?? [];
  const words = args.map(({ name }) => ` ${name}`).join('');
  const lines = (texts: readonly string[]) => texts.map((text) => `  ${text}`).join('\n');
  return [
    `${command.summary}\n`,
    command.description === undefined ? '' : `\n${command.description}\n`,
    section('Usage', `  carepost ${path}${words} [flags]`),
    args.length === 0 ? '' : section('Arguments', two(args.map(({ name, summary }) => [name, summary]))),
    flagSections(flagsOf(command)),
    '\nGlobal flags (--profile, --output, --quiet …): carepost help flags\n',
    section('Examples', lines(command.examples)),
    section(
      'Exit codes',
      two(
        exitsOf(command).map((exit) => [
          `${exits[exit].code} ${exitWord(exit)}`,
          command.exitMeanings?.[exit] ?? exits[exit].meaning,
        ]),
      ),
    ),
    section('Calls', lines(callsOf(command))),
  ].join('');
};

/** Help of a noun: its verbs. */
export const nounHelp = (noun: NounLine, verbs: readonly Command[]): string =>
  [
    `${noun.summary}\n`,
    section('Usage', `  carepost ${noun.name} <command> [flags]`),
    section('Commands', two(verbs.filter(({ hidden }) => hidden !== true).map(({ name, summary }) => [name, summary]))),
    `\ncarepost ${noun.name} <command> --help shows flags, examples and exit codes.\n`,
  ].join('');

/** Help of the word that some verbs of a noun share: `orgs login`. */
export const groupHelp = (noun: NounLine, word: string, verbs: readonly Command[]): string =>
  nounHelp(
    { ...noun, name: `${noun.name} ${word}` },
    verbs
      .filter(({ name }) => name.startsWith(`${word} `))
      .map((verb) => ({ ...verb, name: verb.name.slice(word.length + 1) })),
  );
