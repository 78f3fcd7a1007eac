/** A number of bytes that all requests of the process share. */
export interface ByteBudget {
  /** Takes the bytes, or nothing where fewer are left. Call what it returns to give them back; a second call changes nothing. */
  take(bytes: number): (() => void) | undefined;
  /** Waits for its turn, first come first served; undefined where it did not come in time. More bytes than there are wait for all of them. */
  wait(bytes: number, withinMs: number): Promise<(() => void) | undefined>;
}

export function byteBudget(total: number): ByteBudget {
  let left = total;
  const waiting = new Set<{ readonly bytes: number; readonly start: (release: () => void) => void }>();

  const grant = (bytes: number) => {
    left -= bytes;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      left += bytes;
      for (const next of waiting) {
        if (next.bytes > left) return;
        waiting.delete(next);
        next.start(grant(next.bytes));
      }
    };
  };
  return {
    take: (bytes) => (bytes <= left && waiting.size === 0 ? grant(bytes) : undefined),
    wait: (wanted, withinMs) => {
      const bytes = Math.min(wanted, total);
      if (bytes <= left && waiting.size === 0) return Promise.resolve(grant(bytes));
      return new Promise((resolve) => {
        const turn = {
          bytes,
          start: (release: () => void) => {
            clearTimeout(late);
            resolve(release);
          },
        };
        const late = setTimeout(() => {
          waiting.delete(turn);
          resolve(undefined);
        }, withinMs);
        waiting.add(turn);
      });
    },
  };
}
