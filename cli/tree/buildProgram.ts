import { resolve } from 'node:path';
import { Argument, Command as Commander, type CommanderError, InvalidArgumentError, Option } from 'commander';
import type { ArgumentSpec, Command, OptionSpec, Resource } from '../command.ts';
import type { Io } from '../io.ts';
import { didYouMean, suggest } from '../../shared/rules/suggest.ts';
import { findResource, firstWord, resources, topicNames } from '../program.ts';
import { longName } from './exportFlags.ts';
import { flagsOf, rootFlags } from './flags.ts';
import { commandHelp, groupHelp, resourceHelp } from './help.ts';
import { programHelp, wrapHelp } from './programHelp.ts';

/** Runs a command that was named in full (runCommand.ts). */
type Start = (command: Command, path: string, options: Record<string, unknown>, args: string[]) => Promise<void>;

const checkChoice = (text: string, choices: readonly string[]): string => {
  if (choices.includes(text)) return text;
  throw new InvalidArgumentError(`Choose from ${choices.join(', ')}.${didYouMean(text, choices)}`);
};

const isBlank = (text: string): boolean => text.trim() === '';

/** Flags that name something: an unset variable of a script must not widen a list or change what is meant. */
const naming = /<(id|code|name|subdomain|type|entry|file|address|oid|account|list|fields)>/;

/** The absolute path of a file or folder that was named on the command line. */
type PathOf = (name: string) => string;

const toOption = (spec: OptionSpec, pathOf: PathOf): Option => {
  const option = new Option(spec.flags, spec.summary);
  const { choices, parse, many, distinct } = spec;
  const assigned = new Set<string>();
  const isPath = spec.complete === 'files';
  const names = naming.test(spec.flags);
  return option.argParser((text: string, before: unknown) => {
    let value: unknown = text;
    if (names && isBlank(text)) throw new InvalidArgumentError('It is empty.');
    if (choices !== undefined) checkChoice(text, choices);
    try {
      if (parse !== undefined) value = parse(text);
      // `-` is a stream.
      if (isPath && typeof value === 'string' && value !== '-') value = pathOf(value);
    } catch (error) {
      const why = error instanceof Error ? error.message : 'wrong';
      throw new InvalidArgumentError(/[.?!]$/.test(why) ? why : `${why}.`);
    }
    if (distinct === true) {
      const name = (text.split('=')[0] ?? '').trim();
      if (assigned.has(name)) throw new InvalidArgumentError(`"${name}" is set twice.`);
      assigned.add(name);
    }
    return many === true ? [...(Array.isArray(before) ? before : []), value] : value;
  });
};

/** Optional for commander: arguments.ts checks what is missing, after flags and questions that may replace an argument. */
const toArgument = (spec: ArgumentSpec): Argument => {
  const { choices } = spec;
  const name = spec.name.replace(/^<(.*)>$/, '[$1]');
  return new Argument(name, spec.summary).argParser((text: string, before: unknown) => {
    // "$ID" of a script where ID is not set.
    if (isBlank(text)) throw new InvalidArgumentError('It is empty.');
    // A longer list has a command of its own, which the error of the command names.
    if (choices !== undefined && choices.length <= 30) checkChoice(text, choices);
    return spec.name.includes('...') ? [...(Array.isArray(before) ? before : []), text] : text;
  });
};

/** Usage errors are thrown, not printed: main decides how they look. */
const quiet = (commander: Commander, { stdout }: Pick<Io, 'stdout'>): Commander =>
  commander
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(wrapHelp(text, stdout)),
      writeErr: () => undefined,
      outputError: () => undefined,
    })
    .helpOption('-h, --help', 'how to use it');

const addOptions = (commander: Commander, specs: readonly OptionSpec[], pathOf: PathOf): Commander => {
  for (const spec of specs) commander.addOption(toOption(spec, pathOf));
  return commander;
};

/** The suggestion for an unknown flag. That of commander goes as far as --rate for --name. */
const withSuggestion = (specs: readonly OptionSpec[]) => (error: CommanderError) => {
  const [, typed] = /^error: unknown option '--([^'=]+)/.exec(error.message) ?? [];
  const names =
    typed === undefined
      ? []
      : suggest(
          typed,
          [...specs, ...rootFlags].map((spec) => longName(spec).slice(2)),
        );
  if (names.length > 0) error.message += `\n(Did you mean ${names.map((name) => `--${name}`).join(' or ')}?)`;
  throw error;
};

