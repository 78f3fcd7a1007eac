import type { HashPair } from './hash.ts';

/** Share of taken slots at which the table doubles: above it searches take long. */
const maxLoad = 0.7;
const minSlots = 4096;
const maxInitialSlots = 2 ** 26;

/**
 * A table of keys by their 64 bit hash (two numbers of 32 bits, hash.ts), each with a mark of eight bits and `words` numbers of 32 bits. A
 * million keys without words take 18 MB, where a Set of texts takes ten times that. Two of a million keys share their 64 bits once in forty
 * million tables. `expected` is the number of keys, if known: a table that fits from the start is not copied.
 */
export const createHashTable = ({ words = 0, expected = 0 }: { words?: number; expected?: number } = {}) => {
  const width = 2 + words;
  let slots = Math.min(maxInitialSlots, Math.max(minSlots, 2 ** Math.ceil(Math.log2(expected / maxLoad + 1))));
  let entries = new Uint32Array(slots * width);
  /** 0 for a free slot; each key has at least the mark it was added with. */
  let marks = new Uint8Array(slots);
  let size = 0;

  /** The slot of the key, or the free one that it belongs to. */
  const slotOf = (one: number, two: number): number => {
    let slot = (one ^ (two >>> 7)) & (slots - 1);
    while (marks[slot] !== 0 && (entries[slot * width] !== one || entries[slot * width + 1] !== two))
      slot = (slot + 1) & (slots - 1);
    return slot;
  };

  const grow = (): void => {
    const [oldEntries, oldMarks] = [entries, marks];
    slots *= 2;
    entries = new Uint32Array(slots * width);
    marks = new Uint8Array(slots);
    for (let old = 0; old < oldMarks.length; old += 1) {
      const mark = oldMarks[old] ?? 0;
      if (mark === 0) continue;
      const entry = oldEntries.subarray(old * width, (old + 1) * width);
      const slot = slotOf(entry[0] ?? 0, entry[1] ?? 0);
      entries.set(entry, slot * width);
      marks[slot] = mark;
    }
  };

  return {
    get size() {
      return size;
    },
    /** Adds the key with a mark above 0 unless it exists; true when it was added. */
    add([one, two]: HashPair, mark = 1): boolean {
      if (size >= slots * maxLoad) grow();
      const slot = slotOf(one >>> 0, two >>> 0);
      if (marks[slot] !== 0) return false;
      entries[slot * width] = one;
      entries[slot * width + 1] = two;
      marks[slot] = mark;
      size += 1;
      return true;
    },
    /** The slot of the key, valid until the next `add`; -1 for an unknown key. */
    find([one, two]: HashPair): number {
      const slot = slotOf(one >>> 0, two >>> 0);
      return marks[slot] === 0 ? -1 : slot;
    },
    mark: (slot: number): number => marks[slot] ?? 0,
    setMark(slot: number, mark: number): void {
      marks[slot] = mark;
    },
    /** The words of a slot, to read and to set. */
    words: (slot: number): Uint32Array => entries.subarray(slot * width + 2, (slot + 1) * width),
  };
};
export type HashTable = ReturnType<typeof createHashTable>;
