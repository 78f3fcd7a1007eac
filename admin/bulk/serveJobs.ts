import { csvLine } from '../../shared/bulk/csv/writeCsv.ts';
import { createRateLimit } from '../../shared/bulk/rateLimit.ts';
import { failedLines, resultsLines } from '../../shared/bulk/results.ts';
import type { RowProblem } from '../../shared/bulk/problems.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { wire } from '../../shared/contract/wire.ts';
import { packError } from '../providers/errorTransfer.ts';
import { browserPlatform as platform } from './browserPlatform.ts';
import { type BulkJob, createBulkJob } from './bulkJob.ts';
import {
  type JobFile,
  type JobList,
  type JobRows,
  type PageMethods,
  type RowQuery,
  tabRate,
  type WorkerMethods,
} from './bulkProtocol.ts';
import { withReason } from './preparedPlan.ts';
import { type Call, createRpc, type Port } from './rpc.ts';
import { actionOf, asyncOf, csvBlob, currentValues, understand } from './sources.ts';

/** A client whose requests are sent by the page: only the page has the sign-in, and renews it. */
const pageClient = (call: Call<PageMethods>): Client =>
  Object.fromEntries(
    Object.entries(wire).map(([area, rows]) => [
      area,
      Object.fromEntries(
        Object.keys(rows).map((row) => [
          row,
          (input: unknown, { signal, ...options }: { signal?: AbortSignal } = {}) =>
            call('send', [area, row, input, options], { signal }),
        ]),
      ),
    ]),
  ) as unknown as Client;

const pageOf = <Row>(rows: readonly Row[], { page, perPage }: RowQuery) => ({
  rows: rows.slice((page - 1) * perPage, page * perPage),
  total: rows.length,
});

/** A page of a list of the job, filtered by verdict or status. */
const rowsOf = (job: BulkJob, query: RowQuery): { data: JobRows[JobList][]; total: number } => {
  const state = job.state();
  const { list, only } = query;
  if (list === 'problems' && state.step === 'refused') {
    const { rows, total } = pageOf(state.problems, query);
    const data = rows.map(({ cause: _cause, ...problem }, index) => ({
      ...problem,
      id: (query.page - 1) * query.perPage + index,
      name: state.source.nameOf?.(problem.row) ?? null,
    }));
    return { data, total };
  }
  if (list === 'changes' && state.step === 'planned') {
    const all = state.prepared.rows;
    const { rows, total } = pageOf(only === null ? all : all.filter(({ verdict }) => verdict === only), query);
    return { data: rows.map((row) => ({ ...row, id: row.row })), total };
  }
  if (list === 'results' && state.step === 'ended') {
    const { outcomes } = state.result;
    const statusOf = (row: number) => outcomes.get(row)?.status ?? 'not_run';
    const all = state.prepared.rows;
    const { rows, total } = pageOf(only === null ? all : all.filter(({ row }) => statusOf(row) === only), query);
    const data = rows.map((row) => ({
      ...row,
      id: row.row,
      status: statusOf(row.row),
      outcome: outcomes.get(row.row),
    }));
    return { data, total };
  }
  return { data: [], total: 0 };
};

/** validation.csv as the command line writes it: one line for each problem and warning, in file order. */
const validationLines = (problems: readonly RowProblem[], warnings: readonly RowProblem[]): string[] => {
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

const fileOf = async (job: BulkJob, name: JobFile, reason = ''): Promise<Blob> => {
  const state = job.state();
  if (name === 'validation' && state.step === 'refused') {
    return csvBlob(asyncOf(validationLines(state.problems, state.warnings)));
  }
  if (name === 'plan' && state.step === 'planned') {
    // Letter for letter as the command line writes and reads it.
    const { lines } = await withReason(state.prepared, reason);
    return new Blob([`${lines.join('\n')}\n`], { type: 'application/json' });
  }
  if (state.step !== 'ended') throw new Error(`The job has no file ${name}.`);
  const { prepared, result } = state;
  return csvBlob(
    name === 'failed' ? failedLines(prepared.plan, result.outcomes) : resultsLines(prepared.plan, result.outcomes),
  );
};

/** The worker's side: the jobs of one browser tab, which share one rate limit. */
export const serveJobs = (port: Port): void => {
  const jobs = new Map<number, BulkJob>();
  const rateLimit = createRateLimit(tabRate, platform);
  const jobOf = (id: number): BulkJob => {
    const known = jobs.get(id);
    if (known) return known;
    const job = createBulkJob({
      client,
      rateLimit,
      publish: ({ state, failure }) => {
        const packed = failure && { in: failure.in, error: packError(failure.error) };
        void call('changed', [id, { state, failure: packed }]);
      },
    });
    jobs.set(id, job);
    return job;
  };
  const { call } = createRpc<PageMethods, WorkerMethods>(port, {
    understand: (_context, file, action, options) => understand(file, actionOf(action), options),
    currentValues: ({ signal, onProgress }, action, ids) =>
      currentValues(actionOf(action), client, { ids, signal, onRow: onProgress }),
    planFile: (_context, id, author, input) => jobOf(id).planFile(author, input),
    planSelection: (_context, id, author, input) => jobOf(id).planSelection(author, input),
    planAgain: (_context, id, author, followUp) => jobOf(id).planAgain(author, followUp),
    apply: (_context, id, reason) => jobOf(id).apply(reason),
    resume: (_context, id) => jobOf(id).resume(),
    back: (_context, id) => jobOf(id).back(),
    stop: (_context, id) => jobOf(id).stop(),
    reset: (_context, id) => jobOf(id).reset(),
    close(_context, id) {
      jobs.get(id)?.stop();
      jobs.delete(id);
    },
    rows: (_context, id, query) => rowsOf(jobOf(id), query),
    file: (_context, id, name, reason) => fileOf(jobOf(id), name, reason),
  });
  const client = pageClient(call);
};
