import type { Context } from '../command.ts';
import type { FieldList, Row } from '../output/fields.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { RowOutcome, RowStatus } from '../../shared/bulk/journal.ts';
import { outcomesSoFar } from '../../shared/bulk/leftFromBefore.ts';
import type { Plan, PlanRow } from '../../shared/bulk/plan.ts';
import { countRows } from '../../shared/bulk/runTally.ts';
import { resultsLines } from '../../shared/bulk/results.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { startProgress } from '../output/progress.ts';
import { type RunFolder, openRun } from './runFolder.ts';
import { countFields, recordFields, runRecord } from './runManifest.ts';

const watchIntervalMs = 1000;

const tableFields = ['run', 'action', 'state', 'rows', ...countFields, 'started', 'ended'];
export const statusFields: FieldList = { all: recordFields, table: tableFields, id: 'run' };

const countsNow = async (context: Context, folder: RunFolder) => {
  const outcomes = outcomesSoFar(folder.run, await folder.history(), context.now());
  return countRows(outcomes.values(), folder.manifest.plan.rows);
};

/** A run as a record with its counts, of the journal where it has not ended. */
export const readStatus = async (context: Context, run: string) => {
  const folder = await openRun(context, run);
  const counts = folder.manifest.counts ?? (await countsNow(context, folder));
  const record = await runRecord(folder, counts);
  return { isRunning: record.state === 'running', counts, record };
};

const watchRun = async (context: Context, run: string): Promise<void> => {
  const line = startProgress(context);
  try {
    for (let status = await readStatus(context, run); status.isRunning; status = await readStatus(context, run)) {
      const { rows } = status.record;
      const { ok, failed, unknown, not_run: notRun } = status.counts;
      const text = `${thousands(rows - notRun)}/${thousands(rows)} ok ${thousands(ok)} failed ${thousands(failed)} unknown ${thousands(unknown)}`;
      line.update(text, status.record);
      await wait(watchIntervalMs, undefined, { signal: context.signal });
    }
  } finally {
    line.end();
  }
};

/** `bulk status`: the state of a run; with --watch when its process has ended. */
export const showStatus = async (context: Context, runOrLast: string, isWatching: boolean): Promise<void> => {
  const { run } = await openRun(context, runOrLast);
  if (isWatching) await watchRun(context, run);
  const { record } = await readStatus(context, run);
  if (record.state === 'open')
    context.terminal.note(`Its process ended early. To continue: carepost bulk resume ${run}`);
  await context.output.record(record);
};

export const resultFields: FieldList = {
  all: ['row', 'line', 'key', 'id', 'name', 'status', 'code', 'column', 'message', 'attempts', 'correlationId', 'at'],
  table: ['row', 'key', 'status', 'code', 'message'],
  id: 'id',
};

/** The plan with only the rows that ended in one of these ways. */
const only = (plan: Plan, outcomes: ReadonlyMap<number, RowOutcome>, statuses: readonly RowStatus[]): Plan => ({
  ...plan,
  async *rows() {
    for await (const row of plan.rows()) {
      if (statuses.includes(outcomes.get(row.row)?.status ?? 'not_run')) yield row;
    }
  },
});

const notRun = {
  status: 'not_run',
  code: null,
  column: null,
  message: null,
  attempts: 0,
  correlationId: null,
  at: null,
};

const record = ({ row, line, key, id, name }: PlanRow, outcome: RowOutcome | undefined): Row => {
  const { id: changedId, ...ended } = outcome ?? { id: null };
  return { row, line, key, id: changedId ?? id, name, ...notRun, ...ended };
};

/** `bulk results`: a row for each row of the file; as CSV with the columns of the file, like results.csv. */
export const showResults = async (
  context: Context,
  runOrLast: string,
  statuses: readonly RowStatus[] | undefined,
): Promise<void> => {
  const folder = await openRun(context, runOrLast);
  const [whole, history] = await Promise.all([folder.plan(), folder.history()]);
  const outcomes = outcomesSoFar(folder.run, history, context.now());
  const plan = statuses === undefined ? whole : only(whole, outcomes, statuses);
  const { format, rowOptions } = context.output;
  if (format === 'csv' && rowOptions.fields === undefined) {
    for await (const line of resultsLines(plan, outcomes)) await context.output.document(line);
    return;
  }
  async function* rows(): AsyncGenerator<Row> {
    for await (const row of plan.rows()) yield record(row, outcomes.get(row.row));
  }
  await context.output.rows(rows());
};
