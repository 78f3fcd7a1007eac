import { CliError } from './errors.ts';
import type { Io } from './io.ts';
import { linesForTerminal } from './output/sanitize.ts';

export interface TerminalInput {
  readonly io: Io;
  readonly color: string;
  readonly noInput: boolean;
  readonly quiet: boolean;
  readonly jsonErrors: boolean;
}

export interface Terminal {
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
  readonly columns: number;
  readonly colorOut: boolean;
  readonly colorErr: boolean;
  /** Stdin and stderr are terminals, nobody said --no-input, and this is no CI job. */
  readonly canPrompt: boolean;
  /** One line on stderr; held back by --quiet, and where stderr must stay one JSON object. */
  note(text: string): void;
  /** Asks yes or no. Without a terminal nothing is sent: exit 9, naming the flag. */
  confirm(question: string, given: boolean | undefined): Promise<void>;
}

const wantsColor = (choice: string, tty: boolean, env: NodeJS.ProcessEnv): boolean => {
  if (choice === 'always') return true;
  if (choice === 'never') return false;
  if (env['NO_COLOR'] || env['TERM'] === 'dumb') return false;
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0') return true;
  return tty;
};

/** Who is on the other side of stdin, stdout and stderr, decided once and for each stream by itself. */
export const createTerminal = ({ io, color, noInput, quiet, jsonErrors }: TerminalInput): Terminal => {
  const { env } = io;
  const outIsTty = io.stdout.isTTY ?? false;
  const errIsTty = io.stderr.isTTY ?? false;
  const inCi = env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false';
  const canPrompt = errIsTty && !noInput && !inCi && (io.stdin.isTTY ?? false);
  return {
    outIsTty,
    errIsTty,
    columns: io.stdout.columns || 80,
    colorOut: wantsColor(color, outIsTty, env),
    colorErr: wantsColor(color, errIsTty, env),
    canPrompt,
    note(text) {
      if (quiet || (jsonErrors && !errIsTty)) return;
      io.stderr.write(`${linesForTerminal(text)}\n`);
    },
    async confirm(question, given) {
      if (given === true) return;
      if (!canPrompt) {
        throw new CliError('E-NOT-CONFIRMED', `${question} Nobody can be asked here; nothing was sent.`, {
          hint: 'Add --yes to go on without asking.',
        });
      }
      const { default: inquirer } = await import('inquirer');
      const prompt = inquirer.createPromptModule({ input: io.stdin, output: io.stderr });
      const answer = await prompt([{ type: 'confirm', name: 'yes', message: question, default: false }]);
      if (answer.yes !== true) throw new CliError('E-NOT-CONFIRMED', 'Not confirmed; nothing was sent.');
    },
  };
};
