import type { Context } from '../command.ts';
import type { BulkAction, Column, Current } from '../../shared/bulk/action.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { baseOf } from '../../shared/bulk/base.ts';
import {
  type ConsequenceTotals,
  addConsequences,
  consequenceTexts,
  lostTexts,
} from '../../shared/bulk/consequences.ts';
import { csvLine } from '../../shared/bulk/csv/writeCsv.ts';
import { noHistory } from '../../shared/bulk/journal.ts';
import { createRateLimit } from '../../shared/bulk/rateLimit.ts';
import type { PlanRow } from '../../shared/bulk/plan.ts';
import { makePlan } from '../../shared/bulk/planning.ts';
import { BulkError, type CellProblem } from '../../shared/bulk/problems.ts';
import { newRunId } from '../../shared/bulk/runId.ts';
import { runPlan } from '../../shared/bulk/running.ts';
import { openTable } from '../../shared/bulk/table.ts';
import type { CellValue, Values } from '../../shared/bulk/values.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { confirmWrite } from '../confirmWrite.ts';
import { CliError, toCliError } from '../errors.ts';
import { changeTexts } from '../output/cells.ts';
import { type Row, valueAt } from '../output/fields.ts';
import type { FieldValue } from '../records/setFields.ts';
import { type WriteFlags, checkReason } from '../records/confirmed.ts';
import { callerOf } from '../session/sessionRecord.ts';
import { defined } from '../../shared/rules/defined.ts';
import { nodePlatform } from './nodePlatform.ts';
import { outcomeError, problemError } from './singleChangeErrors.ts';
import { hostRateLimit } from './hostRateLimit.ts';
import { createRun } from './runFolder.ts';
import type { SingleChange } from './writeRow.ts';
import type { TableRow } from '../../shared/bulk/csv/types.ts';

/** The consequences as texts that do not count rows. */
const consequencesOfOne = ({ undoes }: BulkAction, { irreversible = 0, ...others }: ConsequenceTotals): string[] => {
  const texts = consequenceTexts(others);
  if (irreversible > 0) texts.push(undoes === null ? 'This cannot be undone.' : 'Not all of this can be undone.');
  return texts;
};

/** A file may repeat a deletion; a command about one record needs a record that exists. */
const notThere = ({ name }: BulkAction): CliError =>
  new CliError('E-NOT-FOUND', 'The record does not exist; nothing was sent.', {
    hint: `Check the id: carepost ${name.split('.')[0] ?? ''} list`,
  });

/**
 * Carries one change out as a run of one row, with the rules, the journal, the verification and the undo of bulk changes (cli.md, section 2).
 * Nothing is sent where nothing differs, without confirmation, or in a dry run. Throws a CliError where the row fails.
 */
export const singleChange = async (context: Context, change: SingleChange): Promise<void> => {
  const action = bulkActionNamed(change.action);
  if (action === undefined) throw new CliError('E-DEFECT', `There is no action ${change.action}.`);
  const { terminal, output } = context;
  checkReason(context, change.flags);

  const planned = await planChange(context, action, change);
  const { row, current } = planned;
  const isSame = row.verdict === 'unchanged';
  if (isSame && current === undefined) throw change.missing ?? notThere(action);
  if (!isSame) {
    const texts = [...((await change.before?.()) ?? []), ...consequencesOfOne(action, planned.consequences)];
    for (const text of texts) terminal.note(text);
  }
  if (change.flags.dryRun === true) {
    const title = isSame ? change.unchanged(current) : `${change.title(current)} - dry run, nothing was sent.`;
    return showPlanned(context, { action: action.name, title, row });
  }
  if (isSame) {
    terminal.note(change.unchanged(current));
    return output.record(await change.show({ current, after: current, isSent: false }));
  }

  await confirmWrite(context, change.title(current), change.flags);
  const { run, after, close } = await runSingleRow(context, action, planned.lines, change.flags);
  const closing = await close().then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  );
  terminal.note(typeof change.done === 'string' ? change.done : change.done(current));
  terminal.note(action.undoes === null ? `run ${run}` : `run ${run} - to undo it: carepost bulk undo ${run}`);
  for (const text of lostTexts(planned.consequences)) terminal.note(text);
  await output.record(await change.show({ current, after, isSent: true }));
  // The change is shown also where it could not be recorded.
  if (closing !== undefined) throw closing.thrown;
};

