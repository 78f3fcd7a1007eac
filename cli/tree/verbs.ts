import type { Command } from '../command.ts';

type Named = Pick<Command, 'name' | 'aliases'>;

export interface FoundVerb<V> {
  readonly verb: V;
  /** How many words its name took: 2 for `login enable`. */
  readonly words: number;
}

/** The verb that the words after a noun name: `list`, or `login enable`. */
export const findVerb = <V extends Named>(verbs: readonly V[], words: readonly string[]): FoundVerb<V> | undefined => {
  for (const count of [2, 1]) {
    if (words.length < count) continue;
    const name = words.slice(0, count).join(' ');
    const verb = verbs.find((one) => one.name === name || one.aliases?.includes(name));
    if (verb !== undefined) return { verb, words: count };
  }
  return undefined;
};

/** The first words of all verbs, each once, with the summary where the word is a verb by itself. */
export const firstWords = (verbs: readonly Command[]): readonly (readonly [word: string, summary?: string])[] => {
  const found = new Map<string, string | undefined>();
  for (const { name, summary, hidden } of verbs) {
    if (hidden === true) continue;
    const [first = name, second] = name.split(' ');
    found.set(first, second === undefined ? summary : (found.get(first) ?? undefined));
  }
  return [...found].map(([word, summary]) => (summary === undefined ? [word] : [word, summary]));
};

/** The second words of the verbs that begin with this one. */
export const secondWords = (verbs: readonly Command[], first: string): readonly (readonly [string, string])[] =>
  verbs
    .filter(({ name, hidden }) => hidden !== true && name.startsWith(`${first} `))
    .map(({ name, summary }) => [name.slice(first.length + 1), summary]);
