import type { ChalkInstance } from 'chalk';
import { CliError } from './errors.ts';
import type { Io } from './io.ts';
import { colorsFor } from './output/color.ts';
import { linesForTerminal } from './output/cells.ts';

interface TerminalOptions {
  readonly color: string;
  readonly noInput?: boolean;
  readonly quiet?: boolean;
  readonly jsonErrors: boolean;
  readonly signal: AbortSignal;
}

export interface Terminal {
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
  readonly columns: number;
  readonly colorsOut: ChalkInstance;
  readonly colorsErr: ChalkInstance;
  /** Stdin and stderr are terminals, without --no-input, and not in a CI job. */
  readonly canPrompt: boolean;
  /**
   * One line on stderr; held back by --quiet, and where stderr must stay one JSON object. `paint` colours the line after its control
   * characters were escaped.
   */
  note(text: string, paint?: (colors: ChalkInstance, text: string) => string): void;
  /** Asks yes or no. Without a terminal nothing is sent: exit 9, naming the flag. */
  confirm(question: string, yes: boolean | undefined): Promise<void>;
}

/** Decides once which of stdin, stdout and stderr are terminals and which colors they show. */
export const createTerminal = (
  io: Io,
  { color, noInput = false, quiet = false, jsonErrors, signal }: TerminalOptions,
): Terminal => {
  const { env } = io;
  const outIsTty = io.stdout.isTTY ?? false;
  const errIsTty = io.stderr.isTTY ?? false;
  const inCi = env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false';
  const canPrompt = errIsTty && !noInput && !inCi && (io.stdin.isTTY ?? false);
  const colorsErr = colorsFor(color, io.stderr, env);
  return {
    outIsTty,
    errIsTty,
    columns: io.stdout.columns || 80,
    colorsOut: colorsFor(color, io.stdout, env),
    colorsErr,
    canPrompt,
    note(text, paint = (_colors, line) => line) {
      if (quiet || (jsonErrors && !errIsTty)) return;
      io.stderr.write(`${paint(colorsErr, linesForTerminal(text))}\n`);
    },
    async confirm(question, yes) {
      if (yes === true) return;
      if (!canPrompt) {
        throw new CliError('E-NOT-CONFIRMED', `${question} There is no terminal to ask on; nothing was sent.`, {
          hint: 'Add --yes to confirm without asking.',
        });
      }
      const { askYesNo } = await import('./output/prompts.ts');
      if (!(await askYesNo({ io, signal }, question)))
        throw new CliError('E-NOT-CONFIRMED', 'Not confirmed; nothing was sent.', { hint: '' });
    },
  };
};
