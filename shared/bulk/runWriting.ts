import type { BeforeLine, JournalLine, RunStore } from './journal.ts';

/** Lines that may wait for the disk before rows have to wait for them. */
const maxInProgress = 256;

/**
 * Writes outcomes while the next rows continue: an outcome that a crash loses is looked up again, so no row waits for it. The state for
 * undo is on disk before the outcome that reports the row as completed.
 */
export const createWriting = (store: RunStore, onFailure: (error: unknown) => void) => {
  const underWay = new Set<Promise<void>>();

  const write = async (line: JournalLine, after: BeforeLine | undefined): Promise<void> => {
    if (after !== undefined) await store.before(after);
    await store.journal(line);
  };

  return {
    /** Settles when there is room for more, not when the line is written. */
    async add(line: JournalLine, after?: BeforeLine): Promise<void> {
      const written: Promise<void> = write(line, after)
        .catch(onFailure)
        .finally(() => underWay.delete(written));
      underWay.add(written);
      const [oldest] = underWay;
      if (underWay.size >= maxInProgress) await oldest;
    },
    async done(): Promise<void> {
      await Promise.all(underWay);
    },
  };
};
