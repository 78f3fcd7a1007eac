import type { BulkAction } from '../../shared/bulk/action.ts';
import { organizationPartsOf } from '../../shared/bulk/actions/catalogue.ts';
import { brakesOf } from '../../shared/bulk/brakes.ts';
import type { RunHistory, RunStore } from '../../shared/bulk/journal.ts';
import { outcomesSoFar } from '../../shared/bulk/leftFromBefore.ts';
import type { Plan, PlanRow } from '../../shared/bulk/plan.ts';
import { footLine, footStart, headLine, openPlan } from '../../shared/bulk/planFile.ts';
import type { BulkError, RowProblem } from '../../shared/bulk/problems.ts';
import { replay } from '../../shared/bulk/replay.ts';
import { newRunId } from '../../shared/bulk/runId.ts';
import type { RunResult } from '../../shared/bulk/running.ts';
import { countRows } from '../../shared/bulk/runTally.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { browserPlatform as platform } from './browserPlatform.ts';

/** A plan in memory: its file line by line, its rows, and the run that applies it. */
export interface Prepared {
  readonly action: BulkAction;
  readonly plan: Plan;
  readonly rows: readonly PlanRow[];
  /** The plan file, split at line feeds. */
  readonly lines: readonly string[];
  readonly warnings: readonly RowProblem[];
  /** The safety limit that the plan exceeds. */
  readonly brake: BulkError | null;
  /** Created before the run starts, so that a claim without a response is repeated by the same run. */
  readonly run: string;
}

/** A run with all that its results, a retry and an undo need. */
export interface EndedRun {
  readonly prepared: Prepared;
  readonly result: RunResult;
  readonly runHistory: RunHistory;
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const opened = (lines: readonly string[]): Promise<Plan> =>
  openPlan(
    () => linesOf(lines),
    () => platform.digest(),
  );

/** Reads a new plan as from a file and compares it with the safety limits. */
export const prepare = async (
  client: Client,
  action: BulkAction,
  text: string,
  warnings: readonly RowProblem[],
): Promise<Prepared> => {
  const lines = text.trimEnd().split('\n');
  const plan = await opened(lines);
  const rows = await Array.fromAsync(plan.rows());
  const noun = organizationPartsOf(action.name);
  const limits =
    noun === undefined
      ? {}
      : { noun, organizations: (await client.organizations.list({ query: { pageSize: 10 } })).totalCount };
  const [brake = null] = brakesOf(plan.foot, limits);
  return { action, plan, rows, lines, warnings, brake, run: newRunId(platform.now()) };
};

/** The same plan with a reason: the head of the file changes, and with it the hash at its end. */
export const withReason = async (prepared: Prepared, input: string): Promise<Prepared> => {
  const reason = input.trim();
  const { head, foot } = prepared.plan;
  if (reason === (head.reason ?? '')) return prepared;
  const { reason: _former, ...plain } = head;
  const first = headLine(reason === '' ? plain : { ...plain, reason }).trimEnd();
  const rows = prepared.lines.slice(1, -1);
  const sum = platform.digest();
  for (const line of [first, ...rows]) sum.update(`${line}\n`);
  sum.update(footStart(foot));
  const lines = [first, ...rows, footLine({ ...foot, sha256: await sum.hex() }).trimEnd()];
  return { ...prepared, lines, plan: await opened(lines) };
};

/** Journal of a run in the memory of the worker, never in a storage of the browser, because rows may contain personal names. */
export const createMemoryJournal = (): RunStore & { history(): Promise<RunHistory> } => {
  const journal: string[] = [];
  const before: string[] = [];
  const add = (lines: string[]) => (line: object) => {
    lines.push(JSON.stringify(line));
    return Promise.resolve();
  };
  return {
    journal: add(journal),
    before: add(before),
    history: () => replay(linesOf(journal), linesOf(before)),
  };
};

/** Result of a run that ended with an error of the program: the outcomes of the journal; rows in progress are unknown. */
export const abortedResult = ({ run, rows }: Prepared, history: RunHistory, error: unknown): RunResult => {
  const outcomes = outcomesSoFar(run, history, platform.now());
  return {
    end: 'stopped',
    message: error instanceof Error ? error.message : String(error),
    code: null,
    counts: countRows(outcomes.values(), rows.length),
    outcomes,
  };
};
