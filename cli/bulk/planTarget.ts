import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError } from '../errors.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Refuses a file that is there already, and a folder that is not, before any work is done for it. */
export const checkTarget = async (file: string, overwrite: boolean): Promise<string> => {
  const path = resolve(file);
  if (!(await isThere(dirname(path)))) throw new CliError('E-IO', `There is no folder ${dirname(path)}.`);
  if (!overwrite && (await isThere(path))) throw new CliError('E-EXISTS', `${path} is there already.`);
  return path;
};
