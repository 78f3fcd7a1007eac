import { csvLine } from '../../shared/bulk/csv/writeCsv.ts';
import type { RowProblem } from '../../shared/bulk/problems.ts';
import { failedLines, resultsLines } from '../../shared/bulk/results.ts';
import type { Progress } from '../../shared/bulk/runTally.ts';
import type { JobFile, JobList, JobRows, JobState, PlanSummary, RowQuery } from './bulkProtocol.ts';
import { type EndedRun, type Prepared, withReason } from './preparedPlan.ts';
import { asyncOf, type BulkSource, clashesOf, csvBlob } from './sources.ts';

/** The state of a job with all its rows, in the worker; the page gets its summary (JobState), pages of rows, and files. */
export type WorkState =
  | Extract<JobState, { step: 'idle' | 'checking' | 'tooManyRows' | 'planning' }>
  | ({ readonly step: 'refused'; readonly source: BulkSource } & Problems & FollowUpState)
  | ({ readonly step: 'planned'; readonly prepared: Prepared } & FollowUpState)
  | {
      readonly step: 'running';
      readonly prepared: Prepared;
      readonly progress: Progress | null;
      readonly isStopping: boolean;
    }
  | ({ readonly step: 'ended' } & EndedRun);

/** The run whose rows are planned again. */
interface FollowUpState {
  readonly formerRun: EndedRun | null;
}

export interface Problems {
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

const maxListedWarnings = 5;

const summaryOf = ({ run, plan, warnings, brake }: Prepared): PlanSummary => ({
  run,
  head: plan.head,
  foot: plan.foot,
  warningCount: warnings.length,
  firstWarnings: warnings.slice(0, maxListedWarnings),
  brake: brake?.message ?? null,
});

export const jobStateOf = (state: WorkState): JobState => {
  if (state.step === 'refused') {
    const { step, source, problems, formerRun } = state;
    const badRows = new Set(problems.map(({ row }) => row)).size;
    return {
      step,
      action: source.action.name,
      problems: problems.length,
      badRows,
      isFile: source.nameOf === undefined,
      hasOthers: badRows < source.total,
      hasResults: formerRun !== null,
    };
  }
  if (state.step === 'planned') {
    const { step, prepared, formerRun } = state;
    const clashes = clashesOf(prepared.rows).length;
    return { step, plan: summaryOf(prepared), hasResults: formerRun !== null, clashes };
  }
  if (state.step === 'running') {
    const { prepared, ...progress } = state;
    return { ...progress, plan: summaryOf(prepared) };
  }
  if (state.step === 'ended') {
    const { end, message, counts } = state.result;
    return { step: state.step, plan: summaryOf(state.prepared), result: { end, message, counts } };
  }
  return state;
};

interface RowsPage {
  readonly data: readonly JobRows[JobList][];
  readonly total: number;
}

const pageOf = <Row>(
  rows: readonly Row[],
  { page, perPage }: RowQuery,
  recordOf: (row: Row, index: number) => JobRows[JobList],
): RowsPage => {
  const start = (page - 1) * perPage;
  return {
    data: rows.slice(start, start + perPage).map((row, index) => recordOf(row, start + index)),
    total: rows.length,
  };
};

/** A page of a list of the job, filtered by verdict or status. */
export const rowsOf = (state: WorkState, query: RowQuery): RowsPage => {
  const { list, rowState } = query;
  if (list === 'problems' && state.step === 'refused') {
    const { nameOf } = state.source;
    return pageOf(state.problems, query, ({ cause: _cause, ...problem }, index) => ({
      ...problem,
      id: index,
      name: nameOf?.(problem.row) ?? null,
    }));
  }
  if (list === 'changes' && state.step === 'planned') {
    const rows = state.prepared.rows.filter(({ verdict }) => rowState === null || verdict === rowState);
    return pageOf(rows, query, (row) => ({ ...row, id: row.row }));
  }
  if (list === 'results' && state.step === 'ended') {
    const { outcomes } = state.result;
    const statusOf = (row: number) => outcomes.get(row)?.status ?? 'not_run';
    const rows = state.prepared.rows.filter(({ row }) => rowState === null || statusOf(row) === rowState);
    return pageOf(rows, query, (row) => ({
      ...row,
      id: row.row,
      status: statusOf(row.row),
      outcome: outcomes.get(row.row),
    }));
  }
  return { data: [], total: 0 };
};

/** validation.csv as the command line writes it: one line for each problem and warning, in file order. */
const validationLines = ({ problems, warnings }: Problems): string[] => {
  const lines = [
    ...problems.map((problem) => ({ ...problem, severity: 'error' })),
    ...warnings.map((problem) => ({ ...problem, severity: 'warning' })),
  ].toSorted((one, other) => one.row - other.row);
  return [
    csvLine(['row', 'line', 'column', 'code', 'message', 'severity']),
    ...lines.map(({ row, line, column, code, message, severity }) =>
      csvLine([String(row), String(line), column ?? '', code, message, severity]),
    ),
  ];
};

export const fileOf = async (state: WorkState, name: JobFile, reason: string): Promise<Blob> => {
  if (name === 'validation' && state.step === 'refused') return csvBlob(asyncOf(validationLines(state)));
  if (name === 'plan' && state.step === 'planned') {
    // The same bytes that the command line writes and reads.
    const { lines } = await withReason(state.prepared, reason);
    return new Blob([`${lines.join('\n')}\n`], { type: 'application/json' });
  }
  if (state.step !== 'ended') throw new Error(`The job has no file ${name}.`);
  const { plan } = state.prepared;
  const { outcomes } = state.result;
  return csvBlob(name === 'failed' ? failedLines(plan, outcomes) : resultsLines(plan, outcomes));
};
