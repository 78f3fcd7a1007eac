import type { Context } from '../command.ts';
import { createRateLimit } from '../../shared/bulk/rateLimit.ts';
import { randomUUID } from 'node:crypto';
import type { BulkAction } from '../../shared/bulk/action.ts';
import type { RowOutcome, RunEnd } from '../../shared/bulk/journal.ts';
import { makePlan } from '../../shared/bulk/planning.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import type { CallOptions } from '../../shared/client/createClient.ts';
import { appendAudit } from '../audit/auditLog.ts';
import type { Completion } from '../exitHooks.ts';
import { toCliError } from '../errors.ts';
import { exits } from '../exits.ts';
import type { WriteFlags } from '../records/writeFlags.ts';
import { commandHead } from './caller.ts';
import { countRows } from '../../shared/bulk/runTally.ts';
import { hostRateLimit, defaultRate } from './hostRateLimit.ts';
import { nodePlatform } from './nodePlatform.ts';
import { newRunId } from '../../shared/bulk/runId.ts';
import { createRun, type RunFolder } from './runFolder.ts';

/** The record a command is about, as far as a word of it is an id. */
const idIn = (args: readonly string[]): string | null =>
  args.find((word) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) ?? null;

const header = ['command', 'title'] as const;

/** Stands in the plan of a command that no bulk action covers: it says what was done and to what, and can be neither sent again nor undone. */
const deedAction = (id: string | null): BulkAction => ({
  name: '',
  summary: 'a command',
  kind: 'one-way',
  columns: header.map((name) => ({ name, kind: 'text', summary: name, examples: ['', ''] })),
  naturalKey: null,
  undoes: null,
  calls: [],
  keyOf: ({ command }) => String(command),
  lockOf: () => id ?? '',
  read: async ({ title }) => ({ id: id ?? '', name: String(title), values: {} }),
  desired: () => null,
  write: async () => undefined,
});

const planOf = async (context: Context, title: string, flags: WriteFlags): Promise<readonly string[]> => {
  const cells = [context.path, title];
  const action = deedAction(idIn(context.args));
  const lines: string[] = [];
  await makePlan({
    action,
    actionNamed: () => action,
    rows: (async function* () {
      yield {
        row: 1,
        line: 2,
        cells,
        values: { command: context.path, title },
        problems: [],
        warnings: [],
      };
    })(),
    head: await commandHead(context, action.name, header, flags),
    client: await context.client(),
    rateLimit: createRateLimit(null, nodePlatform),
    platform: nodePlatform,
    signal: context.signal,
    output: { write: async (text) => void lines.push(text) },
  });
  return lines;
};

type Came = Pick<RowOutcome, 'status' | 'code' | 'message'>;

const failureOf = (thrown: unknown): Came => {
  const { code, message, exit } = toCliError(thrown);
  if (thrown instanceof ApiError && (thrown.code === 'E-CANCELED' || thrown.neverSent))
    return { status: 'not_run', code, message };
  // A defect between request and answer: nobody knows.
  if (exit === 'internal' || code === 'E-UNKNOWN-OUTCOME') return { status: 'unknown', code, message };
  return { status: exit === 'conflict' ? 'conflict' : 'failed', code, message };
};

const outcomeOf = (completion: Completion): Came => {
  if ('thrown' in completion) return failureOf(completion.thrown);
  if (completion.outcome === undefined || completion.outcome.exit === 'ok')
    return { status: 'ok', code: null, message: null };
  return { status: 'failed', code: null, message: completion.outcome.message };
};

const exitOf = (completion: Completion) =>
  'thrown' in completion ? toCliError(completion.thrown).exit : (completion.outcome?.exit ?? 'ok');

const endOf = (status: RowOutcome['status'], exit: string): RunEnd => {
  if (exit === 'auth' || exit === 'forbidden') return exit;
  return status === 'not_run' ? 'stopped' : 'finished';
};

/** Writes down how the command ended: outcome, results, manifest, audit line. */
const close = async (
  context: Context,
  folder: RunFolder,
  correlationId: string,
  completion: Completion,
): Promise<void> => {
  const at = () => new Date(context.now()).toISOString();
  const came = outcomeOf(completion);
  const exit = exitOf(completion);
  const outcome: RowOutcome = {
    row: 1,
    ...came,
    column: null,
    id: idIn(context.args),
    attempts: came.status === 'not_run' ? 0 : 1,
    correlationId,
    at: at(),
  };
  const end = endOf(came.status, exit);
  const counts = countRows([came], 1);
  await folder.store.journal({ t: 'outcome', ...outcome });
  await folder.store.journal({ t: 'end', why: end, at: at() });
  await folder.finish({ end, counts, outcomes: new Map([[1, outcome]]) }, exit);
  await appendAudit(context, {
    run: folder.run,
    command: context.path,
    action: '',
    sourceSha256: null,
    counts,
    exit: exits[exit].code,
  });
  if (came.status === 'ok') context.terminal.note(`run ${folder.run}`);
};

/**
 * Opens the run of a command that no bulk action covers: a plan of one row that says what is done, and an intent on the disk before the
 * request goes out. What became of it is written when the command has ended. Gives what the calls of the command carry.
 */
export const openCommandRun = async (context: Context, title: string, flags: WriteFlags): Promise<CallOptions> => {
  const { rate = defaultRate } = flags;
  const run = newRunId(context.now());
  const plan = await planOf(context, title, flags);
  const folder = await createRun(context, { run, plan, command: context.path, options: { rate } });
  const { head, foot } = await folder.plan();
  const correlationId = `${run}-1`;
  const at = new Date(context.now()).toISOString();
  await (await hostRateLimit(context, rate === 0 ? null : rate)).take(context.signal);
  await folder.store.journal({ t: 'run', run, plan: head.id, sha256: foot.sha256, at });
  await folder.store.journal({ t: 'intent', row: 1, attempt: 1, at });
  context.exitHooks.runId = run;
  context.exitHooks.add((completion) => close(context, folder, correlationId, completion));
  return { correlationId, headers: { 'x-run-id': run }, idempotencyKey: randomUUID() };
};
