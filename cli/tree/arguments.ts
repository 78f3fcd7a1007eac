import { CommanderError } from 'commander';
import type { ArgumentSpec, Command, OptionSpec } from '../command.ts';
import { CliError } from '../errors.ts';
import { attributeOf, longName } from './exportFlags.ts';

/** The flag that replaces the argument for the organization. */
export interface NamedBy {
  readonly by: 'id' | 'subdomain' | 'name';
  readonly text: string;
  /** Index of the argument that it replaces. */
  readonly at: number;
}

const missingArgument = ({ name, organization }: ArgumentSpec, command: Command): CommanderError => {
  const flags = organization ? organizationFlags(command).map((by) => `--${by}`) : [];
  const others = flags.length === 0 ? '' : `; the organization may be named by ${flags.join(', ')} instead`;
  const text = `error: missing required argument '${name.replace(/[<>.]/g, '')}'${others}`;
  return new CommanderError(1, 'commander.missingArgument', text);
};

/** The flags that may name the organization; a command's own flag of that name keeps its meaning. */
const organizationFlags = ({ options = [] }: Command) => {
  const own = new Set(options.map(longName));
  return (['id', 'subdomain', 'name'] as const).filter((by) => !own.has(`--${by}`));
};

/** Which flag of --id, --subdomain and --name replaces an argument. */
const namedByFlag = (command: Command, options: Readonly<Record<string, unknown>>): NamedBy | undefined => {
  const at = command.arguments?.findIndex(({ organization }) => organization) ?? -1;
  if (at < 0) return undefined;
  const flags = organizationFlags(command).flatMap((by) => {
    const text = options[by];
    return typeof text === 'string' ? [{ by, text: text.trim(), at }] : [];
  });
  if (flags.length > 1) {
    throw new CliError('E-USAGE', `Name the organization once: ${flags.map(({ by }) => `--${by}`).join(' or ')}.`);
  }
  return flags[0];
};

/** The first flag of the command line that is about one record; --file is not. */
const singleRecordFlag = ({ options: specs = [] }: Command, options: Readonly<Record<string, unknown>>) =>
  [...specs, { flags: '--fields' }].flatMap(({ flags }) => {
    const [flag = '', no, name = ''] = /--(no-)?([\w-]+)/.exec(flags) ?? [];
    const value = options[attributeOf(`--${name}`)];
    const isPresent = no === undefined ? value !== undefined : value === false;
    return isPresent && flag !== '--file' ? [flag] : [];
  })[0];

/** The arguments that no flag replaces. */
const neededArguments = ({ arguments: specs = [] }: Command, named: NamedBy | undefined): readonly ArgumentSpec[] =>
  specs.filter((_spec, index) => index !== named?.at);

/** The required arguments that the command line leaves out. */
export const missingArguments = (
  command: Command,
  options: Readonly<Record<string, unknown>>,
  args: readonly string[],
): readonly ArgumentSpec[] =>
  neededArguments(command, namedByFlag(command, options))
    .slice(args.length)
    .filter(({ name }) => name.startsWith('<'));

/** The required flags that the command line leaves out. */
export const missingFlags = (command: Command, options: Readonly<Record<string, unknown>>): readonly OptionSpec[] =>
  (command.options ?? []).filter(
    (spec) => spec.required === true && options[attributeOf(longName(spec))] === undefined,
  );

/** Whether the command line leaves out a required argument or flag. */
export const hasMissing = (
  command: Command,
  options: Readonly<Record<string, unknown>>,
  args: readonly string[],
): boolean => missingArguments(command, options, args).length > 0 || missingFlags(command, options).length > 0;

/**
 * Checks that the arguments a command needs are present. A flag that names the organization replaces its argument; a file of many rows
 * replaces all of them.
 */
export const checkArguments = (
  command: Command,
  options: Readonly<Record<string, unknown>>,
  args: readonly string[],
  isBulk: boolean,
): NamedBy | undefined => {
  const named = namedByFlag(command, options);
  if (isBulk) {
    if (args.length > 0 || named !== undefined)
      throw new CliError('E-USAGE', 'The file names the records: use either --file or a record.');
    const flag = singleRecordFlag(command, options);
    if (flag === undefined) return undefined;
    throw new CliError('E-USAGE', `${flag} is about one record and does not go with a file of many.`);
  }
  const [absent] = missingArguments(command, options, args);
  if (absent !== undefined) throw missingArgument(absent, command);
  if (named !== undefined && args.length > neededArguments(command, named).length) {
    throw new CliError('E-USAGE', `Name the organization once: as an argument or by --${named.by}.`);
  }
  const [flag] = missingFlags(command, options);
  if (flag !== undefined) throw new CliError('E-USAGE', `missing required flag ${longName(flag)}: ${flag.summary}`);
  return named;
};
