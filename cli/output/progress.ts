import type { Context } from '../command.ts';
import type { Ora } from 'ora';

export type ProgressStyle = 'auto' | 'plain' | 'json' | 'none';

export interface Progress {
  /** The current state: as text, and as a record for `--progress json`. */
  update(text: string, record?: Readonly<Record<string, unknown>>): void;
  /** Removes the spinner, so that other output begins on a line of its own. */
  end(): void;
}

const plainIntervalMs = 30_000;
const jsonIntervalMs = 1000;

/** A spinner on a terminal; the package is loaded when there is something to show. */
const spinner = ({ io, terminal }: Context): Progress => {
  let text = '';
  let isEnded = false;
  let loading: Promise<void> | undefined;
  let ora: Ora | undefined;
  const load = async () => {
    const { default: create } = await import('ora');
    if (isEnded) return;
    ora = create({
      text,
      stream: io.stderr,
      isEnabled: true,
      // Typed keys stay for the shell, and Ctrl-C reaches the run.
      discardStdin: false,
      color: terminal.colorsErr.level > 0 ? 'cyan' : false,
    }).start();
  };
  return {
    update(current) {
      // One line: a longer one would leave its wrapped part behind.
      text = current.slice(0, Math.max(20, terminal.columns - 3));
      if (ora === undefined) loading ??= load();
      else ora.text = text;
    },
    end() {
      isEnded = true;
      ora?.stop();
    },
  };
};

/** Progress on stderr: a spinner on a terminal, a plain line every 30 s elsewhere, nothing with `--quiet`. `style` is that of `--progress`. */
export const startProgress = (context: Context, style: ProgressStyle = 'auto'): Progress => {
  const { terminal, globals, now } = context;
  if (style === 'none' || (style === 'auto' && globals.quiet === true))
    return { update: () => undefined, end: () => undefined };
  if (style === 'auto' && terminal.errIsTty) return spinner(context);
  const { stderr } = context.io;
  const interval = style === 'json' ? jsonIntervalMs : plainIntervalMs;
  let last = style === 'json' ? 0 : now();
  return {
    update(text, record = {}) {
      if (now() - last < interval) return;
      last = now();
      if (style === 'json') stderr.write(`${JSON.stringify(record)}\n`);
      else if (style === 'plain') stderr.write(`${text}\n`);
      else terminal.note(text);
    },
    end: () => undefined,
  };
};
