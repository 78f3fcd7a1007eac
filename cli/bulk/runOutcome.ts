import type { RowStatus } from '../../shared/bulk/journal.ts';
import type { RunResult } from '../../shared/bulk/running.ts';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import type { Outcome } from '../exits.ts';
import { exitOfBulk, exitOfEnd } from './bulkExits.ts';
import { rowsText } from './counts.ts';
import { thousands } from '../../shared/rules/thousands.ts';

type Counts = Readonly<Record<RowStatus, number>>;

const refusedAsWrong = (code: string | null): boolean => {
  if (code === null) return false;
  if (Object.hasOwn(errorCatalogue, code)) {
    const { status } = errorCatalogue[code as keyof typeof errorCatalogue];
    return status === 400 || status === 422;
  }
  return exitOfBulk(code) === 'invalid';
};

const badOf = ({ failed, conflict, unknown }: Counts): number => failed + conflict + unknown;

/** `12 failed, 3 conflict`. */
export const badText = (counts: Counts): string =>
  (['failed', 'conflict', 'unknown', 'skipped', 'not_run'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${thousands(counts[status])} ${status}`)
    .join(', ');

const finished = (run: string, { counts, outcomes }: Pick<RunResult, 'counts' | 'outcomes'>, rows: number): Outcome => {
  const bad = badOf(counts);
  if (bad === 0) return { exit: 'ok', message: '' };
  const what = counts.failed === bad ? 'failed' : `did not end as planned (${badText(counts)})`;
  const again = counts.unknown === bad ? `carepost bulk resume ${run}` : `carepost bulk retry ${run}`;
  const message = `${thousands(bad)} of ${rowsText(rows)} ${what} - ${again}`;
  const none = counts.ok === 0;
  const statuses = [...outcomes.values()].filter(({ status }) => status !== 'unchanged');
  if (none && statuses.every(({ status, code }) => status === 'failed' && refusedAsWrong(code))) {
    return { exit: 'invalid', code: 'E-RUN-REFUSED', message };
  }
  if (none && statuses.every(({ status }) => status === 'conflict'))
    return { exit: 'conflict', code: 'E-RUN-CONFLICT', message };
  return { exit: 'partial', code: 'E-RUN-PARTIAL', message };
};

/** The exit of a run and its last line (cli.md section 3): how it ended counts before how its rows did. */
export const outcomeOfRun = (
  run: string,
  result: Pick<RunResult, 'end' | 'message' | 'counts' | 'outcomes'> & Partial<Pick<RunResult, 'code'>>,
  rows: number,
): Outcome => {
  const { end, message, code, counts } = result;
  if (end === 'finished') return finished(run, result, rows);
  const left = counts.not_run + counts.unknown;
  const why = message?.replace(/\.$/, '') ?? 'Stopped';
  const text = `${why}; ${thousands(left)} of ${rowsText(rows)} left - carepost bulk resume ${run}`;
  return { exit: exitOfEnd(end), ...(code ? { code } : {}), message: text };
};
