import { CommanderError } from 'commander';
import type { ArgumentSpec, Command, OptionSpec } from '../command.ts';
import { CliError } from '../errors.ts';
import { attributeOf, longName } from './exportFlags.ts';

/** The flag that names the organization, where one was given. */
export interface NamedBy {
  readonly by: 'id' | 'subdomain' | 'name';
  readonly text: string;
  /** Where its word would have stood. */
  readonly at: number;
}

const isRequired = (name: string): boolean => name.startsWith('<');

const missing = (name: string): CommanderError =>
  new CommanderError(
    1,
    'commander.missingArgument',
    `error: missing required argument '${name.replace(/[<>.]/g, '')}'`,
  );

/** Which flag of --id, --subdomain and --name replaces an argument; a command's own flag of that name keeps its meaning. */
export const namedByFlag = (command: Command, options: Readonly<Record<string, unknown>>): NamedBy | undefined => {
  const at = command.arguments?.findIndex(({ organization }) => organization) ?? -1;
  if (at < 0) return undefined;
  const own = new Set((command.options ?? []).map(({ flags }) => /--([\w-]+)/.exec(flags)?.[1]));
  const given = (['id', 'subdomain', 'name'] as const).flatMap((by) => {
    const text = options[by];
    return typeof text === 'string' && !own.has(by) ? [{ by, text: text.trim(), at }] : [];
  });
  if (given.length > 1) {
    throw new CliError('E-USAGE', `Name the organization once: ${given.map(({ by }) => `--${by}`).join(' or ')}.`);
  }
  return given[0];
};

/** Flags about the one record that were given, besides the file. */
const givenOptions = ({ options: specs = [] }: Command, options: Readonly<Record<string, unknown>>): string[] =>
  [...specs, { flags: '--fields' }].flatMap(({ flags }) => {
    const [flag = '', no, name = ''] = /--(no-)?([\w-]+)/.exec(flags) ?? [];
    const value = options[name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())];
    const isGiven = no === undefined ? value !== undefined : value === false;
    return isGiven && flag !== '--file' ? [flag] : [];
  });

/** The arguments that a flag does not replace. */
const neededArguments = ({ arguments: specs = [] }: Command, named: NamedBy | undefined): readonly ArgumentSpec[] =>
  specs.filter((_spec, index) => index !== named?.at);

/** The required arguments that were not given. */
export const missingArguments = (
  command: Command,
  options: Readonly<Record<string, unknown>>,
  words: readonly string[],
): readonly ArgumentSpec[] =>
  neededArguments(command, namedByFlag(command, options))
    .slice(words.length)
    .filter(({ name }) => isRequired(name));

/** Whether the command line leaves out a required argument or flag. */
export const hasMissing = (
  command: Command,
  options: Readonly<Record<string, unknown>>,
  words: readonly string[],
): boolean => missingArguments(command, options, words).length > 0 || missingFlags(command, options).length > 0;

/**
 * Checks that the words a command needs are there. A flag that names the organization takes the place of its word; with a file of many
 * rows no word is needed, and none may be given.
 */
export const checkWords = (
  command: Command,
  options: Readonly<Record<string, unknown>>,
  words: readonly string[],
  isBulk: boolean,
): NamedBy | undefined => {
  const named = namedByFlag(command, options);
  if (isBulk) {
    if (words.length > 0 || named !== undefined) {
      throw new CliError('E-USAGE', 'The file says what is changed: give --file or name the record, not both.');
    }
    const [flag] = givenOptions(command, options);
    if (flag === undefined) return undefined;
    throw new CliError('E-USAGE', `${flag} is about one record and does not go with a file of many.`);
  }
  const [absent] = missingArguments(command, options, words);
  if (absent !== undefined) throw missing(absent.name);
  if (named !== undefined && words.length > neededArguments(command, named).length) {
    throw new CliError('E-USAGE', `Name the organization once: as a word or by --${named.by}.`);
  }
  const [flag] = missingFlags(command, options);
  if (flag !== undefined) throw new CliError('E-USAGE', `missing required flag ${longName(flag)}: ${flag.summary}`);
  return named;
};

/** The flags of a command that are marked as required and were not given. */
export const missingFlags = (command: Command, options: Readonly<Record<string, unknown>>): readonly OptionSpec[] =>
  (command.options ?? []).filter(
    (spec) => spec.required === true && options[attributeOf(longName(spec))] === undefined,
  );
