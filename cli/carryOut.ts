import type { Command } from './command.ts';
import type { Context } from './context.ts';
import type { Outcome } from './exits.ts';
import { checkWords, hasMissing } from './tree/words.ts';

/** The file of many rows that was given instead of one record. */
const bulkFileOf = async (command: Command, { file }: Record<string, unknown>): Promise<string | undefined> => {
  if (command.fileAction === undefined || typeof file !== 'string') return undefined;
  const ownFile = command.options?.some(({ flags }) => flags.startsWith('--file ')) === true;
  if (!ownFile) return file;
  const { isTable } = await import('./records/inputFiles.ts');
  return (await isTable(file)) ? file : undefined;
};

/** Runs the command: for the record that its arguments or flags name, or for the rows of a file. */
export const carryOut = async (context: Context, given: Record<string, unknown>): Promise<Outcome | void> => {
  const { command } = context;
  const file = await bulkFileOf(command, given);
  if (file !== undefined) {
    checkWords(command, given, context.words, true);
    const { applyFile } = await import('./bulk/fileSugar.ts');
    return applyFile(context, command.fileAction ?? '', { ...given, file, implied: command.fileImplies });
  }
  const isMissing = hasMissing(command, given, context.words);
  const { words, options } =
    isMissing && context.terminal.canPrompt
      ? await (await import('./tree/askForMissing.ts')).askForMissing(context, given)
      : { words: context.words, options: given };
  const named = checkWords(command, options, words, false);
  if (named === undefined) return command.run({ ...context, words }, options, words);
  const { organizationNamed } = await import('./records/organizationLookup.ts');
  const id = await organizationNamed(context, named);
  const all = words.toSpliced(named.at, 0, id);
  return command.run({ ...context, words: all }, options, all);
};
