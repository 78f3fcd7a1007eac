/** Work of one key waits for each other inside a process. */
export function createQueue() {
  const last = new Map<string, { readonly turn: Promise<unknown>; waiting: number }>();
  return {
    waiting: (key: string): number => last.get(key)?.waiting ?? 0,
    run: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const before = last.get(key);
      const turn = (before?.turn ?? Promise.resolve()).then(work, work);
      const mine = { turn, waiting: (before?.waiting ?? 0) + 1 };
      last.set(key, mine);
      try {
        return await turn;
      } finally {
        const latest = last.get(key);
        if (latest === mine) last.delete(key);
        else if (latest) latest.waiting -= 1;
      }
    },
  };
}
