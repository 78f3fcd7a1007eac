import { useState } from 'react';

/** Rows that are opened in place, on any page of the list. */
export const useOpenRows = () => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return {
    isOpen: (id: string) => open.has(id),
    toggle: (id: string) =>
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    openAll: (ids: readonly string[]) => setOpen(new Set(ids)),
    closeAll: () => setOpen(new Set()),
  };
};
export type OpenRows = ReturnType<typeof useOpenRows>;
