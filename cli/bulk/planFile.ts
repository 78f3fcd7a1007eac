import type { Context } from '../command.ts';
import type { BulkAction } from '../../shared/bulk/action.ts';
import { bulkActionNamed, bulkActions } from '../../shared/bulk/actions/catalogue.ts';
import type { Plan, PlanHead } from '../../shared/bulk/plan.ts';
import { type PlanInput, makePlan } from '../../shared/bulk/planning.ts';
import type { CellProblem } from '../../shared/bulk/problems.ts';
import { openTable, validateTable } from '../../shared/bulk/table.ts';
import { type Values, isSame } from '../../shared/bulk/values.ts';
import { defined } from '../../shared/rules/defined.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { CliError, toCliError } from '../errors.ts';
import type { PlanFlags, ReadFlags } from './bulkFlags.ts';
import { callerOf } from '../session/sessionRecord.ts';
import { type InputFile, readOptionsOf } from './inputFile.ts';
import { startProgress } from '../output/progress.ts';
import { nodePlatform, planAt } from './nodePlatform.ts';
import { openTextFile } from '../files.ts';
import { type ProblemList, problemList } from './problemList.ts';
import { hostRateLimit } from './hostRateLimit.ts';
import { checkReasonLength } from '../records/confirmed.ts';
import { rowsText } from './runManifest.ts';
import type { TableRow } from '../../shared/bulk/csv/types.ts';

/** The action of that name; the error suggests a similar one. */
export const actionCalled = (name: string): BulkAction => {
  const action = bulkActionNamed(name);
  if (action !== undefined) return action;
  const names = bulkActions.map((known) => known.name);
  throw new CliError('E-USAGE', `There is no bulk action "${name}".${didYouMean(name, names)}`, {
    hint: 'Run: carepost bulk actions',
  });
};

const bulkMaxWait = 15 * 60_000;

/** Maximum of all waits of a plan or run together: 15 minutes unless --max-wait is set, whose default for one call is a minute. */
export const maxWaitOf = ({ config }: Context): number =>
  config.explain('maxWait').source === 'default' ? bulkMaxWait : config.milliseconds('maxWait');

/** Stage 1: checks the whole file offline. Problems are collected in the list and not thrown yet. */
export const checkFile = async (context: Context, action: BulkAction, input: InputFile, flags: ReadFlags) => {
  // A million rows are read in less than 200 MB, in the same time.
  context.io.preferSmallHeap();
  const table = await openTable(input.source, implying(action, flags.implied ?? {}), readOptionsOf(flags));
  context.terminal.note(`${input.source.name}: ${table.head.notes.join(', ')}`);
  const list = problemList(context, input.source.name);
  const line = startProgress(context);
  const { rows } = await validateTable(table, list.report, (count) =>
    line.update(`checked ${rowsText(count)}`, { checked: count }),
  );
  line.end();
  return { head: table.head, rows, list };
};

interface RowsToPlan {
  readonly action: BulkAction;
  readonly rows: PlanInput['rows'];
  readonly header: readonly string[];
  readonly source: PlanHead['source'];
  readonly links?: Pick<PlanHead, 'undoOf' | 'retryOf'>;
  readonly list: ProblemList;
  /** Number of rows, if it is known. */
  readonly count?: number;
}

