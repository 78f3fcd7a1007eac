import { join } from 'node:path';
import { fileLines } from '../bulk/lineFiles.ts';
import { plainCode, plainCorrelation, plainEnd, plainMoment, plainNumber, plainStatus } from './plainTexts.ts';

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

const recordIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Half a line after a crash.
    return {};
  }
};

const bundleLine = (line: Readonly<Record<string, unknown>>): BundleLine => {
  const at = plainMoment(line['at']);
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
    const line = bundleLine(recordIn(text));
    journal.push(line);
    const { row, at } = line;
    const moment = Date.parse(String(at));
    if (typeof row !== 'number') continue;
    if (line['t'] === 'intent') begun.set(row, moment);
    if (line['t'] !== 'outcome') continue;
    const from = begun.get(row);
    if (from !== undefined && !Number.isNaN(moment - from)) times.set(row, moment - from);
    const status = String(line['status']);
    const code = typeof line['code'] === 'string' ? line['code'] : null;
    const known = counts.get(`${status} ${code}`) ?? { status, code, count: 0 };
    counts.set(`${status} ${code}`, { ...known, count: known.count + 1 });
  }
  return { journal, codes: [...counts.values()], timings: timingsOf(times) };
};
