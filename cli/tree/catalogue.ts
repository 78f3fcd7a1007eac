import type { Command } from '../command.ts';
import { exits } from '../exits.ts';
import { nouns } from '../program.ts';
import { flagsOf } from './flags.ts';
import { callsOf, exitsOf } from './help.ts';

export interface Listed {
  /** `orgs list`. */
  readonly path: string;
  readonly command: Command;
}

/** Every command of the tree; loads all nouns. */
export const allCommands = async (): Promise<Listed[]> => {
  const bodies = await Promise.all(nouns.map(async (noun) => ({ noun, body: await noun.load() })));
  return bodies.flatMap(({ noun, body }) => [
    ...(body.command === undefined ? [] : [{ path: noun.name, command: body.command }]),
    ...(body.verbs ?? []).map((verb) => ({ path: `${noun.name} ${verb.name}`, command: verb })),
  ]);
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
