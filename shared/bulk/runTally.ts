import { type RowStatus, rowStatuses } from './journal.ts';
import type { Platform } from './platform.ts';

export interface Progress {
  readonly rows: number;
  readonly counts: Readonly<Record<RowStatus, number>>;
  /** Rows a second, smoothed; 0 at the start. */
  readonly rate: number;
  /** ms until the end at that rate; null while unknown. */
  readonly leftMs: number | null;
  readonly pausedMs: number;
}

const reportEveryMs = 100;
const measureEveryMs = 1000;
const smoothing = 0.2;

export type RowCounts = Readonly<Record<RowStatus, number>>;

/** Counts rows by status. A row without an outcome is `not_run`, so that the counts add up to `rows`. */
export const countRows = (
  outcomes: Iterable<{ readonly status: RowStatus }>,
  rows: number,
): Record<RowStatus, number> => {
  const counts = Object.fromEntries(rowStatuses.map((status) => [status, 0])) as Record<RowStatus, number>;
  counts.not_run = rows;
  for (const { status } of outcomes) {
    counts.not_run -= 1;
    counts[status] += 1;
  }
  return counts;
};

/** Counts rows by state. They always add up to all rows of the plan: a row without an outcome is `not_run`. */
export const createTally = (
  rows: number,
  {
    platform,
    pausedFor,
    report,
  }: { platform: Platform; pausedFor: () => number; report?: ((progress: Progress) => void) | undefined },
) => {
  const counts = countRows([], rows);
  let worked = 0;
  let rate = 0;
  let measuredAt = platform.now();
  let measured = 0;
  let reportedAt = 0;

  const measure = (now: number) => {
    const span = now - measuredAt;
    if (span < measureEveryMs) return;
    const present = ((worked - measured) * 1000) / span;
    rate = rate === 0 ? present : rate * (1 - smoothing) + present * smoothing;
    measuredAt = now;
    measured = worked;
  };

  const show = (isForced: boolean) => {
    if (report === undefined) return;
    const now = platform.now();
    measure(now);
    if (!isForced && now - reportedAt < reportEveryMs) return;
    reportedAt = now;
    const leftMs = rate === 0 ? null : Math.round((counts.not_run / rate) * 1000);
    report({ rows, counts: { ...counts }, rate, leftMs, pausedMs: pausedFor() });
  };

  return {
    counts: (): RowCounts => ({ ...counts }),
    /** `byCalls`: the row took calls; rows without calls say nothing about the rate. */
    settle(status: RowStatus, byCalls: boolean) {
      counts.not_run -= 1;
      counts[status] += 1;
      if (byCalls) worked += 1;
      show(false);
    },
    show,
  };
};
