import type { RunHistory, RowOutcome, RowStatus } from './journal.ts';
import { BulkError, type BulkCode } from './problems.ts';
import { RunStop } from './stops.ts';

export interface RunLimits {
  /** Rows at the same time, 1 to 16; 4 by default. Rows with the same lock never overlap. */
  readonly concurrency?: number;
  /** Number of rows that run first, one by one, each verified; the rest only if all of them succeed. */
  readonly canary?: number;
  /** Verification after the write: toggles always, others by this option. `sample` is every tenth row. */
  readonly verify?: 'none' | 'sample' | 'all';
  readonly onDrift?: 'skip' | 'fail' | 'force';
  /** Maximum of failed, conflicting and unknown rows before the run stops: a number, or a share of the plan. */
  readonly maxErrors?: number | { readonly percent: number };
  /** Maximum of all waits that the server requests together, in ms; 15 minutes by default. */
  readonly maxWaitMs?: number;
  /** Time after which no further row is started, in ms since 1970. */
  readonly deadline?: number;
}

/** So many first rows that fail in the same way predict that the whole run would. */
const repeatedFailures = 5;

const errorStatuses = new Set<RowStatus>(['failed', 'conflict', 'unknown']);
const fineStatuses = new Set<RowStatus>(['ok', 'unchanged']);

const brake = (code: BulkCode, message: string): RunStop => {
  const { hint } = new BulkError(code);
  return new RunStop('brake', `${message} ${hint}`, code);
};

const allowedErrors = (limit: RunLimits['maxErrors'], rows: number): number => {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(1, typeof limit === 'number' ? limit : Math.ceil((rows * limit.percent) / 100));
};

/** The stop conditions of a run (design 1d "Stop conditions"): canary, repeated failures, too many errors. */
export const createStopRules = ({ canary = 0, maxErrors }: RunLimits, rows: number, history: RunHistory) => {
  const maxErrorCount = allowedErrors(maxErrors, rows);
  const wentWell = [...history.outcomes.values()].filter(
    ({ status, attempts }) => status === 'ok' && attempts > 0,
  ).length;
  let canaryLeft = Math.max(0, canary - wentWell);
  let errors = 0;
  let series: { readonly sameness: string; readonly length: number } | 'over' =
    wentWell > 0 ? 'over' : { sameness: '', length: 0 };

  const repeated = ({ status, code, column }: RowOutcome): boolean => {
    if (series === 'over' || status === 'unchanged') return false;
    const sameness = `${code ?? ''} ${column ?? ''}`;
    if ((status !== 'failed' && status !== 'unknown') || (series.length > 0 && sameness !== series.sameness)) {
      series = 'over';
      return false;
    }
    series = { sameness, length: series.length + 1 };
    return series.length >= repeatedFailures;
  };

  return {
    /** Whether the next row runs alone. */
    isCanary: () => canaryLeft > 0,
    /** Called with each row that was tried; returns what ends the run. */
    note(outcome: RowOutcome): RunStop | undefined {
      const isError = errorStatuses.has(outcome.status);
      if (isError) errors += 1;
      const isRepeated = repeated(outcome);
      if (canaryLeft > 0) {
        canaryLeft -= 1;
        if (!fineStatuses.has(outcome.status)) {
          return brake(
            'E-BRAKE-CANARY',
            `Row ${outcome.row} of the canary ended as ${outcome.status}: ${outcome.message ?? ''}`,
          );
        }
      }
      if (isRepeated) {
        return brake('E-BRAKE-REPEATED', `The first ${repeatedFailures} rows all failed: ${outcome.message ?? ''}`);
      }
      return isError && errors >= maxErrorCount
        ? brake('E-BRAKE-ERRORS', `${errors} ${errors === 1 ? 'row' : 'rows'} did not end well.`)
        : undefined;
    },
  };
};
