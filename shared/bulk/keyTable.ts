import { hashPair } from './hash.ts';
import { createHashTable } from './hashTable.ts';

/** The first occurrence of a key. */
export interface FirstMet {
  readonly row: number;
  readonly line: number;
  /** Whether the texts that came with the key are the same. */
  readonly sameText: boolean;
}

/** Keys of a file by hash alone: a million rows fit where their texts would not (bulk guide, "size"). */
export interface KeyTable {
  /** Undefined for a new key, which is added; else its first occurrence. */
  meet(key: string, text: string, row: number, line: number): FirstMet | undefined;
}

export const createKeyTable = (): KeyTable => {
  const table = createHashTable({ words: 3 });
  return {
    meet(key, text, row, line) {
      const hash = hashPair(key);
      const [textHash] = hashPair(text);
      const isNew = table.add(hash);
      const words = table.words(table.find(hash));
      if (isNew) words.set([row, line, textHash]);
      const [firstRow = 0, firstLine = 0, firstText] = words;
      return isNew ? undefined : { row: firstRow, line: firstLine, sameText: firstText === textHash };
    },
  };
};
