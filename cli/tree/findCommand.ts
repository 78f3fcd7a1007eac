import type { Command } from '../command.ts';

/** The command that the words after a resource name, and the number of these words: 1 for `list`, 2 for `login enable`. */
export const findCommand = <C extends Pick<Command, 'name' | 'aliases'>>(
  commands: readonly C[],
  words: readonly string[],
): { readonly command: C; readonly length: number } | undefined => {
  for (const length of [2, 1]) {
    if (words.length < length) continue;
    const name = words.slice(0, length).join(' ');
    const command = commands.find((one) => one.name === name || one.aliases?.includes(name));
    if (command !== undefined) return { command, length };
  }
  return undefined;
};

/** The first words of all commands, each once, with the summary of a command that has only this word. */
export const firstWords = (commands: readonly Command[]): readonly (readonly [word: string, summary?: string])[] => {
  const summaries = new Map<string, string | undefined>();
  for (const { name, summary, hidden } of commands) {
    if (hidden === true) continue;
    const [first = name, second] = name.split(' ');
    summaries.set(first, second === undefined ? summary : summaries.get(first));
  }
  return [...summaries].map(([word, summary]) => (summary === undefined ? [word] : [word, summary]));
};

/** The second words of the commands that begin with a word. */
export const secondWords = (commands: readonly Command[], first: string): readonly (readonly [string, string])[] =>
  commands
    .filter(({ name, hidden }) => hidden !== true && name.startsWith(`${first} `))
    .map(({ name, summary }) => [name.slice(first.length + 1), summary]);
