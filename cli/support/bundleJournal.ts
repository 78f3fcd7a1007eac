import { join } from 'node:path';
import { rowStatuses, runEnds } from '../../shared/bulk/journal.ts';
import { fileLines } from '../bulk/lineFiles.ts';
import { jsonIn } from '../jsonFile.ts';
import { isRecord } from '../output/fields.ts';

/** Lets a text through only where it has the form of what it must be; anything else becomes a mark. */
const only =
  (form: RegExp) =>
  (text: unknown): string | null => {
    if (text === null || text === undefined) return null;
    return typeof text === 'string' && form.test(text) ? text : '[removed]';
  };

const oneOf = (texts: readonly string[]) => only(new RegExp(`^(?:${texts.join('|')})$`));

export const plainStatus = oneOf(rowStatuses);
export const plainEnd = oneOf(runEnds);
/** `E-NAME-TAKEN`. */
export const plainCode = only(/^E(-[A-Z0-9]+){1,6}$/);
export const plainRun = only(/^\d{8}T\d{6}Z-[a-z0-9]{4}$/);
export const plainDateTime = only(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
/** A UUID, or a hash. */
export const plainHash = only(/^[0-9a-f-]{36}$|^[0-9a-f]{64}$/);
/** Words of our own: commands, actions, versions. */
export const plainName = only(/^[a-z0-9.-]{0,30}( [a-z-]{1,30}){0,3}$/);
/** `20260821T060000Z-k3f9-218`, as carepost makes them, or a UUID of the server. */
export const plainCorrelation = only(/^\d{8}T\d{6}Z-[a-z0-9]{4}-\d+(-\d+)?$|^[0-9a-f-]{36}$/);
/** What a file says may be anything, whatever its type promises. */
export const plainNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A journal line without cells, messages and ids of records. */
export type BundleLine = Readonly<Record<string, string | number | null>>;

export interface JournalSummary {
  readonly journal: readonly BundleLine[];
  readonly codes: readonly { readonly status: string; readonly code: string | null; readonly count: number }[];
  /** From the intent of a row to its outcome, in ms. */
  readonly timings: {
    readonly rows: number;
    readonly median: number | null;
    readonly p95: number | null;
    readonly longest: readonly { readonly row: number; readonly ms: number }[];
  };
}

const bundleLine = (value: unknown): BundleLine => {
  // A crash leaves a part of a line.
  const line = isRecord(value) ? value : {};
  const at = plainDateTime(line['at']);
  switch (line['t']) {
    case 'intent':
      return { t: 'intent', row: plainNumber(line['row']), attempt: plainNumber(line['attempt']), at };
    case 'outcome':
      return {
        t: 'outcome',
        row: plainNumber(line['row']),
        status: plainStatus(line['status']),
        code: plainCode(line['code']),
        attempts: plainNumber(line['attempts']),
        correlationId: plainCorrelation(line['correlationId']),
        at,
      };
    case 'run':
      return { t: 'run', at };
    case 'end':
      return { t: 'end', why: plainEnd(line['why']), at };
    default:
      return { t: 'unreadable' };
  }
};

const longestShown = 10;

const timingsOf = (times: ReadonlyMap<number, number>): JournalSummary['timings'] => {
  const sorted = [...times].sort(([, one], [, other]) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.[1] ?? null;
  return {
    rows: sorted.length,
    median: at(0.5),
    p95: at(0.95),
    longest: sorted
      .slice(-longestShown)
      .reverse()
      .map(([row, ms]) => ({ row, ms })),
  };
};

/** The journal of a run as far as support may see it, with what it comes to. */
export const journalOf = async (folder: string): Promise<JournalSummary> => {
  const journal: BundleLine[] = [];
  const begun = new Map<number, number>();
  const times = new Map<number, number>();
  const counts = new Map<string, { status: string; code: string | null; count: number }>();
  for await (const text of fileLines(join(folder, 'journal.ndjson'))) {
    const line = bundleLine(jsonIn(text));
    journal.push(line);
    const { row, at } = line;
    const time = Date.parse(String(at));
    if (typeof row !== 'number') continue;
    if (line['t'] === 'intent') begun.set(row, time);
    if (line['t'] !== 'outcome') continue;
    const from = begun.get(row);
    if (from !== undefined && !Number.isNaN(time - from)) times.set(row, time - from);
    const status = String(line['status']);
    const code = typeof line['code'] === 'string' ? line['code'] : null;
    const known = counts.get(`${status} ${code}`) ?? { status, code, count: 0 };
    counts.set(`${status} ${code}`, { ...known, count: known.count + 1 });
  }
  return { journal, codes: [...counts.values()], timings: timingsOf(times) };
};
