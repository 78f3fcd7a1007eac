import { setTimeout as delay } from 'node:timers/promises';
import type { Io } from '../io.ts';

/** Questions on the terminal; whether one may be asked is decided by `terminal.canPrompt`. Ctrl-C at a question ends the run with exit 130. */
export interface Choice {
  readonly value: string;
  /** What the list shows; the value unless given. */
  readonly name?: string;
  readonly description?: string;
}

const typingMs = 150;

/** Where to ask, and the signal of the run: a stop ends the question. */
export interface Asking {
  readonly io: Pick<Io, 'stdin' | 'stderr'>;
  readonly signal: AbortSignal;
}

/** The result of a command may be piped, so questions go to stderr. */
const promptModule = async ({ io, signal }: Asking) => {
  const { default: inquirer } = await import('inquirer');
  return inquirer.createPromptModule({ input: io.stdin, output: io.stderr, signal });
};

export const askYesNo = async (asking: Asking, message: string): Promise<boolean> => {
  const prompt = await promptModule(asking);
  const { answer } = await prompt<{ answer: boolean }>([{ type: 'confirm', name: 'answer', message, default: false }]);
  return answer;
};

/** A text that is not empty. */
export const askText = async (asking: Asking, message: string): Promise<string> => {
  const prompt = await promptModule(asking);
  const validate = (text: string) => text.trim() !== '' || 'Type a value, or press Ctrl-C to stop.';
  const { answer } = await prompt<{ answer: string }>([{ type: 'input', name: 'answer', message, validate }]);
  return answer.trim();
};

/** One of a list; typing narrows it. */
export const askChoice = async (asking: Asking, message: string, choices: readonly Choice[]): Promise<string> =>
  askSearch(asking, message, (text) => {
    const words = text.toLowerCase().split(/\s+/);
    const matches = choices.filter(({ value, name = value, description = '' }) => {
      const line = `${value} ${name} ${description}`.toLowerCase();
      return words.every((word) => line.includes(word));
    });
    return Promise.resolve(matches);
  });

/** One of what a search finds for the text typed so far. */
export const askSearch = async (
  asking: Asking,
  message: string,
  search: (text: string) => Promise<readonly Choice[]>,
): Promise<string> => {
  const prompt = await promptModule(asking);
  const source = async (text: string | undefined, { signal }: { readonly signal: AbortSignal }) => {
    // A search for each key would be out of date before it is answered.
    if (text !== undefined) await delay(typingMs, undefined, { signal });
    const choices = await search(text ?? '');
    return choices.map(({ value, name = value, description }) => ({
      value,
      name,
      ...(description === undefined ? {} : { description }),
    }));
  };
  const { answer } = await prompt<{ answer: string }>([{ type: 'search', name: 'answer', message, source }]);
  return answer;
};
