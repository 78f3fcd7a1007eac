import { CliError } from '../errors.ts';

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ELOOP: 'its links lead in a circle',
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
