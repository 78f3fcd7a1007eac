import type { BeforeLine, JournalLine, RunHistory, RowOutcome } from './journal.ts';

/** Reads lines of JSON. The last one may be incomplete: the machine stopped while it was written, so nothing was sent because of it. */
async function* parsedLines<T>(lines: AsyncIterable<string>, name: string): AsyncGenerator<T> {
  let number = 0;
  let torn: number | undefined;
  for await (const line of lines) {
    number += 1;
    if (torn !== undefined) throw new Error(`Line ${torn} of the ${name} is damaged.`);
    if (line === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      torn = number;
      continue;
    }
    yield value as T;
  }
}

/**
 * Reads journal and before-states of a run that was stopped or killed. Ignores one unterminated last line of each, and rejects for any
 * other damage: without knowing what was sent, nothing may be sent.
 */
export const replay = async (journal: AsyncIterable<string>, before: AsyncIterable<string>): Promise<RunHistory> => {
  const outcomes = new Map<number, RowOutcome>();
  const open = new Map<number, number>();
  for await (const line of parsedLines<JournalLine>(journal, 'journal')) {
    if (line.t === 'intent') {
      outcomes.delete(line.row);
      open.set(line.row, line.attempt);
    } else if (line.t === 'outcome') {
      const { t: _t, ...outcome } = line;
      open.delete(line.row);
      outcomes.set(line.row, outcome);
    }
  }
  const states = new Map<number, BeforeLine>();
  for await (const line of parsedLines<BeforeLine>(before, 'before-states')) states.set(line.row, line);
  return { outcomes, open, before: states };
};
