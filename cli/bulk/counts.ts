import type { RowStatus } from '../../shared/bulk/journal.ts';

/** `5,000`. Not toLocaleString: loading the locale data costs more than the rest. */
export const thousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

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
