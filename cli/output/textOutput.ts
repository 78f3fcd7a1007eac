import type { Writable } from 'node:stream';
import { codeOf } from '../files.ts';
import type { Io, OutputStream } from '../io.ts';

export interface TextOutput {
  /** Resolves when the reader can take more; false when the reader has left, so that no more needs to be made. */
  write(text: string): Promise<boolean>;
  /** Resolves when the reader has all of it; with a pager, when the user has left it. */
  end(): Promise<void>;
}

/** A reader may leave early (`carepost orgs list --all | head`, q in a pager); the command itself goes on to its end. */
const writeTo = (stream: Writable, text: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const hasLeft = ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].includes(codeOf(error));
      if (error && !hasLeft) reject(error);
      else resolve(!hasLeft);
    });
  });

/** Standard output, or on a terminal the pager of the settings. */
export const openTextOutput = async (
  pager: string,
  { stdout, env }: { readonly stdout: OutputStream; readonly env: Io['env'] },
): Promise<TextOutput> => {
  if (pager === '' || stdout.isTTY !== true) {
    return { write: (text) => writeTo(stdout, text), end: () => Promise.resolve() };
  }
  // Loaded for a pager only: every command passes here.
  const { spawn } = await import('node:child_process');
  // As git does: less and lv show colours, and less ends when all fits on the screen.
  const variables = { LESS: 'FRX', LV: '-c', ...env };
  const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env: variables });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  child.once('close', () => resolve());
  child.once('error', () => resolve());
  const { stdin } = child;
  stdin?.on('error', () => undefined);
  return {
    write: async (text) => stdin !== null && (await writeTo(stdin, text)),
    async end() {
      stdin?.end();
      await closed;
    },
  };
};
