import type { Context } from '../command.ts';
import type { BulkAction, RowContext } from '../../shared/bulk/action.ts';
import { readCell } from '../../shared/bulk/cells.ts';
import { createRateLimitedClient } from '../../shared/bulk/rateLimitedClient.ts';
import type { Plan } from '../../shared/bulk/plan.ts';
import { createShared, rowContext } from '../../shared/bulk/rowContext.ts';
import { selectRows, selectionHeader } from '../../shared/bulk/selection.ts';
import { filledLines, templateText } from '../../shared/bulk/template.ts';
import type { CellValue, Values } from '../../shared/bulk/values.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import { meets, parseCondition } from '../output/where.ts';
import { fieldsOf } from '../records/commandBuilders.ts';
import { brakesOfPlan } from './applyPlan.ts';
import type { PlanFlags } from './bulkFlags.ts';
import { withInput } from './inputFile.ts';
import { checkTarget, copyPrivate, withSpool } from './lineFiles.ts';
import { writeLines } from '../files.ts';
import { nodePlatform } from './nodePlatform.ts';
import { actionCalled, checkFile, maxWaitOf, planFile, planInto } from './planFile.ts';
import { changedRows, notePlan, showPlan } from './planShow.ts';
import { problemList } from './problemList.ts';
import { hostRateLimit } from './hostRateLimit.ts';
import { rowsText } from './runManifest.ts';

/** The rows come either from a file or from a selection. */
const checkRowSource = ({ file, select, where, set }: PlanFlags): void => {
  if (file !== undefined && select === true) throw new CliError('E-USAGE', 'Use either --file or --select, not both.');
  if (file === undefined && select !== true)
    throw new CliError('E-USAGE', 'No rows specified: use --file or --select.');
  if (select !== true && (where !== undefined || set !== undefined)) {
    throw new CliError('E-USAGE', '--where and --set require --select.');
  }
};

/** `bulk plan`: shows the changes cell by cell and sends nothing. */
export const planRows = async (
  context: Context,
  name: string,
  flags: PlanFlags & { readonly detailedExitcode?: boolean },
): Promise<Outcome | void> => {
  checkRowSource(flags);
  const target = await checkTarget(flags.planOut, flags);
  return withSpool(context, 'plan.json', async (path) => {
    const action = actionCalled(name);
    const { plan } =
      flags.file === undefined
        ? { plan: await planSelection(context, path, action, flags) }
        : await withInput(context, flags.file, (input) => planFile(context, path, input, action, flags));
    await showPlan(context, plan);
    notePlan(context, plan, flags.rate);
    for (const { code, message, hint } of await brakesOfPlan(context, plan, {})) {
      context.terminal.note(`an apply stops with ${code}: ${message} ${hint}`);
    }
    if (target !== undefined) {
      await copyPrivate(path, target);
      context.terminal.note(`Apply it within 24 hours: carepost bulk apply --plan ${flags.planOut ?? target}`);
    }
    const changes = changedRows(plan.foot);
    if (flags.detailedExitcode !== true || changes === 0) return undefined;
    return { exit: 'changes', message: `${rowsText(changes)} would change` };
  });
};

/** `bulk validate`: stage 1, and unless --offline stage 2, whose plan is deleted. */
export const validateFile = (
  context: Context,
  name: string,
  flags: PlanFlags & { readonly offline?: boolean },
): Promise<void> => {
  const action = actionCalled(name);
  // Required by the command.
  const { file = '' } = flags;
  return withInput(context, file, async (input) => {
    const head = { file: input.source.name, action: action.name };
    if (flags.offline === true) {
      const { rows, list } = await checkFile(context, action, input, flags);
      await list.end(rows);
      await context.output.record({ ...head, rows, warnings: list.warnings(), checked: 'offline' });
      return;
    }
    await withSpool(context, 'plan.json', async (path) => {
      const { plan, warnings } = await planFile(context, path, input, action, flags);
      await context.output.record({ ...head, rows: plan.foot.rows, warnings, checked: 'server' });
    });
  });
};

