import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Comparison, compareRecords, fieldPathsOf } from '../../components/records/recordConflict.ts';
import { codeOf } from '../../components/serverError.ts';

interface Row {
  readonly id: string;
  readonly version: number;
}

interface Editing<Item extends Row, Values extends object> {
  /** Where the list it stands in is kept. */
  readonly queryKey: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<{ readonly items: readonly Item[] }>;
  readonly toForm: (item: Item) => Values;
}

/**
 * A row of a list as a dialog edits it. Where somebody else saved it in the meantime, the dialog shows theirs beside mine, and only
 * the next save goes on top of theirs.
 */
export const useEditedRow = <Item extends Row, Values extends object>(
  opened: Item | undefined,
  { queryKey, load, toForm }: Editing<Item, Values>,
) => {
  const queries = useQueryClient();
  const base = useRef(opened);
  const [conflict, setConflict] = useState<Comparison | null>(null);

  const save = async (values: Values, send: (base: Item | undefined) => Promise<unknown>): Promise<void> => {
    const current = base.current;
    try {
      await send(current);
    } catch (error) {
      if (current === undefined || codeOf(error) !== 'E-VERSION-CONFLICT') throw error;
      const { items } = await queries.fetchQuery({ queryKey, queryFn: ({ signal }) => load(signal), staleTime: 0 });
      const theirs = items.find(({ id }) => id === current.id);
      if (theirs === undefined) throw error;
      const comparison = compareRecords(fieldPathsOf(values), toForm(current), values, toForm(theirs));
      base.current = theirs;
      // Only what this dialog does not hold was changed: nothing to show.
      if (comparison.conflicts.length === 0 && comparison.theirsOnly.length === 0) return save(values, send);
      setConflict(comparison);
      throw error;
    }
  };

  return { save, conflict };
};