/** A plan of one row, not yet stored. */
interface PlannedRow {
  /** Text of the plan, as it goes into the folder of the run. */
  readonly lines: readonly string[];
  readonly row: PlanRow;
  readonly consequences: ConsequenceTotals;
  readonly current: Current | undefined;
}

/** Reads the current record and plans its change. Throws where the values break a rule, and what the server refuses. */
const planChange = async (
  context: Context,
  action: BulkAction,
  change: Pick<SingleChange, 'values' | 'set' | 'loaded' | 'flags'>,
): Promise<PlannedRow> => {
  const values = { ...change.values, ...fieldCells(action, change.set ?? []) };
  // A row of blank cells alone would be read as an empty line.
  const isBlank = Object.values(values).every((value) => typeof value === 'string' && value.trim() === '');
  const missing = action.columns.filter(
    ({ name, required }) => required === true && (isBlank || values[name] === undefined),
  );
  if (missing.length > 0) {
    const names = missing.map(({ name, field }) => field ?? name);
    throw new CliError('E-USAGE', `A value is missing: ${names.join(', ')}.`, {
      hint: `Add ${names.map((name) => `--set ${name}=VALUE`).join(' ')}.`,
    });
  }
  const { header, row } = await singleRowTable(
    action,
    values,
    change.loaded === undefined ? undefined : recordCells(action, change.loaded),
  );
  if (row.problems.length > 0) throw problemError(action, row.problems);
  return planSingleRow(context, action, header, row, change.flags);
};

/** The plan of a command that changes one record: one row. */
export const planSingleRow = async (
  context: Context,
  action: BulkAction,
  header: readonly string[],
  row: TableRow,
  { reason, ticket }: WriteFlags,
): Promise<PlannedRow> => {
  const lines: string[] = [];
  const problems: CellProblem[] = [];
  const planned: { row: PlanRow; current: Current | undefined }[] = [];
  const { foot } = await makePlan({
    action,
    actionNamed: bulkActionNamed,
    rows: (async function* () {
      yield row;
    })(),
    head: {
      action: action.name,
      createdBy: await callerOf(context),
      origin: context.config.get('api'),
      source: { name: 'command', sha256: null },
      header,
      ...defined({ reason: reason?.trim(), ticket }),
    },
    client: await context.client(),
    // Only the rate of writes is limited.
    rateLimit: createRateLimit(null, nodePlatform),
    platform: nodePlatform,
    concurrency: 1,
    maxWaitMs: context.config.milliseconds('maxWait'),
    signal: context.signal,
    output: { write: async (text) => void lines.push(text) },
    report: (problem, isWarning) => void (isWarning ? context.terminal.note(problem.message) : problems.push(problem)),
    onRow: (plannedRow, current) => void planned.push({ row: plannedRow, current }),
  }).catch((thrown: unknown) => {
    throw thrown instanceof BulkError ? toCliError(thrown) : thrown;
  });
  const [only] = planned;
  if (foot === undefined || only === undefined) throw problems[0]?.cause ?? problemError(action, problems);
  if (only.row.problem !== undefined) throw problemError(action, [only.row.problem]);
  return { lines, consequences: foot.consequences, ...only };
};

/**
 * Carries a plan of one row out in a folder of its own; `close` writes results, manifest and audit line. A row that failed is a CliError,
 * thrown after everything was recorded.
 */
const runSingleRow = async (
  context: Context,
  action: BulkAction,
  lines: readonly string[],
  { rate = context.config.rate() }: WriteFlags,
) => {
  const run = newRunId(context.now());
  const folder = await createRun(context, { run, plan: lines, command: context.path, options: { rate } });
  context.exitHooks.runId = run;
  let after: Current | undefined;
  let cause: unknown;
  let result;
  try {
    result = await runPlan({
      run,
      plan: await folder.plan(),
      actionNamed: bulkActionNamed,
      client: await context.client(),
      store: folder.store,
      history: noHistory,
      rateLimit: await hostRateLimit(context, rate),
      platform: nodePlatform,
      limits: { concurrency: 1, verify: 'none', maxWaitMs: context.config.milliseconds('maxWait') },
      signal: context.signal,
      onOutcome: (_outcome, current, refusal) => {
        after = current;
        cause = refusal;
      },
    });
  } catch (thrown) {
    await folder.release();
    throw thrown;
  }
  const { outcomes, counts } = result;
  const error = outcomeError(action, result, outcomes.get(1), cause ?? result.cause);
  const exit = error?.exit ?? 'ok';
  const close = async (): Promise<void> => {
    await folder.finish(result, exit);
    await folder.audit(counts, exit);
  };
  if (error !== undefined) {
    await close();
    throw error;
  }
  return { run, after, close };
};

