import type { RunHistory, RowOutcome, RowStatus } from './journal.ts';
import { BulkError, type BulkCode } from './problems.ts';
import { RunStop } from './stops.ts';

export interface RunLimits {
  /** Rows at the same time, 1 to 16; 4 unless given. Rows with the same lock never overlap. */
  readonly concurrency?: number;
  /** So many rows first, alone, each read back; the rest only if all of them show what was asked. */
  readonly canary?: number;
  /** Reading back after the write: toggles always, others as said. `sample` is every tenth row. */
  readonly verify?: 'none' | 'sample' | 'all';
  readonly onDrift?: 'skip' | 'fail' | 'force';
  /** Failed, conflicting and unknown rows after which the run stops: a number, or a share of the plan. */
  readonly maxErrors?: number | { readonly percent: number };
  /** All waits the server asked for together, in ms; 15 minutes unless given. */
  readonly maxWaitMs?: number;
  /** Moment at which no further row is begun, in ms since 1970. */
  readonly deadline?: number;
}

/** So many first rows that fail in the same way show that the whole run would. */
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

/** The brakes of a run under way (design 1d "Stop conditions"): canary, repeated failures, too many errors. */
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
    /** Told about each row that was tried; says what ends the run. */
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
