import { type Plan, type PlanFoot, type PlanHead, type PlanRow, planFormat } from './plan.ts';
import type { Digest } from './platform.ts';
import { BulkError } from './problems.ts';

/** First line of a plan file: one JSON document with one row per line, so that it is written and read in constant memory. */
export const headLine = (head: PlanHead): string => `{"head":${JSON.stringify(head)},"rows":[\n`;

/** Line of one row; all but the first begin with the separating comma. */
export const rowLine = (row: PlanRow, isFirst: boolean): string => `${isFirst ? '' : ','}${JSON.stringify(row)}\n`;

/** The last line up to the digest, as the digest covers it. */
export const footStart = ({ rows, counts, consequences, calls }: Omit<PlanFoot, 'sha256'>): string =>
  `],"foot":${JSON.stringify({ rows, counts, consequences, calls }).slice(0, -1)}`;

const footEnd = (sha256: string): string => `,"sha256":"${sha256}"}}`;

/** Last line of a plan file. Its digest is the SHA-256 of all text before `,"sha256":`. */
export const footLine = (foot: PlanFoot): string => `${footStart(foot)}${footEnd(foot.sha256)}\n`;

const endLength = footEnd('0'.repeat(64)).length;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const headOf = (line: string): Record<string, unknown> | undefined => {
  const value = parsed(`${line}]}`);
  return isObject(value) && isObject(value['head']) ? value['head'] : undefined;
};

const footOf = (line: string): Record<string, unknown> | undefined => {
  const value = parsed(`{"rows":[${line}`);
  return isObject(value) && isObject(value['foot']) ? value['foot'] : undefined;
};

/** One changed byte damages at most one of the two: the other still identifies a plan. */
const looksLikePlan = (first: string, last: string): boolean =>
  first.startsWith('{"head":{"format":"carepost-plan/') || /,"sha256":"[0-9a-f]{64}"\}\}$/.test(last);

async function* rowsOf(lines: () => AsyncIterable<string>): AsyncGenerator<PlanRow> {
  let isHead = true;
  for await (const line of lines()) {
    if (isHead) isHead = false;
    else if (line.startsWith(']')) return;
    else yield JSON.parse(line.startsWith(',') ? line.slice(1) : line) as PlanRow;
  }
}

/**
 * Reads a plan and verifies that no byte of it was changed. `lines` yields the text split at line feeds, without them, and can be called
 * more than once. Throws E-PLAN-FORMAT for a file that is no plan, E-PLAN-ALTERED for a changed plan.
 */
export const openPlan = async (lines: () => AsyncIterable<string>, digest: () => Digest): Promise<Plan> => {
  const sum = digest();
  let first: string | undefined;
  let last: string | undefined;
  for await (const line of lines()) {
    first ??= line;
    if (last !== undefined) sum.update(`${last}\n`);
    last = line;
  }
  if (first === undefined || last === undefined || !looksLikePlan(first, last)) throw new BulkError('E-PLAN-FORMAT');
  const before = last.slice(0, Math.max(0, last.length - endLength));
  sum.update(before);
  if (last !== before + footEnd(await sum.hex())) throw new BulkError('E-PLAN-ALTERED');
  const head = headOf(first);
  const foot = footOf(last);
  if (head?.['format'] !== planFormat || foot === undefined) {
    throw new BulkError('E-PLAN-FORMAT', 'The plan was made by another version of carepost.');
  }
  return { head: head as unknown as PlanHead, foot: foot as unknown as PlanFoot, rows: () => rowsOf(lines) }; // made by us: the format was checked
};
