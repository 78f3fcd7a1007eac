import type { Writable } from 'node:stream';
import type { OutputStream } from '../io.ts';

export interface TextOutput {
  /** Resolves when the reader can take more. */
  write(text: string): Promise<void>;
  /** Resolves when the reader has all of it; with a pager, when it was left. */
  end(): Promise<void>;
}

const writeTo = (stream: Writable, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });

/** Standard output, or the pager in front of it when one is wanted and a terminal is there. */
export const openTextOutput = async (pager: string, stdout: OutputStream): Promise<TextOutput> => {
  if (pager === '' || stdout.isTTY !== true) {
    return { write: (text) => writeTo(stdout, text), end: () => Promise.resolve() };
  }
  // Loaded for a pager only: every command passes here.
  const { spawn } = await import('node:child_process');
  const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
  const left = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  let open = true;
  // Leaving the pager early closes its input; that is no failure.
  child.stdin?.on('error', () => {
    open = false;
  });
  return {
    async write(text) {
      if (open && child.stdin) await writeTo(child.stdin, text).catch(() => undefined);
    },
    async end() {
      child.stdin?.end();
      await left;
    },
  };
};
