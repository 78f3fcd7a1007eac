import { createKeyTable } from '../keyTable.ts';

/** Remembers what a file has named, by hash: gives the row that named the same before, or undefined and keeps this one. */
export const firstRows = () => {
  const met = createKeyTable();
  return (key: string, row: number): number | undefined => met.meet(key, '', row, row)?.row;
};
