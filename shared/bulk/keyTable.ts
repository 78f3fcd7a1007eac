import { hashPair } from './hash.ts';

/** Where a key was met first. */
export interface FirstMet {
  readonly row: number;
  readonly line: number;
  /** Whether the texts given along with the key are the same. */
  readonly sameText: boolean;
}

/** Keys of a file by hash alone: 20 bytes each, so that a million rows fit where their texts would not (bulk guide, "size"). */
export interface KeyTable {
  /** Undefined for a new key, which is remembered; else where it was met first. */
  meet(key: string, text: string, row: number, line: number): FirstMet | undefined;
}

/** Words of a slot: the 64 bits of the key, its row (0 is an empty slot), its line, 32 bits of the text. */
const wordsPerSlot = 5;
const [highWord, lowWord, rowWord, lineWord, textWord] = [0, 1, 2, 3, 4] as const;

/** A full part stays and a larger one is opened: nothing is copied, and no moment holds an old and a new table. */
const firstSize = 16_384;
const growth = 1.5;
const maxFull = 0.85;

interface Part {
  readonly size: number;
  readonly slots: Uint32Array;
  count: number;
}

const partOf = (size: number): Part => ({ size, slots: new Uint32Array(size * wordsPerSlot), count: 0 });

/** Offset of the slot of a key, or of the empty one it belongs into (open addressing, next slot over). */
const slotFor = ({ size, slots: words }: Part, high: number, low: number): number => {
  let slot = low % size;
  for (;;) {
    const at = slot * wordsPerSlot;
    if (words[at + rowWord] === 0 || (words[at + highWord] === high && words[at + lowWord] === low)) return at;
    slot = slot + 1 === size ? 0 : slot + 1;
  }
};

export const createKeyTable = (): KeyTable => {
  let newest = partOf(firstSize);
  const table = [newest];
  const roomy = (): Part => {
    if (newest.count < newest.size * maxFull) return newest;
    newest = partOf(Math.ceil(newest.size * growth));
    table.push(newest);
    return newest;
  };
  return {
    meet(key, text, row, line) {
      const [high, low] = hashPair(key);
      const [textHash] = hashPair(text);
      for (const part of table) {
        const { slots: words } = part;
        const at = slotFor(part, high, low);
        if (words[at + rowWord] === 0) continue;
        return {
          row: words[at + rowWord] ?? 0,
          line: words[at + lineWord] ?? 0,
          sameText: words[at + textWord] === textHash,
        };
      }
      const part = roomy();
      const { slots: words } = part;
      const at = slotFor(part, high, low);
      words[at + highWord] = high;
      words[at + lowWord] = low;
      words[at + rowWord] = row;
      words[at + lineWord] = line;
      words[at + textWord] = textHash;
      part.count += 1;
      return undefined;
    },
  };
};
