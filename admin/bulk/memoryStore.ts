import type { RunHistory, RunStore } from '../../shared/bulk/journal.ts';
import { replay } from '../../shared/bulk/replay.ts';
import { breathing } from './breathing.ts';

/**
 * Journal of a run in a page: it lives as long as the page does and is never put into a storage of the browser, because rows may
 * name people. What was sent is told by the audit trail when the page is gone.
 */
export const createMemoryStore = (): RunStore & { history(): Promise<RunHistory> } => {
  const journal: string[] = [];
  const before: string[] = [];
  return {
    journal: (line) => {
      journal.push(`${JSON.stringify(line)}\n`);
      return Promise.resolve();
    },
    before: (line) => {
      before.push(`${JSON.stringify(line)}\n`);
      return Promise.resolve();
    },
    history: () => replay(breathing([...journal]), breathing([...before])),
  };
};
