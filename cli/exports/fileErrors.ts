import { CliError } from '../errors.ts';
import { fileCauses } from '../fileCauses.ts';

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';

/** Where a file is to be written, a path that is not there or not allowed is about its folder. */
const causes: Readonly<Record<string, string>> = {
  ...fileCauses,
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  ENOENT: 'there is no such folder',
};

export const hasCode = (thrown: unknown, ...codes: string[]): boolean => codes.includes(codeOf(thrown));

/** What a file operation failed on, in words, with exit 74; other failures stay what they are. */
export const toFileError = (thrown: unknown, path: string): unknown => {
  const isFileFailure = thrown instanceof Error && 'syscall' in thrown && !(thrown instanceof CliError);
  if (!isFileFailure) return thrown;
  const code = codeOf(thrown);
  return new CliError('E-IO', `${path} cannot be written: ${causes[code] ?? thrown.message} (${code}).`, {
    hint: 'What was there before is untouched. Mend the disk, the rights or the path, then run the command again.',
  });
};
