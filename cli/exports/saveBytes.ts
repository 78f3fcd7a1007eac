import type { Context } from '../command.ts';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import { toFile } from './destination.ts';
import { toFileError, createStaging } from './stagedFiles.ts';

/** Returns the path of the file; undefined for standard output. */
export type Save = (bytes: Uint8Array) => Promise<string | undefined>;

/**
 * The destination of a small file, refused before the server is called. The file is written completely or not at all. `-` is standard
 * output, except on a terminal.
 */
export const binaryTarget = async (
  out: string,
  overwrite: boolean,
  { io, terminal }: Pick<Context, 'io' | 'terminal'>,
): Promise<Save> => {
  if (out === '-') {
    if (terminal.outIsTty)
      throw new CliError('E-USAGE', 'A terminal cannot show the file: use --out with a file name.');
    return (bytes) =>
      new Promise((resolve, reject) => {
        io.stdout.write(bytes, (error) => (error ? reject(error) : resolve(undefined)));
      });
  }
  const { folder, name = out } = await toFile(out, overwrite);
  return async (bytes) => {
    const staging = createStaging(folder, io);
    const final = join(folder, name);
    try {
      const temporary = await staging.write(name, bytes);
      await staging.commit([{ temporary, final, replaces: overwrite }]);
      return final;
    } catch (error) {
      throw toFileError(error, final);
    } finally {
      await staging.discard();
    }
  };
};
