import { Argument, Command as Commander, InvalidArgumentError, Option } from 'commander';
import type { ArgumentSpec, Command, NounBody, OptionSpec } from '../command.ts';
import type { Io } from '../io.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { flagsOf } from './flags.ts';
import { commandHelp, groupHelp } from './help.ts';
import type { NounLine } from './rootHelp.ts';

/** Runs a command that was named in full (runCommand.ts). */
export type Start = (command: Command, path: string, options: Record<string, unknown>, args: string[]) => Promise<void>;

const checkChoice = (text: string, choices: readonly string[]): string => {
  if (choices.includes(text)) return text;
  throw new InvalidArgumentError(`Choose from ${choices.join(', ')}.${didYouMean(text, choices)}`);
};

const isBlank = (text: string): boolean => text.trim() === '';

/** Flags that name something: an unset variable of a script must not widen a list or change what is meant. */
const naming = /<(id|code|name|subdomain|type|entry|file|address|oid|account)>/;

/** The absolute path of a file or folder that was named on the command line. */
export type PathOf = (name: string) => string;

const toOption = (spec: OptionSpec, pathOf: PathOf): Option => {
  const option = new Option(spec.flags, spec.summary);
  const { choices, parse, many } = spec;
  const isPath = spec.complete === 'files';
  const names = naming.test(spec.flags);
  if (names || isPath || choices !== undefined || parse !== undefined || many === true) {
    option.argParser((text: string, before: unknown) => {
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
      return many === true ? [...(Array.isArray(before) ? before : []), value] : value;
    });
  }
  return option;
};

/** Optional for commander: words.ts checks what is missing, after flags and questions that may replace an argument. */
const toArgument = (spec: ArgumentSpec): Argument => {
  const { choices } = spec;
  const name = spec.name.replace(/^<(.*)>$/, '[$1]');
  return new Argument(name, spec.summary).argParser((text: string, before: unknown) => {
    // "$ID" of a script where ID is not set; nobody means the empty one.
    if (isBlank(text)) throw new InvalidArgumentError('It is empty.');
    if (choices !== undefined) checkChoice(text, choices);
    return spec.name.includes('...') ? [...(Array.isArray(before) ? before : []), text] : text;
  });
};

/** Usage errors are thrown, not printed: main decides how they look. */
export const quiet = (commander: Commander, { stdout }: Pick<Io, 'stdout'>): Commander =>
  commander
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: () => undefined,
      outputError: () => undefined,
    })
    .helpOption('-h, --help', 'how to use it');

export const addOptions = (commander: Commander, specs: readonly OptionSpec[], pathOf: PathOf): Commander => {
  for (const spec of specs) commander.addOption(toOption(spec, pathOf));
  return commander;
};

/** A command's own flags win over the root's of the same name: `--input` of a command and `--no-input` of the root share one. */
const optionsOf = (commander: Commander): Record<string, unknown> => {
  const { input, ...all }: Record<string, unknown> = commander.optsWithGlobals();
  return { ...all, noInput: input === false, ...commander.opts() };
};

export interface Attaching {
  readonly start: Start;
  readonly pathOf: PathOf;
  readonly io: Io;
}

/** Makes a commander command of ours: flags, arguments, help, run. */
const fill = (commander: Commander, command: Command, path: string, { start, pathOf, io }: Attaching): Commander => {
  quiet(commander, io).description(command.summary).allowExcessArguments(false);
  for (const argument of command.arguments ?? []) commander.addArgument(toArgument(argument));
  addOptions(commander, flagsOf(command), pathOf);
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

/** The word two verbs share: `login` of `login enable` and `login disable`. */
const groupOf = (
  noun: Commander,
  name: string,
  groups: Map<string, Commander>,
  { io }: Attaching,
  help: () => string,
): Commander => {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const made = quiet(new Commander(name), io);
  made.helpInformation = help;
  noun.addCommand(made);
  groups.set(name, made);
  return made;
};

/** Adds a noun with its verbs below the program. */
export const attachNoun = (
  program: Commander,
  noun: NounLine & { readonly aliases: readonly string[] },
  body: NounBody,
  attaching: Attaching,
): void => {
  const commander = new Commander(noun.name).aliases(noun.aliases);
  if (body.command !== undefined) fill(commander, body.command, noun.name, attaching);
  else quiet(commander, attaching.io).description(noun.summary);
  const groups = new Map<string, Commander>();
  for (const verb of body.verbs ?? []) {
    const [first = '', second] = verb.name.split(' ');
    const parent =
      second === undefined
        ? commander
        : groupOf(commander, first, groups, attaching, () => groupHelp(noun, first, body.verbs ?? []));
    const child = new Commander(second ?? first).aliases(verb.aliases ?? []);
    parent.addCommand(fill(child, verb, `${noun.name} ${verb.name}`, attaching), { hidden: verb.hidden === true });
  }
  program.addCommand(commander);
};
