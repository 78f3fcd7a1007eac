import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import type { BulkAction, Current } from '../../shared/bulk/action.ts';
import { readStart } from '../../shared/bulk/csv/fileStart.ts';
import { matchHeader } from '../../shared/bulk/csv/header.ts';
import type { ByteSource, ReadOptions, TableRow } from '../../shared/bulk/csv/types.ts';
import type { PlanHead, PlanRow } from '../../shared/bulk/plan.ts';
import { defaultMaxWaitMs, type PlanInput } from '../../shared/bulk/planning.ts';
import { BulkError, type RowProblem } from '../../shared/bulk/problems.ts';
import { createRateLimit } from '../../shared/bulk/rateLimit.ts';
import { createRateLimitedClient } from '../../shared/bulk/rateLimitedClient.ts';
import { plannedAgain, retryRows } from '../../shared/bulk/retrying.ts';
import { createShared, rowContext } from '../../shared/bulk/rowContext.ts';
import { filledLines } from '../../shared/bulk/template.ts';
import { undoRows } from '../../shared/bulk/undoing.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { browserPlatform as platform } from './browserPlatform.ts';
import type { Heading, Resumed, SelectionInput, DetectedColumns } from './bulkProtocol.ts';
import { cellText } from './bulkTexts.ts';
import type { EndedRun, Prepared } from './preparedPlan.ts';

/** Rows to plan: of a file, of a selection, of a run that is retried or undone. */
export interface BulkSource {
  readonly action: BulkAction;
  /** Can be read again, for instance without the rows that have problems. */
  readonly rows: () => PlanInput['rows'];
  readonly total: number;
  readonly head: Pick<PlanHead, 'source' | 'header' | 'undoOf' | 'retryOf'>;
  /** The record of a row, where there is no file with lines. */
  readonly nameOf?: (row: number) => string | null;
}

export const actionOf = (name: string): BulkAction => {
  const action = bulkActionNamed(name);
  if (!action) throw new Error(`There is no bulk action ${name}.`);
  return action;
};

const chunkBytes = 64 * 1024;

export const fileBytes = (file: File): ByteSource => ({
  name: file.name,
  async *chunks() {
    for (let at = 0; at < file.size; at += chunkBytes) {
      yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer());
    }
  },
});

export async function* asyncOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

export const selectionSource = ({ action, cells, names, own }: SelectionInput): BulkSource => {
  const ids = [...names.keys()];
  const rowOf = (id: string, index: number): TableRow => {
    const values = { id, ...cells, ...(own && { [own.column]: own.cells.get(id) ?? null }) };
    return {
      row: index + 1,
      line: index + 1,
      cells: Object.values(values).map((value) => cellText(value) ?? ''),
      values,
      problems: [],
      warnings: [],
    };
  };
  return {
    action: actionOf(action),
    rows: () => asyncOf(ids.map(rowOf)),
    total: ids.length,
    head: {
      header: ['id', ...Object.keys(cells), ...(own ? [own.column] : [])],
      source: { name: 'selection', sha256: null },
    },
    nameOf: (row) => names.get(ids[row - 1] ?? '') ?? null,
  };
};

/** A change of another user since the plan was made, or since the file was exported. */
const clashCodes = new Set(['E-ROW-CONFLICT', 'E-ROW-BASE']);

/** The rows of a run that failed or were in conflict, planned over the current records. */
export const retrySource = ({ prepared, result }: EndedRun): BulkSource => {
  const { action, plan, run } = prepared;
  return {
    action,
    rows: async function* () {
      for await (const row of retryRows(plan, result.outcomes, { statuses: ['failed', 'conflict'] })) {
        const { base: _base, ...rest } = row;
        // The user has seen the other change: without _base the cells of the file are compared with the current record.
        yield clashCodes.has(result.outcomes.get(row.row)?.code ?? '') ? rest : row;
      }
    },
    total: result.counts.failed + result.counts.conflict,
    head: { source: { name: run, sha256: null }, header: plan.head.header, retryOf: run },
  };
};

export const undoSource = ({ prepared, result, runHistory }: EndedRun): BulkSource => {
  const { action, plan, run } = prepared;
  return {
    action,
    rows: () => undoRows(plan, result.outcomes, runHistory.before, bulkActionNamed),
    total: result.counts.ok,
    head: { source: { name: run, sha256: null }, header: plan.head.header, undoOf: run },
  };
};

/** The same rows without some of them. */
const withoutRows = (
  source: BulkSource,
  count: number,
  isLeftOut: (row: Pick<TableRow, 'row' | 'values'>) => boolean,
): BulkSource => ({
  ...source,
  total: Math.max(0, source.total - count),
  rows: async function* () {
    for await (const row of source.rows()) if (!isLeftOut(row)) yield row;
  },
});

export const withoutProblems = (source: BulkSource, problems: readonly RowProblem[]): BulkSource => {
  const rows = new Set(problems.map(({ row }) => row));
  return withoutRows(source, rows.size, ({ row }) => rows.has(row));
};

/** Rows that conflict with the change of another user; conflicts of other kinds cannot be planned again. */
export const clashesOf = (rows: readonly PlanRow[]): readonly PlanRow[] =>
  rows.filter(({ verdict, problem }) => verdict === 'conflict' && clashCodes.has(problem?.code ?? ''));

