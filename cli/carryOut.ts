import type { Command } from './command.ts';
import type { Context } from './context.ts';
import type { Outcome } from './exits.ts';
import { checkWords } from './tree/words.ts';

/** The file of many rows that was given instead of one record. */
const bulkFileOf = async (command: Command, { file }: Record<string, unknown>): Promise<string | undefined> => {
  if (command.fileAction === undefined || typeof file !== 'string') return undefined;
  const ownFile = command.options?.some(({ flags }) => flags.startsWith('--file ')) === true;
  if (!ownFile) return file;
  const { isTable } = await import('./records/inputFiles.ts');
  return (await isTable(file)) ? file : undefined;
};

/** Carries the command out: for the record its words or flags name, or for the rows of a file. */
export const carryOut = async (context: Context, options: Record<string, unknown>): Promise<Outcome | void> => {
  const { command, words } = context;
  const file = await bulkFileOf(command, options);
  const named = checkWords(command, options, words, file !== undefined);
  if (file !== undefined) {
    const { applyFile } = await import('./bulk/fileSugar.ts');
    return applyFile(context, command.fileAction ?? '', { ...options, file, implied: command.fileImplies });
  }
  if (named === undefined) return command.run(context, options, words);
  const { organizationNamed } = await import('./records/organizationLookup.ts');
  const id = await organizationNamed(context, named);
  const all = words.toSpliced(named.at, 0, id);
  return command.run({ ...context, words: all }, options, all);
};
