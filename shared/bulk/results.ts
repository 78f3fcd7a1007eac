import { csvLine } from './csv/writeCsv.ts';
import type { RowOutcome, RowStatus } from './journal.ts';
import type { Plan, PlanRow } from './plan.ts';

/** Columns that results.csv adds after those of the file (design 1d "Per-row results"). */
const resultColumns = [
  '_row',
  '_line',
  '_status',
  '_code',
  '_message',
  '_id',
  '_attempts',
  '_correlation_id',
  '_at',
] as const;

type Outcomes = ReadonlyMap<number, RowOutcome>;

/** Selects the columns of the file itself: those that an earlier run added would appear twice. */
const ownCells = (header: readonly string[], added: readonly string[]) => {
  const ownColumns = header.flatMap((name, index) => (added.includes(name.trim().toLowerCase()) ? [] : [index]));
  return (cells: readonly string[]): string[] => ownColumns.map((index) => cells[index] ?? '');
};

const resultCells = ({ row, line, id }: PlanRow, outcome: RowOutcome | undefined): string[] => [
  String(row),
  String(line),
  outcome?.status ?? ('not_run' satisfies RowStatus),
  outcome?.code ?? '',
  outcome?.message ?? '',
  outcome?.id ?? id ?? '',
  String(outcome?.attempts ?? 0),
  outcome?.correlationId ?? '',
  outcome?.at ?? '',
];

/** Text of results.csv, line by line with the line ends: every row of the plan with its outcome, in the order of the file. */
export async function* resultsLines(plan: Plan, outcomes: Outcomes): AsyncGenerator<string> {
  const own = ownCells(plan.head.header, resultColumns);
  yield csvLine([...own(plan.head.header), ...resultColumns]);
  for await (const row of plan.rows()) {
    yield csvLine([...own(row.cells), ...resultCells(row, outcomes.get(row.row))]);
  }
}

const failedColumn = '_error';
const failedStatuses = new Set<RowStatus>(['failed', 'conflict', 'unknown']);

/** Text of failed.csv: the rows that failed, with their original cells and the reason. It can be used as the next file unchanged. */
export async function* failedLines(plan: Plan, outcomes: Outcomes): AsyncGenerator<string> {
  const own = ownCells(plan.head.header, [failedColumn]);
  yield csvLine([...own(plan.head.header), failedColumn]);
  for await (const row of plan.rows()) {
    const outcome = outcomes.get(row.row);
    if (outcome === undefined || !failedStatuses.has(outcome.status)) continue;
    const reason = [outcome.code, outcome.message].filter((part) => part !== null).join(': ');
    yield csvLine([...own(row.cells), reason]);
  }
}
