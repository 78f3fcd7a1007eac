import type { Context } from '../context.ts';

export type ProgressStyle = 'auto' | 'plain' | 'json' | 'none';

export interface LiveLine {
  /** What stands now; a terminal shows it in one line, elsewhere it is a plain line every 30 s. */
  tell(text: string, record: Readonly<Record<string, unknown>>): void;
  /** Takes the line away, so that what follows begins at the left. */
  end(): void;
}

const plainEvery = 30_000;
const liveEvery = 200;
const jsonEvery = 1000;

/** Progress on stderr: one line kept up to date on a terminal, plain lines elsewhere, nothing with --quiet. */
export const liveLine = (context: Context, style: ProgressStyle = 'auto'): LiveLine => {
  const { terminal, globals, now } = context;
  const { stderr } = context.io;
  const silent = style === 'none' || (style === 'auto' && globals.quiet === true);
  const live = style === 'auto' && terminal.errIsTty;
  const every = style === 'json' ? jsonEvery : live ? liveEvery : plainEvery;
  let last = live || style === 'json' ? 0 : now();
  let drawn = false;
  return {
    tell(text, record) {
      if (silent || now() - last < every) return;
      last = now();
      if (style === 'json') stderr.write(`${JSON.stringify(record)}\n`);
      else if (live) {
        stderr.write(`\r\u001b[K${text.slice(0, Math.max(20, terminal.columns - 1))}`);
        drawn = true;
      } else if (style === 'plain') stderr.write(`${text}\n`);
      else terminal.note(text);
    },
    end() {
      if (drawn) stderr.write('\r\u001b[K');
      drawn = false;
    },
  };
};
