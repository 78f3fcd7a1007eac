import { setTimeout as delay } from 'node:timers/promises';
import type { DistinctQuestion } from 'inquirer';
import type { Io } from '../io.ts';

/** Questions on the terminal; whether one may be asked is decided by `terminal.canPrompt`. Ctrl-C and Ctrl-D at a question end the run with exit 130. */
export interface Choice {
  readonly value: string;
  /** What the list shows; the value unless given. */
  readonly name?: string;
  readonly description?: string;
}

const typingMs = 150;

/** The streams of questions, and the signal of the run: a stop ends the question. */
export interface PromptContext {
  readonly io: Pick<Io, 'stdin' | 'stderr'>;
  readonly signal: AbortSignal;
}

const endEvents = ['pause', 'end'] as const;

/** The result of a command may be piped, so questions go to stderr. */
const ask = async <T>({ io, signal }: PromptContext, question: DistinctQuestion): Promise<T> => {
  const { default: inquirer } = await import('inquirer');
  // At the end of the input (Ctrl-D) readline pauses it for good, and inquirer would wait for ever.
  const ended = new AbortController();
  const onEnd = () => ended.abort();
  for (const event of endEvents) io.stdin.once(event, onEnd);
  const stop = AbortSignal.any([signal, ended.signal]);
  const prompt = inquirer.createPromptModule({ input: io.stdin, output: io.stderr, signal: stop });
  try {
    const { answer } = await prompt<{ answer: unknown }>([question]);
    return answer as T;
  } finally {
    for (const event of endEvents) io.stdin.off(event, onEnd);
  }
};

export const askYesNo = (context: PromptContext, message: string): Promise<boolean> =>
  ask(context, { type: 'confirm', name: 'answer', message, default: false });

/** A text that is not empty. */
export const askText = async (context: PromptContext, message: string): Promise<string> => {
  const validate = (text: string) => text.trim() !== '' || 'Type a value, or press Ctrl-C to stop.';
  return (await ask<string>(context, { type: 'input', name: 'answer', message, validate })).trim();
};

/** A text that the terminal does not show. */
export const askSecret = (context: PromptContext, message: string): Promise<string> => {
  const validate = (text: string) => text !== '' || 'Type a value, or press Ctrl-C to stop.';
  return ask(context, { type: 'password', name: 'answer', message, mask: '*', validate });
};

/** One of a list; typing narrows it. */
export const askChoice = async (context: PromptContext, message: string, choices: readonly Choice[]): Promise<string> =>
  askSearch(context, message, (text) => {
    const words = text.toLowerCase().split(/\s+/);
    const matches = choices.filter(({ value, name = value, description = '' }) => {
      const line = `${value} ${name} ${description}`.toLowerCase();
      return words.every((word) => line.includes(word));
    });
    return Promise.resolve(matches);
  });

/** One of what a search finds for the text typed so far. */
export const askSearch = async (
  context: PromptContext,
  message: string,
  search: (text: string) => Promise<readonly Choice[]>,
): Promise<string> => {
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
  return ask(context, { type: 'search', name: 'answer', message, source });
};
