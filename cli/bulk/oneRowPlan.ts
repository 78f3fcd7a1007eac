import type { BulkAction, Current } from '../../shared/bulk/action.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import type { ConsequenceTotals } from '../../shared/bulk/consequences.ts';
import type { PlanRow } from '../../shared/bulk/plan.ts';
import { createPace } from '../../shared/bulk/pace.ts';
import { openPlan } from '../../shared/bulk/planFile.ts';
import { makePlan } from '../../shared/bulk/planning.ts';
import { BulkError, type CellProblem } from '../../shared/bulk/problems.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { fromBulk } from './bulkErrors.ts';
import { commandHead } from './commandHead.ts';
import { nodePlatform } from './nodePlatform.ts';
import type { OneRow } from './oneRow.ts';
import { problemError } from './oneRowErrors.ts';
import { fieldCells, recordCells } from './fieldCells.ts';
import { oneRowTable } from './oneRowTable.ts';
import { type Seen, watchedAction } from './watchedAction.ts';

/** A plan of one row, not yet kept anywhere. */
export interface PlannedRow {
  /** Text of the plan, as it goes into the folder of the run. */
  readonly lines: readonly string[];
  readonly row: PlanRow;
  readonly consequences: ConsequenceTotals;
  readonly found: Current | undefined;
  /** The action, watched, for the run. */
  readonly watched: { readonly action: BulkAction; readonly seen: Seen };
}

/** Finds the watched action under its name, any other as it is. */
export const actionFinder = (watched: BulkAction) => (name: string) =>
  name === watched.name ? watched : bulkActionNamed(name);

async function* linesOf(texts: readonly string[]): AsyncGenerator<string> {
  const lines = texts.join('').split('\n');
  yield* lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Reads what stands and says what would be done. Throws where the values break a rule, and what the server refuses to tell. */
export const planOneRow = async (
  context: Context,
  action: BulkAction,
  asked: Pick<OneRow, 'values' | 'set' | 'loaded' | 'flags'>,
): Promise<PlannedRow> => {
  const { header, row } = await oneRowTable(
    action,
    { ...asked.values, ...fieldCells(action, asked.set ?? []) },
    asked.loaded === undefined ? undefined : recordCells(action, asked.loaded),
  );
  if (row.problems.length > 0) throw problemError(action, row.problems);
  for (const { message } of row.warnings) context.terminal.note(message);

  const watched = watchedAction(action);
  const lines: string[] = [];
  const problems: CellProblem[] = [];
  const planned = await makePlan({
    action: watched.action,
    actionNamed: actionFinder(watched.action),
    rows: (async function* () {
      yield row;
    })(),
    head: await commandHead(context, action.name, header, asked.flags),
    client: await context.client(),
    // One person waits for one answer; what is sent keeps the pace of the host.
    pace: createPace(null, nodePlatform),
    platform: nodePlatform,
    concurrency: 1,
    maxWaitMs: context.config.milliseconds('maxWait'),
    signal: context.signal,
    sink: { write: async (text) => void lines.push(text) },
    tell: (problem, isWarning) => void (isWarning ? context.terminal.note(problem.message) : problems.push(problem)),
  }).catch((thrown: unknown) => {
    throw thrown instanceof BulkError ? fromBulk(thrown) : thrown;
  });
  if (planned.foot === undefined) {
    throw watched.seen.thrown instanceof ApiError ? watched.seen.thrown : problemError(action, problems);
  }
  const plan = await openPlan(
    () => linesOf(lines),
    () => nodePlatform.digest(),
  );
  for await (const only of plan.rows()) {
    if (only.problem !== undefined) throw problemError(action, [only.problem]);
    return { lines, row: only, consequences: plan.foot.consequences, found: watched.seen.found, watched };
  }
  throw new CliError('E-DEFECT', 'The plan has no row.');
};
