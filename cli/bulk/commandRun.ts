import type { Context } from '../command.ts';
import { randomUUID } from 'node:crypto';
import type { BulkAction } from '../../shared/bulk/action.ts';
import type { RowOutcome, RunEnd } from '../../shared/bulk/journal.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import type { CallOptions } from '../../shared/client/createClient.ts';
import type { Completion } from '../exitHooks.ts';
import { toCliError } from '../errors.ts';
import type { WriteFlags } from '../records/confirmed.ts';
import { countRows } from '../../shared/bulk/runTally.ts';
import { hostRateLimit } from './hostRateLimit.ts';
import { newRunId } from '../../shared/bulk/runId.ts';
import { createRun, type RunFolder } from './runFolder.ts';
import { planSingleRow } from './singleChange.ts';

/** The first argument that is a UUID: the record that the command changes. */
const idIn = (args: readonly string[]): string | null =>
  args.find((arg) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(arg)) ?? null;

const header = ['command', 'title'] as const;

/** The action in the plan of a command that no bulk action covers. Its row names the change; it can be neither repeated nor undone. */
const commandAction = (id: string | null): BulkAction => ({
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

type Ended = Pick<RowOutcome, 'status' | 'code' | 'message'>;

const failureOf = (thrown: unknown): Ended => {
  const { code, message, exit } = toCliError(thrown);
  if (thrown instanceof ApiError && (thrown.code === 'E-CANCELED' || thrown.neverSent))
    return { status: 'not_run', code, message };
  // An internal error after the request: the outcome is unknown.
  if (exit === 'internal' || code === 'E-UNKNOWN-OUTCOME') return { status: 'unknown', code, message };
  return { status: exit === 'conflict' ? 'conflict' : 'failed', code, message };
};

const outcomeOf = (completion: Completion): Ended => {
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

/** Records how the command ended: outcome, results, manifest, audit line. */
const close = async (
  context: Context,
  folder: RunFolder,
  correlationId: string,
  completion: Completion,
): Promise<void> => {
  const at = () => new Date(context.now()).toISOString();
  const ended = outcomeOf(completion);
  const exit = exitOf(completion);
  const outcome: RowOutcome = {
    row: 1,
    ...ended,
    column: null,
    id: idIn(context.args),
    attempts: ended.status === 'not_run' ? 0 : 1,
    correlationId,
    at: at(),
  };
  const end = endOf(ended.status, exit);
  const counts = countRows([ended], 1);
  await folder.store.journal({ t: 'outcome', ...outcome });
  await folder.store.journal({ t: 'end', why: end, at: at() });
  await folder.finish({ end, counts, outcomes: new Map([[1, outcome]]) }, exit);
  await folder.audit(counts, exit);
  if (ended.status === 'ok') context.terminal.note(`run ${folder.run}`);
};

/**
 * Opens the run of a command that no bulk action covers: a plan of one row that names the change, and an intent on disk before the
 * request is sent. The outcome is recorded when the command ends. Returns the options for the calls of the command.
 */
export const openCommandRun = async (context: Context, title: string, flags: WriteFlags): Promise<CallOptions> => {
  const { rate = context.config.rate() } = flags;
  const run = newRunId(context.now());
  const values = { command: context.path, title };
  const row = { row: 1, line: 2, cells: Object.values(values), values, problems: [], warnings: [] };
  const { lines } = await planSingleRow(context, commandAction(idIn(context.args)), header, row, flags);
  const folder = await createRun(context, { run, plan: lines, command: context.path, options: { rate } });
  const { head, foot } = await folder.plan();
  const correlationId = `${run}-1`;
  const at = new Date(context.now()).toISOString();
  await (await hostRateLimit(context, rate)).take(context.signal);
  await folder.store.journal({ t: 'run', run, plan: head.id, sha256: foot.sha256, at });
  await folder.store.journal({ t: 'intent', row: 1, attempt: 1, at });
  context.exitHooks.runId = run;
  context.exitHooks.add((completion) => close(context, folder, correlationId, completion));
  return { correlationId, headers: { 'x-run-id': run }, idempotencyKey: randomUUID() };
};