/** Stage 2: reads the current records and writes the plan into a file. Changes nothing at the server. */
export const planInto = async (
  context: Context,
  path: string,
  { action, rows, header, source, links = {}, list, count }: RowsToPlan,
  flags: Pick<PlanFlags, 'rate' | 'concurrency' | 'reason' | 'ticket'>,
): Promise<Plan> => {
  const { config, signal } = context;
  checkReasonLength(flags);
  const [client, rateLimit, createdBy] = await Promise.all([
    context.client(),
    hostRateLimit(context, flags.rate),
    callerOf(context),
  ]);
  const file = await openTextFile(path);
  const line = startProgress(context);
  const total = count === undefined ? '' : `/${thousands(count)}`;
  let read = 0;
  try {
    const { foot } = await makePlan({
      action,
      actionNamed: bulkActionNamed,
      rows,
      head: {
        action: action.name,
        createdBy,
        origin: config.get('api'),
        source,
        header,
        ...defined({ reason: flags.reason?.trim() || undefined, ticket: flags.ticket }),
        ...links,
      },
      client,
      rateLimit,
      platform: nodePlatform,
      ...defined({ concurrency: flags.concurrency }),
      signal,
      maxWaitMs: maxWaitOf(context),
      output: file,
      report: list.report,
      onProgress(done) {
        read = done;
        line.update(total === '' ? `read ${rowsText(done)}` : `read ${thousands(done)}${total} rows`, {
          read: done,
          rows: count ?? null,
        });
      },
    });
    await file.flush();
    line.end();
    await list.end(count ?? read);
    if (foot === undefined) throw new CliError('E-FILE-INVALID');
  } finally {
    line.end();
    await file.close();
  }
  return planAt(path);
};

/** Stage 1 has reported the warnings. */
async function* withoutWarnings(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  for await (const row of rows) yield row.warnings.length === 0 ? row : { ...row, warnings: [] };
}

/** The plan of a file: both stages. */
export const planFile = async (
  context: Context,
  path: string,
  input: InputFile,
  action: BulkAction,
  flags: PlanFlags,
): Promise<{ readonly plan: Plan; readonly warnings: number }> => {
  const { head, rows: count, list: offline } = await checkFile(context, action, input, flags);
  const implied = flags.implied ?? {};
  const table = await openTable(input.source, implying(action, implied), readOptionsOf(flags));
  const rows = withImplied(table.rows(), implied);
  const isSound = offline.problems() === 0;
  // With offline problems the second stage reports all of them again, in the order of the file, together with those of the server.
  const list = isSound ? offline : problemList(context, input.source.name);
  try {
    const plan = await planInto(
      context,
      path,
      {
        action,
        rows: isSound ? withoutWarnings(rows) : rows,
        header: head.header,
        source: { name: input.source.name, sha256: input.sha256 },
        list,
        count,
      },
      flags,
    );
    return { plan, warnings: list.warnings() };
  } catch (thrown) {
    if (isSound || context.signal.aborted || (thrown instanceof CliError && thrown.code === 'E-FILE-INVALID'))
      throw thrown;
    context.terminal.note(`The rows could not be checked at the server: ${toCliError(thrown).message}`);
    await offline.end(count);
    throw thrown;
  } finally {
    if (!isSound) await offline.discard();
  }
};

const contradictions = (values: Values, implied: Values): CellProblem[] =>
  Object.entries(implied)
    .filter(([column, value]) => values[column] !== undefined && !isSame(values[column], value))
    .map(([column, value]) => ({
      column,
      code: 'E-CELL-RULE',
      message: `The cell says ${String(values[column])}, the command ${String(value)}.`,
    }));

/**
 * The action for the file of a command that sets some cells itself, `orgs login disable --file F`: the file may leave them out, and a cell
 * with another value is a problem.
 */
const implying = (action: BulkAction, implied: Values): BulkAction => {
  const whole = (values: Values): Values => ({ ...values, ...implied });
  return {
    ...action,
    columns: action.columns.map((column) =>
      Object.hasOwn(implied, column.name) ? { ...column, required: false, keeps: true } : column,
    ),
    keyOf: (values) => action.keyOf(whole(values)),
    lockOf: (values) => action.lockOf(whole(values)),
    problems: (values) => [...contradictions(values, implied), ...(action.problems?.(whole(values)) ?? [])],
    ...(action.fileRule && {
      fileRule: () => {
        const rule = action.fileRule?.();
        return (values, row) => rule?.(whole(values), row) ?? [];
      },
    }),
  };
};

/** The rows with the implied cells. */
async function* withImplied(rows: AsyncIterable<TableRow>, implied: Values): AsyncGenerator<TableRow> {
  for await (const row of rows) yield { ...row, values: { ...row.values, ...implied } };
}
