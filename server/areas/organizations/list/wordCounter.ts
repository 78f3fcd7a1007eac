const ascii = 128;
const isAscii = /^[\u0021-\u007f]+$/;

/** Words in at least this share of the texts count as frequent: an index is fast enough for rarer ones. */
const frequentShare = 0.005;
const minCharacters = 3;
/** Bounds the memory of the counter: 128 numbers for each character of each word. */
const maxWords = 4_000;

/** Words that occur in many of the texts, and the prefixes of these words: the list is filtered with each character that the user types. */
export function frequentWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = new Set(text.match(/[a-z]{3,}/g));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => count >= texts.length * frequentShare).map(([word]) => word);
  const prefixes = frequent.flatMap((word) =>
    Array.from({ length: word.length - minCharacters + 1 }, (_, index) => word.slice(0, minCharacters + index)),
  );
  return [...new Set(prefixes)].slice(0, maxWords);
}

/**
 * Counts in how many texts each of some words occurs, also inside of other words. All words are searched in one pass over the text
 * (Aho-Corasick): a state stands for the last characters that are a prefix of a word.
 */
export class WordCounter {
  readonly #words: readonly string[];
  readonly #counts: Int32Array;
  readonly #lastText: Int32Array;
  /** Next state for each state and character. */
  readonly #next: Int32Array;
  /** Number of the word that ends in a state, or -1. */
  readonly #wordAt: Int32Array;
  /** State of the longest other word that ends there as well, or 0. */
  readonly #shorter: Int32Array;
  #texts = 0;

  constructor(words: readonly string[], start: Readonly<Record<string, number>> = {}) {
    this.#words = words.filter((word) => isAscii.test(word));
    this.#counts = Int32Array.from(this.#words, (word) => start[word] ?? 0);
    this.#lastText = new Int32Array(this.#words.length);
    const maxStates = 1 + this.#words.reduce((sum, word) => sum + word.length, 0);
    this.#next = new Int32Array(maxStates * ascii);
    this.#wordAt = new Int32Array(maxStates).fill(-1);
    this.#shorter = new Int32Array(maxStates);
    this.#build();
  }

  #build(): void {
    let states = 1;
    for (const [index, word] of this.#words.entries()) {
      let state = 0;
      for (let at = 0; at < word.length; at += 1) {
        const slot = state * ascii + word.charCodeAt(at);
        if (this.#next[slot] === 0) this.#next[slot] = states++;
        state = this.#next[slot] ?? 0;
      }
      this.#wordAt[state] = index;
    }
    this.#link(states);
  }

  /** Where no word continues with a character, the search continues from the longest suffix that is a prefix of a word. */
  #link(states: number): void {
    const fallback = new Int32Array(states);
    const queue = [0];
    for (const state of queue) {
      const other = fallback[state] ?? 0;
      for (let code = 0; code < ascii; code += 1) {
        const slot = state * ascii + code;
        const child = this.#next[slot] ?? 0;
        const otherChild = state === 0 ? 0 : (this.#next[other * ascii + code] ?? 0);
        if (child === 0) {
          this.#next[slot] = otherChild;
          continue;
        }
        fallback[child] = otherChild;
        this.#shorter[child] = this.#wordAt[otherChild] === -1 ? (this.#shorter[otherChild] ?? 0) : otherChild;
        queue.push(child);
      }
    }
  }

  /** `sign` -1 removes a text. */
  add(text: string, sign = 1): void {
    this.#texts += 1;
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      state = code < ascii ? (this.#next[state * ascii + code] ?? 0) : 0;
      for (let match = state; match !== 0; match = this.#shorter[match] ?? 0)
        this.#count(this.#wordAt[match] ?? -1, sign);
    }
  }

  #count(word: number, sign: number): void {
    if (word === -1 || this.#lastText[word] === this.#texts) return;
    this.#lastText[word] = this.#texts;
    this.#counts[word] = (this.#counts[word] ?? 0) + sign;
  }

  result(): Record<string, number> {
    return Object.fromEntries(this.#words.map((word, index) => [word, this.#counts[index] ?? 0]));
  }
}
