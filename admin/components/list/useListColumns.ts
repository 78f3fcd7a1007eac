import { useStore } from 'react-admin';
import { useEffect } from 'react';
import { usePreference } from '../../providers/usePreference.ts';

interface Column {
  readonly name: string;
}

interface ListColumnsSource<C extends Column> {
  /** The setting the choice is kept under. */
  readonly key: string;
  readonly offered: readonly C[];
  /** The column without which nobody knows what a row is; always shown. */
  readonly always: C['name'];
  /** Where the catalogue has the headings. */
  readonly labels: string;
}

/** The choice as its dialog needs it. */
export interface ListColumns {
  readonly offered: readonly Column[];
  readonly columns: readonly Column[];
  readonly always: string;
  readonly labels: string;
  /** Null goes back to the usual columns. */
  readonly choose: (names: readonly string[] | null) => Promise<void>;
}

const keptColumns = (kept: unknown): string[] | null =>
  Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : null;

/** The columns to show in their order: those chosen as far as there are any, always with the one; else the usual ones. */
const chosenColumns = <C extends Column>(
  { offered, always }: ListColumnsSource<C>,
  chosen: readonly string[] | null,
): readonly C[] => {
  const found = [...new Set(chosen)].flatMap((name) => offered.find((column) => column.name === name) ?? []);
  if (found.length === 0) return offered;
  return [...offered.filter((column) => column.name === always && !found.includes(column)), ...found];
};

/**
 * Which columns a list shows, kept by the server for each person. The browser remembers the last answer, so that the list is
 * drawn at once and does not change under the reader's eyes.
 */
export const useListColumns = <C extends Column>(source: ListColumnsSource<C>) => {
  const { key, offered, always, labels } = source;
  const [remembered, remember] = useStore<string[] | null>(key, null);
  const { value, change } = usePreference(key, keptColumns);
  const chosen = value === undefined ? remembered : value;
  const differs = value !== undefined && JSON.stringify(value) !== JSON.stringify(remembered);
  useEffect(() => {
    if (differs && value !== undefined) remember(value);
    // oxlint-disable-next-line react/exhaustive-deps -- what is remembered follows what was loaded, compared by what it holds
  }, [differs]);
  return {
    offered,
    always,
    labels,
    columns: chosenColumns(source, chosen),
    choose: (names: readonly string[] | null) => change(() => (names === null ? null : [...names])),
  };
};
