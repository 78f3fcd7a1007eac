import type { RowStatus } from '../../shared/bulk/journal.ts';
import { thousands } from '../../shared/rules/thousands.ts';

/** `1 row`, `5,000 rows`. */
export const rowsText = (count: number): string => `${thousands(count)} ${count === 1 ? 'row' : 'rows'}`;

/** Before any row has ended. */
export const emptyCounts = (): Readonly<Record<RowStatus, number>> => ({
  ok: 0,
  unchanged: 0,
  failed: 0,
  conflict: 0,
  unknown: 0,
  skipped: 0,
  not_run: 0,
});

/** The counts of a run as fields of its record. */
export const countFields = ['ok', 'unchanged', 'failed', 'conflict', 'unknown', 'skipped', 'notRun'] as const;
