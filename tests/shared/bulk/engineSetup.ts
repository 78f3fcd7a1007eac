import { createHash, randomUUID } from 'node:crypto';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import {
  type BeforeLine,
  type JournalLine,
  noHistory,
  type RunHistory,
  type RunStore,
} from '../../../shared/bulk/journal.ts';
import { createRateLimit } from '../../../shared/bulk/rateLimit.ts';
import type { Plan } from '../../../shared/bulk/plan.ts';
import { openPlan } from '../../../shared/bulk/planFile.ts';
import { makePlan, type PlanInput, type PlannedRow } from '../../../shared/bulk/planning.ts';
import type { Platform } from '../../../shared/bulk/platform.ts';
import type { RowProblem } from '../../../shared/bulk/problems.ts';
import { replay } from '../../../shared/bulk/replay.ts';
import { type RunInput, type RunResult, runPlan } from '../../../shared/bulk/running.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import { itemActionNamed, type Fixture } from './engineFixture.ts';

/** A clock that a wait sets forward at once: waits of minutes take no time, and their length can be asked for. */
export const fastPlatform = (random: () => number = () => 0.5): Platform & { readonly slept: number[] } => {
  let now = Date.UTC(2026, 7, 21, 6);
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      const until = now + ms;
      await Promise.resolve();
      now = Math.max(now, until);
      signal?.throwIfAborted();
    },
    random,
    newId: randomUUID,
    digest() {
      const hash = createHash('sha256');
      return { update: (text) => void hash.update(text, 'utf8'), hex: async () => hash.digest('hex') };
    },
  };
};

export async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) yield item;
}

export const rowsOf = (cells: readonly Values[]): PlannedRow[] =>
  cells.map((values, index) => ({
    row: index + 1,
    line: index + 2,
    cells: Object.values(values).map(String),
    values,
    problems: [],
    warnings: [],
  }));

const linesOf = (text: string): string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

export const openText = (text: string, platform: Platform = fastPlatform()): Promise<Plan> =>
  openPlan(
    () => each(linesOf(text)),
    () => platform.digest(),
  );

export interface Made {
  readonly text: string;
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
  readonly plan: Plan;
}

/** Plans rows and opens what was written; `plan` throws where there is none because rows have problems. */
export const planOf = async (
  fixture: Pick<Fixture, 'client'>,
  action: BulkAction,
  rows: readonly PlannedRow[],
  more: Partial<PlanInput> = {},
): Promise<Made> => {
  const platform = fastPlatform();
  const problems: RowProblem[] = [];
  const warnings: RowProblem[] = [];
  let text = '';
  const { foot } = await makePlan({
    action,
    actionNamed: itemActionNamed,
    rows: each(rows),
    head: {
      action: action.name,
      createdBy: { subject: 'someone', name: 'Some One' },
      origin: 'https://api.example.org',
      source: { name: 'rows.csv', sha256: null },
      header: Object.keys(rows[0]?.values ?? {}),
    },
    client: fixture.client,
    rateLimit: createRateLimit(null, platform),
    platform,
    output: {
      async write(part) {
        text += part;
      },
    },
    report: (problem, isWarning) => void (isWarning ? warnings : problems).push(problem),
    ...more,
  });
  const plan = foot === undefined ? undefined : await openText(text, platform);
  return {
    text,
    problems,
    warnings,
    get plan() {
      if (plan === undefined) throw new Error(`no plan: ${problems.map(({ message }) => message).join(' ')}`);
      return plan;
    },
  };
};

/** Journal and before-states as text, as they would lie on a disk; `room` is how many lines fit before the machine stops. */
export const memoryStore = (room = Number.POSITIVE_INFINITY) => {
  const journal: string[] = [];
  const before: string[] = [];
  let left = room;
  let torn = '';
  const add = async (lines: string[], line: JournalLine | BeforeLine): Promise<void> => {
    if (left <= 0) throw new Error('the machine stopped');
    left -= 1;
    const text = JSON.stringify(line);
    if (left === 0) {
      // The last line of the machine's life reaches the disk in part.
      if (lines === journal) torn = text.slice(0, text.length / 2);
      throw new Error('the machine stopped');
    }
    lines.push(text);
    await Promise.resolve();
  };
  const store: RunStore = { journal: (line) => add(journal, line), before: (line) => add(before, line) };
  return {
    store,
    lines: journal,
    parsed: () => journal.map((line) => JSON.parse(line) as JournalLine),
    runHistory: (): Promise<RunHistory> => replay(each(torn === '' ? journal : [...journal, torn]), each(before)),
    /** The machine comes up again: what was written stays, the torn line is cut off. */
    revive(next = Number.POSITIVE_INFINITY) {
      torn = '';
      left = next;
    },
  };
};

export const run = async (
  fixture: Pick<Fixture, 'client'>,
  plan: Plan,
  more: Partial<RunInput> = {},
): Promise<RunResult & { readonly platform: ReturnType<typeof fastPlatform> }> => {
  const platform = fastPlatform();
  const result = await runPlan({
    run: '20260821T060000Z-k3f9',
    plan,
    actionNamed: itemActionNamed,
    client: fixture.client,
    store: memoryStore().store,
    history: noHistory,
    rateLimit: createRateLimit(null, platform),
    platform,
    ...more,
  });
  return { ...result, platform };
};