/** The conflicts of a plan, planned over the current records: the user has seen both versions. */
export const conflictSource = ({ action, plan, rows }: Prepared): BulkSource => {
  const { header, source, undoOf, retryOf } = plan.head;
  const clashes = clashesOf(rows);
  return {
    action,
    rows: () => asyncOf(clashes.map(plannedAgain)),
    total: clashes.length,
    head: {
      header,
      source,
      ...(undoOf === undefined ? {} : { undoOf }),
      ...(retryOf === undefined ? {} : { retryOf }),
    },
  };
};

const auditPageSize = 200;

/**
 * The source of a resumed run. One-way actions and deletions are planned without the rows that the interrupted runs completed according to the
 * audit trail: they would be repeated, or their records would be missing. Other actions plan such rows as unchanged.
 */
export const resumedSource = async (
  started: BulkSource,
  resumed: Resumed | undefined,
  client: Client,
  signal: AbortSignal,
): Promise<BulkSource> => {
  const [retryOf] = resumed?.runs ?? [];
  if (!resumed || retryOf === undefined) return started;
  const source = { ...started, head: { ...started.head, retryOf } };
  if (source.action.kind !== 'one-way' && source.action.kind !== 'delete') return source;
  const { runs, sha256 } = resumed;
  const done = new Set<string>();
  for (const runId of runs) {
    for (let pageNumber = 1; ; pageNumber += 1) {
      const query = { runId, outcome: 'Success' as const, pageNumber, pageSize: auditPageSize };
      const { items, totalCount } = await client.audit.list({ query }, { signal });
      // A row's correlation id is `<run>-<row>`. In a selection the row of a record may be another one each time.
      for (const { requestId, targetId } of items) {
        done.add(sha256 === null ? targetId : requestId.slice(runId.length + 1));
      }
      if (items.length === 0 || pageNumber * auditPageSize >= totalCount) break;
    }
  }
  const isDone = ({ row, values }: Pick<TableRow, 'row' | 'values'>) =>
    done.has(sha256 === null ? String(values['id']) : String(row));
  let count = 0;
  for await (const row of source.rows()) if (isDone(row)) count += 1;
  return withoutRows(source, count, isDone);
};

type ColumnMap = NonNullable<ReadOptions['map']>;

const bulkErrorOf = <T>(read: () => T): { readonly result: T } | { readonly problem: string } => {
  try {
    return { result: read() };
  } catch (error) {
    if (!(error instanceof BulkError)) throw error;
    return { problem: error.message };
  }
};

/** The column of a single header, without regard to the others. */
const headingOf = (heading: string, index: number, action: BulkAction, map: ColumnMap): Heading => {
  const alone = { ...action, columns: action.columns.map((column) => ({ ...column, required: false })) };
  const own = Object.hasOwn(map, heading) ? { [heading]: map[heading] ?? null } : {};
  const match = bulkErrorOf(() => matchHeader([heading], alone, own));
  return 'problem' in match
    ? { index, heading, column: null, problem: match.problem }
    : { index, heading, column: match.result.columns[0] ?? null, problem: null };
};

/** Reads the beginning of a file: its format and its headers, also where some are unknown, so that the user can map them. */
export const detectColumns = async (file: File, action: BulkAction, options: ReadOptions): Promise<DetectedColumns> => {
  const { header, notes } = await readStart(fileBytes(file), options);
  const { map = {} } = options;
  const headings = header.map((heading, index) => headingOf(heading, index, action, map));
  const isClear = headings.every(({ problem }) => problem === null);
  const match = isClear ? bulkErrorOf(() => matchHeader(header, action, map)) : null;
  return { notes, headings, problem: match && 'problem' in match ? match.problem : null };
};

const reportEvery = 100;

interface CurrentValues {
  readonly ids: ReadonlySet<string> | null;
  readonly signal: AbortSignal;
  readonly onRow: (rows: number) => void;
}

/** A file for the action with the current records: header, a line for each record, with `_base` where edits are merged. */
export const currentValues = async (
  action: BulkAction,
  client: Client,
  { ids, signal, onRow }: CurrentValues,
): Promise<Blob> => {
  const limited = createRateLimitedClient({
    client,
    rateLimit: createRateLimit(null, platform),
    platform,
    signal,
    maxWaitMs: defaultMaxWaitMs,
    isReading: true,
  });
  const context = rowContext(limited.client, { signal }, createShared());
  const isIncluded = ({ id }: Readonly<Record<string, unknown>>) => ids === null || ids.has(String(id));
  const currents = async function* (): AsyncGenerator<Current> {
    let rows = 0;
    for await (const current of action.scan?.(context, isIncluded) ?? []) {
      signal.throwIfAborted();
      yield current;
      rows += 1;
      if (rows % reportEvery === 0) onRow(rows);
    }
  };
  return csvBlob(filledLines(action, currents()));
};

export const csvBlob = async (lines: AsyncIterable<string>): Promise<Blob> =>
  new Blob(await Array.fromAsync(lines), { type: 'text/csv;charset=utf-8' });
