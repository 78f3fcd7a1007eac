import { isGram } from './filter.ts';

const ascii = 128;
const none = -1;

/**
 * Counts in how many texts each text of one or two characters occurs. Nearly all characters are ASCII, for which two flat arrays count a
 * million names in well under a second; the others are counted in a map.
 */
export class GramCounter {
  readonly #counts = new Int32Array(ascii + ascii * ascii);
  readonly #lastText = new Int32Array(ascii + ascii * ascii).fill(none);
  readonly #others = new Map<string, number>();
  #texts = 0;

  constructor(start: Readonly<Record<string, number>> = {}) {
    for (const [gram, count] of Object.entries(start)) {
      if (!isGram(gram)) continue;
      const slot = slotOf(gram);
      if (slot === none) this.#others.set(gram, count);
      else this.#counts[slot] = count;
    }
  }

  /** `sign` -1 removes a text. */
  add(text: string, sign = 1): void {
    this.#texts += 1;
    for (const gram of this.#scan(text, sign)) this.#others.set(gram, (this.#others.get(gram) ?? 0) + sign);
  }

  /** Counts the grams of ASCII characters and returns the others, each once. */
  #scan(text: string, sign: number): Set<string> {
    const others = new Set<string>();
    let previous = none;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= ascii) return collectAll(text, others, (slot) => this.#count(slot, sign));
      this.#count(code, sign);
      if (previous !== none) this.#count(ascii + previous * ascii + code, sign);
      previous = code;
    }
    return others;
  }

  #count(slot: number, sign: number): void {
    if (this.#lastText[slot] === this.#texts) return;
    this.#lastText[slot] = this.#texts;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + sign;
  }

  result(): Record<string, number> {
    const counts: Record<string, number> = Object.fromEntries([...this.#others].filter(([, count]) => count > 0));
    for (let slot = 0; slot < this.#counts.length; slot += 1) {
      const count = this.#counts[slot] ?? 0;
      if (count > 0) counts[gramAt(slot)] = count;
    }
    return counts;
  }
}

/** The whole text by code points, as the database counts them. */
function collectAll(text: string, others: Set<string>, count: (slot: number) => void): Set<string> {
  const characters = Array.from(text);
  for (const [at, character] of characters.entries()) {
    const next = characters[at + 1];
    for (const gram of next === undefined ? [character] : [character, character + next]) {
      const slot = slotOf(gram);
      if (slot === none) others.add(gram);
      else count(slot);
    }
  }
  return others;
}

const slotOf = (gram: string): number => {
  const first = gram.charCodeAt(0);
  if (first >= ascii || gram.length > 2) return none;
  if (gram.length === 1) return first;
  const second = gram.charCodeAt(1);
  return second >= ascii ? none : ascii + first * ascii + second;
};

const gramAt = (slot: number): string =>
  slot < ascii
    ? String.fromCharCode(slot)
    : String.fromCharCode(Math.floor((slot - ascii) / ascii), (slot - ascii) % ascii);
