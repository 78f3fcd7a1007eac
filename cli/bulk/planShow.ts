import type { Context } from '../command.ts';
import type { FieldList, Row } from '../output/fields.ts';
import { consequenceTexts } from '../../shared/bulk/consequences.ts';
import { type Plan, type PlanFoot, type PlanRow, verdicts } from '../../shared/bulk/plan.ts';
import type { CellValue } from '../../shared/bulk/values.ts';
import { formatDuration } from '../durations.ts';
import { rowsText } from './runManifest.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { coloredCounts } from '../output/color.ts';

const maxTableRows = 20;
const maxPromptRows = 10;

/** One row of output for each changed cell. */
export const planFields: FieldList = {
  all: ['row', 'line', 'verdict', 'action', 'id', 'name', 'column', 'before', 'after', 'change', 'code', 'message'],
  table: ['row', 'verdict', 'name', 'column', 'change'],
  id: 'id',
};

const cellText = (value: CellValue): string => {
  if (value === null) return '(empty)';
  return Array.isArray(value) ? value.join('|') || '(empty)' : String(value);
};

function* outputRows(row: PlanRow, action: string) {
  const { row: number, line, verdict, id, name, changes, problem } = row;
  const head = { row: number, line, verdict, action: row.action ?? action, id, name };
  const nothing = { column: null, before: null, after: null, change: '', code: null, message: null };
  if (verdict === 'unchanged') return;
  if (verdict === 'conflict') {
    const message = problem?.message ?? '';
    const code = problem?.code ?? null;
    yield { ...head, ...nothing, column: problem?.column ?? null, change: message, code, message };
    return;
  }
  if (changes.length === 0) yield { ...head, ...nothing };
  for (const { column, before, after } of changes) {
    const change = verdict === 'create' ? cellText(after) : `${cellText(before)} -> ${cellText(after)}`;
    yield { ...head, ...nothing, column, before, after, change };
  }
}

/** A row of output for each changed cell of a plan. */
async function* changedCells(plan: Plan) {
  for await (const row of plan.rows()) yield* outputRows(row, plan.head.action);
}

/** How many rows would be sent. */
export const changedRows = ({ counts }: PlanFoot): number => counts.create + counts.update + counts.delete + counts.do;

/** `12 create, 4,000 update, 988 unchanged`. */
export const countsText = ({ counts }: PlanFoot): string =>
  verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${thousands(counts[verdict])} ${verdict}`)
    .join(', ') || 'nothing';

/** `2,412 calls, about 4 min at 5/s`: the rate is for changes, reads are not limited. */
const effortText = (foot: PlanFoot, rate: number): string => {
  const { calls } = foot;
  const time = rate === 0 ? '' : `, about ${formatDuration((changedRows(foot) / rate) * 1000)} at ${rate}/s`;
  return `${thousands(calls)} ${calls === 1 ? 'call' : 'calls'}${time}`;
};

/** Summarizes the plan on stderr: counts, what leaves the system, calls and time. */
export const notePlan = ({ terminal, config }: Context, { head, foot }: Plan, rate = config.rate()): void => {
  const lines = [
    `plan ${head.id} of ${head.action} from ${head.source.name}: ${rowsText(foot.rows)} - ${countsText(foot)}`,
    ...consequenceTexts(foot.consequences),
    ...(changedRows(foot) === 0 ? [] : [effortText(foot, rate)]),
  ];
  for (const line of lines) terminal.note(line, coloredCounts);
};

/** The first changes on stderr, before the user is asked to confirm them. */
export const showChanges = async ({ terminal }: Context, plan: Plan): Promise<void> => {
  let count = 0;
  for await (const { row, verdict, name, column, change } of changedCells(plan)) {
    count += 1;
    if (count > maxPromptRows) continue;
    const cell = column === null ? '' : `${column} `;
    const text = change === '' ? '' : `: ${cell}${change}`;
    terminal.note(`  row ${thousands(row)} ${verdict} ${name ?? ''}`.trimEnd() + text);
  }
  const left = count - maxPromptRows;
  if (left > 0) terminal.note(`  … and ${thousands(left)} more; --dry-run lists them`);
};

/** The changed cells on stdout: the first on a table, all of them in the other formats. */
export const showPlan = async (context: Context, plan: Plan): Promise<void> => {
  const max = context.output.format === 'table' ? maxTableRows : Number.POSITIVE_INFINITY;
  let count = 0;
  async function* rows(): AsyncGenerator<Row> {
    for await (const cell of changedCells(plan)) {
      count += 1;
      if (count <= max) yield cell;
    }
  }
  await context.output.with({ command: { fields: planFields } }).rows(rows());
  const left = count - max;
  if (left > 0) context.terminal.note(`… and ${thousands(left)} more changed cells; --output ndjson shows all.`);
};
