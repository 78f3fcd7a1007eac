import { resolve } from 'node:path';
import { Command as Commander } from 'commander';
import type { Io } from '../io.ts';
import { findNoun, firstWord, nouns, topicNames } from '../program.ts';
import { addOptions, attachNoun, quiet, type Start } from './attach.ts';
import { rootFlags } from './flags.ts';
import { nounHelp } from './help.ts';
import { programHelp } from './rootHelp.ts';

/** The tree for these words: the named noun in full, the others by name only. */
export const buildProgram = async (
  argv: readonly string[],
  version: string,
  io: Io,
  start: Start,
): Promise<Commander> => {
  const pathOf = (name: string) => resolve(io.cwd, name);
  const program = quiet(new Commander('carepost'), io)
    .version(version, '-V, --version', 'version number')
    .helpCommand(false);
  addOptions(program, rootFlags, pathOf);
  program.helpInformation = () => programHelp(nouns, topicNames);
  const named = findNoun(firstWord(argv));
  for (const noun of nouns) {
    const body = noun === named ? await noun.load() : {};
    attachNoun(program, noun, body, { start, pathOf, io });
  }
  if (named !== undefined) {
    const commander = program.commands.find((child) => child.name() === named.name);
    const verbs = (await named.load()).verbs;
    if (commander !== undefined && verbs !== undefined) commander.helpInformation = () => nounHelp(named, verbs);
  }
  return program;
};