const clearing = '\\N';

const cellOf = ({ required }: Column, value: CellValue): string => {
  const text = Array.isArray(value) ? value.join('|') : String(value ?? '');
  // An empty value clears the cell; in a required column it is refused.
  return text === '' && required !== true ? clearing : text;
};

/** The values as the only row of a table, read and checked as a file of bulk rows is: one change obeys the same rules as many. */
export const singleRowTable = async (
  action: BulkAction,
  values: Values,
  loaded?: Values,
): Promise<{ readonly header: readonly string[]; readonly row: TableRow }> => {
  const columns = action.columns.filter(({ name }) => values[name] !== undefined);
  const header = [...columns.map(({ name }) => name), ...(loaded === undefined ? [] : ['_base'])];
  const cells = [
    ...columns.map((column) => cellOf(column, values[column.name] ?? null)),
    ...(loaded === undefined ? [] : [baseOf(loaded)]),
  ];
  const bytes = new TextEncoder().encode([csvLine(header), csvLine(cells)].join(''));
  const source = {
    name: 'command',
    async *chunks() {
      yield bytes;
    },
  };
  const table = await openTable(source, action, { delimiter: ',', encoding: 'utf-8', exact: true });
  for await (const row of table.rows()) return { header, row };
  throw new CliError('E-DEFECT', `${action.name} took no row.`);
};

const isCell = (value: unknown): value is CellValue =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

/** Fields of a record as cells of an action's columns: `address.city` becomes `city`. */
const fieldCells = (action: BulkAction, fields: readonly FieldValue[]): Values =>
  Object.fromEntries(
    fields.map(({ path, value }) => {
      const column = action.columns.find(({ field }) => field === path);
      if (column === undefined) {
        const known = action.columns.flatMap(({ field }) => field ?? []);
        throw new CliError('E-USAGE', `"${path}" is not a field that can be set.${didYouMean(path, known)}`);
      }
      // Only a file or an edited text can have such a value.
      if (!isCell(value)) throw new CliError('E-FILE-INVALID', `${path} takes one value or a list of texts.`);
      const { codes } = column;
      const text = codes && Object.keys(codes).find((one) => codes[one] === value);
      return [column.name, text ?? value] as const;
    }),
  );

/** The loaded record as cells of an action: a later change by another user is a conflict only if both change the same cell. */
const recordCells = (action: BulkAction, record: Row): Values =>
  Object.fromEntries(
    action.columns.flatMap(({ name, field }) => {
      const value = field === undefined ? undefined : valueAt(record, field);
      return isCell(value) ? [[name, value === '' ? null : value] as const] : [];
    }),
  );

const fields = ['action', 'verdict', 'id', 'name', 'changes', 'consequences'];

/** The part of a row that a dry run shows. */
export type DryRow = Pick<PlanRow, 'verdict' | 'id' | 'name' | 'changes' | 'consequences'>;

/** Shows a planned change, on stderr in one line and on stdout as a record. */
export const showPlanned = async (
  context: Context,
  { action, title, row }: { readonly action: string; readonly title: string; readonly row: DryRow },
): Promise<void> => {
  const { terminal, output } = context;
  terminal.note(title);
  const consequences = consequenceTexts(addConsequences({}, row.consequences));
  const changes = row.changes.map(({ column, before, after }) => ({ field: column, before, after }));
  const planned = output.with({ command: { fields: { all: fields, table: fields } }, rows: {} });
  await planned.record({
    action,
    verdict: row.verdict,
    id: row.id,
    name: row.name,
    changes: output.format === 'table' ? changeTexts(changes) : changes,
    consequences,
  });
};
