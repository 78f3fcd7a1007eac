import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';

const opened = (isWindows: boolean, editor: string, file: string): Promise<number | null> =>
  new Promise((done, failed) => {
    // The variable holds words of a shell, such as `code --wait`.
    const child = isWindows
      ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
      : spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
    child.once('error', failed);
    child.once('close', done);
  });

/**
 * Opens a text in the person's editor and hands on what was saved. The file is readable by its owner only; it goes when all went well
 * and stays, named on stderr, when what is done with it fails.
 */
export const inEditor = async (
  { io, terminal }: Context,
  { name, text }: { readonly name: string; readonly text: string },
  send: (saved: string) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'carepost-edit-'));
  const file = join(folder, name);
  await writeFile(file, text, { mode: 0o600 });
  const isWindows = io.system.platform === 'win32';
  const editor = io.env['VISUAL'] || io.env['EDITOR'] || (isWindows ? 'notepad' : 'vi');
  const code = await opened(isWindows, editor, file);
  const saved = await readFile(file, 'utf8');
  const forget = () => rm(folder, { recursive: true, force: true });
  if (code !== 0) {
    await forget();
    throw new CliError('E-NOT-CONFIRMED', `The editor "${editor}" ended with ${String(code)}; nothing was sent.`, {
      hint: 'Set EDITOR to a program that is there.',
    });
  }
  try {
    await send(saved);
  } catch (error) {
    if (saved === text) await forget();
    else terminal.note(`What you wrote is kept in ${file}`);
    throw error;
  }
  await forget();
};
