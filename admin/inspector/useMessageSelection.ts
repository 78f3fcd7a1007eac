import { useState } from 'react';
import type { MessageRow } from './messageRow.ts';

/** Messages that are selected, from any page and search. */
export const useMessageSelection = (rows: readonly MessageRow[]) => {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const onPage = rows.filter(({ id }) => ids.has(id)).length;
  const put = (changed: readonly MessageRow[], on: boolean) => {
    const next = new Set(ids);
    for (const { id } of changed) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setIds(next);
  };
  return {
    ids: [...ids],
    isSelected: ({ id }: MessageRow) => ids.has(id),
    page: onPage === 0 ? ('none' as const) : onPage === rows.length ? ('all' as const) : ('some' as const),
    toggle: (row: MessageRow) => put([row], !ids.has(row.id)),
    togglePage: () => put(rows, onPage < rows.length),
    clear: () => setIds(new Set()),
  };
};
export type MessageSelection = ReturnType<typeof useMessageSelection>;