const setCell = (action: BulkAction, name: string, text: string): CellValue => {
  const column = action.columns.find((one) => one.name === name);
  if (column === undefined) {
    const names = action.columns.map((one) => one.name);
    throw new CliError('E-USAGE', `${action.name} has no column "${name}".${didYouMean(name, names)}`);
  }
  const { value, problem } = readCell(column, text);
  if (problem !== undefined) {
    throw new CliError('E-USAGE', problem.message, { code: problem.code, exit: 'invalid' });
  }
  if (value !== undefined) return value;
  throw new CliError('E-USAGE', `--set ${name}= sets nothing; ${name}=\\N clears the field.`);
};

/** The plan of a selection: it names each row before anything is sent. */
const planSelection = async (context: Context, path: string, action: BulkAction, flags: PlanFlags): Promise<Plan> => {
  if (action.scan === undefined || action.keyCells === undefined) {
    throw new CliError('E-USAGE', `${action.name} cannot be applied to a selection; use --file.`);
  }
  const set: Values = Object.fromEntries(
    (flags.set ?? []).map(([column, text]) => [column, setCell(action, column, text)]),
  );
  const filter = rowFilter(context, action, flags.where);
  const reading = await readingContext(context, flags);
  return planInto(
    context,
    path,
    {
      action,
      rows: selectRows(action, reading, filter, set),
      header: selectionHeader(action, set),
      source: { name: 'selection', sha256: null },
      list: problemList(context, 'the selection'),
    },
    flags,
  );
};

interface TemplateFlags extends Pick<PlanFlags, 'where' | 'overwrite' | 'rate' | 'concurrency'> {
  readonly filled?: boolean;
  readonly out?: string;
}

async function* templateLines(context: Context, name: string, flags: TemplateFlags): AsyncGenerator<string> {
  const action = actionCalled(name);
  if (flags.filled !== true) {
    yield templateText(action);
    return;
  }
  if (action.scan === undefined) {
    throw new CliError('E-USAGE', `The action ${name} does not support --filled: it has no existing rows.`);
  }
  const reading = await readingContext(context, flags);
  yield* filledLines(action, action.scan(reading, rowFilter(context, action, flags.where)));
}

/** `bulk template`: a file to start from. */
export const printTemplate = async (context: Context, name: string, flags: TemplateFlags): Promise<void> => {
  if (flags.where !== undefined && flags.filled !== true) throw new CliError('E-USAGE', '--where requires --filled.');
  const lines = templateLines(context, name, flags);
  if (flags.out === undefined || flags.out === '-') {
    for await (const line of lines) await context.output.document(line);
    return;
  }
  const target = await checkTarget(flags.out, flags);
  await writeLines(target, lines);
  context.terminal.note(`Written: ${target}`);
};

/** The context to read records outside of a run, for selections and filled templates. */
const readingContext = async (context: Context, { rate }: { readonly rate?: number }): Promise<RowContext> => {
  const { signal } = context;
  const [bare, rateLimit] = await Promise.all([context.client(), hostRateLimit(context, rate)]);
  const { client } = createRateLimitedClient({
    client: bare,
    rateLimit,
    platform: nodePlatform,
    signal,
    maxWaitMs: maxWaitOf(context),
    isReading: true,
  });
  return rowContext(client, { signal }, createShared());
};

/** Whether a row of the list that the action scans meets all conditions of --where. */
const rowFilter = (
  context: Context,
  { scans = 'organizations.list' }: BulkAction,
  where: readonly string[] | undefined,
): ((row: Readonly<Record<string, unknown>>) => boolean) => {
  const fields = fieldsOf(scans);
  const conditions = (where ?? []).map((text) => parseCondition(text, fields));
  return (row) => conditions.every((condition) => meets(row, condition, context.now()));
};
