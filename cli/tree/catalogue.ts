import type { Command } from '../command.ts';
import { exits } from '../exits.ts';
import { resources } from '../program.ts';
import { flagsOf } from './flags.ts';
import { callsOf, examplesOf, exitsOf } from './help.ts';

export interface Listed {
  /** `orgs list`. */
  readonly path: string;
  readonly command: Command & { readonly examples: readonly string[] };
}

/** Every command of the tree; loads all resources. */
export const allCommands = async (): Promise<Listed[]> => {
  const modules = await Promise.all(resources.map(async ({ name, load }) => ({ name, ...(await load()) })));
  return modules
    .flatMap(({ name, command, commands = [] }) => [
      ...(command === undefined ? [] : [{ path: name, command }]),
      ...commands.map((one) => ({ path: `${name} ${one.name}`, command: one })),
    ])
    .map(({ path, command }) => ({ path, command: { ...command, examples: examplesOf(command, path) } }));
};

/** A command as data, for `carepost commands` and for programs that build on it. */
export const describe = ({ path, command }: Listed) => ({
  command: path,
  summary: command.summary,
  aliases: command.aliases ?? [],
  arguments: (command.arguments ?? []).map(({ name }) => name),
  flags: flagsOf(command).map(({ flags }) => flags),
  fields: command.fields?.all ?? [],
  calls: callsOf(command),
  exits: exitsOf(command).map((exit) => exits[exit].code),
  examples: command.examples,
});
