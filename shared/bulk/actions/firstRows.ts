import { createKeyTable } from '../keyTable.ts';

/** Remembers the keys of a file by hash: returns the row that first had the key, or undefined and adds this one. */
export const firstRows = () => {
  const met = createKeyTable();
  return (key: string, row: number): number | undefined => met.meet(key, '', row, row)?.row;
};