/** A command's own flags win over the root's of the same name: `--input` of a command and `--no-input` of the root share one. */
const optionsOf = (commander: Commander): Record<string, unknown> => {
  const { input, ...all }: Record<string, unknown> = commander.optsWithGlobals();
  return { ...all, noInput: input === false, ...commander.opts() };
};

interface Attaching {
  readonly argv: readonly string[];
  readonly start: Start;
  readonly pathOf: PathOf;
  readonly io: Io;
}

/** Makes a commander command of ours: flags, arguments, help, run. */
const fill = (commander: Commander, command: Command, path: string, { start, pathOf, io }: Attaching): Commander => {
  quiet(commander, io).description(command.summary).allowExcessArguments(false);
  for (const argument of command.arguments ?? []) commander.addArgument(toArgument(argument));
  const flags = flagsOf(command);
  addOptions(commander, flags, pathOf);
  commander.showSuggestionAfterError(false).exitOverride(withSuggestion(flags));
  commander.helpInformation = () => commandHelp(command, path);
  commander.action(async () =>
    start(
      command,
      path,
      optionsOf(commander),
      commander.processedArgs
        .flat()
        .filter((arg) => arg !== undefined)
        .map(String),
    ),
  );
  return commander;
};

/** Adds a resource to the program, with its commands when it is the named one. */
const attachResource = async (program: Commander, resource: Resource, isNamed: boolean, attaching: Attaching) => {
  const parent = new Commander(resource.name).aliases(resource.aliases ?? []);
  program.addCommand(parent);
  const { command, commands = [] } = isNamed ? await resource.load() : {};
  if (command !== undefined) {
    fill(parent, command, resource.name, attaching);
    return;
  }
  quiet(parent, attaching.io).description(resource.summary);
  if (isNamed) parent.helpInformation = () => resourceHelp(resource, commands);
  /** By the word that several commands share: `login` of `login enable` and `login disable`. */
  const groups = new Map<string, Commander>();
  const groupOf = (word: string): Commander => {
    const group = groups.get(word) ?? quiet(new Commander(word), attaching.io);
    if (!groups.has(word)) parent.addCommand(group);
    groups.set(word, group);
    group.helpInformation = () => groupHelp(resource, word, commands);
    return group;
  };
  for (const child of commands) {
    const [first = '', second] = child.name.split(' ');
    const commander = new Commander(second ?? first).aliases(child.aliases ?? []);
    // Only a command whose words are on the command line can run: flags of the others would take half of the start-up.
    const isNamedChild = [child.name, ...(child.aliases ?? [])].some((name) =>
      name.split(' ').every((word) => attaching.argv.includes(word)),
    );
    if (isNamedChild) fill(commander, child, `${resource.name} ${child.name}`, attaching);
    (second === undefined ? parent : groupOf(first)).addCommand(commander, { hidden: child.hidden === true });
  }
};

/** A command that is not there gets no help: that of its parent would hide it. */
const refuseHelpOfUnknown = (parent: Commander, argv: readonly string[]): void => {
  const word = firstWord(argv);
  if (word === undefined || parent.commands.length === 0) return;
  const child = parent.commands.find((one) => one.name() === word || one.aliases().includes(word));
  if (child) refuseHelpOfUnknown(child, argv.slice(argv.indexOf(word) + 1));
  else parent.helpOption(false);
};

const versionWords = new Set(['-V', '--version']);

/** The tree for these words: the named resource in full, the others by name only. */
export const buildProgram = async (
  argv: readonly string[],
  version: string,
  io: Io,
  start: Start,
): Promise<Commander> => {
  const pathOf = (name: string) => resolve(io.cwd, name);
  const program = quiet(new Commander('carepost'), io).helpCommand(false);
  // Flags of the root may stand anywhere. This one inside a command would end it with exit 0 and nothing done.
  const first = firstWord(argv);
  if (argv.slice(0, first === undefined ? undefined : argv.indexOf(first)).some((word) => versionWords.has(word)))
    program.version(version, '-V, --version', 'version number');
  addOptions(program, rootFlags, pathOf);
  program.helpInformation = () => programHelp(resources, topicNames);
  const named = findResource(first);
  for (const resource of resources)
    await attachResource(program, resource, resource === named, { argv, start, pathOf, io });
  refuseHelpOfUnknown(program, argv);
  return program;
};
