import type { RowOutcome, RowStatus } from '../../shared/bulk/journal.ts';
import { outcomesSoFar } from '../../shared/bulk/leftFromBefore.ts';
import type { Plan, PlanRow } from '../../shared/bulk/plan.ts';
import { resultsLines } from '../../shared/bulk/results.ts';
import type { FieldList } from '../command.ts';
import type { Context } from '../context.ts';
import type { Row } from '../output/fields.ts';
import { openRun } from './runFolder.ts';

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

const record = ({ row, line, key, id, name }: PlanRow, outcome: RowOutcome | undefined): Row => ({
  row,
  line,
  key,
  id: outcome?.id ?? id,
  name,
  status: outcome?.status ?? 'not_run',
  code: outcome?.code ?? null,
  column: outcome?.column ?? null,
  message: outcome?.message ?? null,
  attempts: outcome?.attempts ?? 0,
  correlationId: outcome?.correlationId ?? null,
  at: outcome?.at ?? null,
});

/** `bulk results`: a row for each row of the file; as CSV with the columns of the file, like results.csv. */
export const showResults = async (
  context: Context,
  runOrLast: string,
  statuses: readonly RowStatus[] | undefined,
): Promise<void> => {
  const folder = await openRun(context, runOrLast);
  const [whole, past] = await Promise.all([folder.plan(), folder.past()]);
  const outcomes = outcomesSoFar(folder.run, past, context.now());
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
