export interface DispatchLimits {
  /** How many items may be processed now; called again whenever one ends. */
  readonly atOnce: () => number;
  /** Maximum number of items that wait for their lock before no more are read from the source. */
  readonly ahead: number;
  /** False once nothing further may start. */
  readonly mayBegin: () => boolean;
}

/**
 * Processes items in their order, several at once; those with the same lock one after the other. Settles when all started items have ended;
 * rejects when the source fails. `work` must not reject.
 */
export const dispatch = async <T extends { readonly lock: string }>(
  items: AsyncIterable<T>,
  { atOnce, ahead, mayBegin }: DispatchLimits,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  /** Locks that are held, with the items that wait for each. */
  const held = new Map<string, T[]>();
  const running = new Set<Promise<void>>();
  let parked = 0;
  let isBroken = false;
  let wake: (() => void) | undefined;
  const changed = () => {
    wake?.();
    wake = undefined;
  };

  const isFull = () => running.size >= atOnce() || parked >= ahead;

  const chain = async (first: T, queue: T[]): Promise<void> => {
    for (let item: T | undefined = first; item !== undefined; ) {
      await work(item);
      item = mayBegin() && !isBroken ? queue.shift() : undefined;
      if (item !== undefined) parked -= 1;
      changed();
    }
    parked -= queue.length;
    held.delete(first.lock);
  };

  try {
    for await (const item of items) {
      while (isFull() && mayBegin()) {
        await new Promise<void>((go) => {
          wake = go;
        });
      }
      if (!mayBegin()) break;
      const queue = held.get(item.lock);
      if (queue !== undefined) {
        queue.push(item);
        parked += 1;
        continue;
      }
      const own: T[] = [];
      held.set(item.lock, own);
      const chained: Promise<void> = chain(item, own).finally(() => {
        running.delete(chained);
        changed();
      });
      running.add(chained);
    }
  } catch (error) {
    isBroken = true;
    throw error;
  } finally {
    await Promise.all(running);
  }
};
