import type { BulkAction } from '../../shared/bulk/action.ts';
import { brakesOf } from '../../shared/bulk/brakes.ts';
import type { Plan, PlanRow } from '../../shared/bulk/plan.ts';
import { footLine, footStart, headLine, openPlan } from '../../shared/bulk/planFile.ts';
import type { BulkError, RowProblem } from '../../shared/bulk/problems.ts';
import { newRunId } from '../../shared/bulk/runId.ts';
import { breathing } from './breathing.ts';
import { browserPlatform as platform } from './browserPlatform.ts';
import type { BulkContext } from './bulkJob.ts';

/** A plan a page holds: its file line by line, its rows to look at, and the run that will carry it out. */
export interface Prepared {
  readonly action: BulkAction;
  readonly plan: Plan;
  readonly rows: readonly PlanRow[];
  /** The plan file, split at line feeds. */
  readonly lines: readonly string[];
  readonly warnings: readonly RowProblem[];
  /** The safety limit the plan goes beyond; it is asked about more thoroughly then. */
  readonly brake: BulkError | null;
  /** Named before it is begun, so that a claim whose answer was lost is made again by the same run. */
  readonly run: string;
}

/** Rows of the plan that are sent when it is applied. */
export const changesOf = ({ foot: { counts } }: Plan): number =>
  counts.create + counts.update + counts.delete + counts.do;

/** The plan file, letter for letter as the command line writes and reads it. */
export const planText = ({ lines }: Prepared): string => `${lines.join('\n')}\n`;

const opened = (lines: readonly string[]): Promise<Plan> =>
  openPlan(
    () => breathing(lines),
    () => platform.digest(),
  );

/** Reads a plan that was just made, as it would be read from a file, and holds it against the safety limits. */
export const prepare = async (
  { client }: BulkContext,
  action: BulkAction,
  text: string,
  warnings: readonly RowProblem[],
): Promise<Prepared> => {
  const lines = text.trimEnd().split('\n');
  const plan = await opened(lines);
  const rows: PlanRow[] = [];
  for await (const row of plan.rows()) rows.push(row);
  const { totalCount: organizations } = await client.organizations.list({ query: { pageSize: 10 } });
  const [brake = null] = brakesOf(plan.foot, { organizations });
  return { action, plan, rows, lines, warnings, brake, run: newRunId(platform.now()) };
};

/** The same plan with the reason it is applied for: the head of the file changes, and with it the sum at its end. */
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
