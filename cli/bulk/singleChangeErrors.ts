import type { BulkAction } from '../../shared/bulk/action.ts';
import type { RowOutcome } from '../../shared/bulk/journal.ts';
import { bulkCatalogue, type CellProblem } from '../../shared/bulk/problems.ts';
import type { RunResult } from '../../shared/bulk/running.ts';
import { ApiError, callerCatalogue } from '../../shared/client/apiError.ts';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import { CliError, exitOfStatus, ownErrors, toCliError } from '../errors.ts';
import type { ExitName } from '../exits.ts';
import { exitOfBulk, exitOfEnd } from './bulkExits.ts';

/** Codes of rows as a command about one record has always told them. */
const plainCodes: Readonly<Record<string, string>> = {
  'E-ROW-TARGET': 'E-NOT-FOUND',
  'E-ROW-NAME': 'E-NAME-DIFFERS',
  'E-ROW-NOT-TAKEN-UP': 'E-NOT-TAKEN-UP',
  'E-ROW-UNKNOWN': 'E-UNKNOWN-OUTCOME',
};

interface Explained {
  readonly exit: ExitName;
  readonly hint: string;
}

const entryOf = <T>(catalogue: Readonly<Record<string, T>>, code: string): T | undefined =>
  Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;

/** The hints of the bulk catalogue speak of files and rows. */
const plainHint = (code: string): string | undefined => {
  if (code.startsWith('E-CELL-')) return 'Correct the value.';
  return code === 'E-ROW-CONFLICT' ? 'Look at the record, then run the command again.' : undefined;
};

const explained = (code: string): Explained => {
  const own = entryOf<Explained>(ownErrors, code);
  if (own !== undefined) return own;
  const server = entryOf(errorCatalogue, code);
  if (server !== undefined) return { exit: exitOfStatus(server.status), hint: server.hint };
  const caller = entryOf(callerCatalogue, code);
  if (caller !== undefined) return { exit: 'partial', hint: caller.hint };
  const hint = plainHint(code) ?? entryOf(bulkCatalogue, code)?.hint ?? '';
  return { exit: exitOfBulk(code), hint };
};

const errorOf = (rowCode: string, message: string, details: readonly string[] = []): CliError => {
  const code = plainCodes[rowCode] ?? rowCode;
  const { exit, hint } = explained(code);
  // Messages of rows end with the hint, because results.csv has no column for it; here it has a line of its own.
  const text = message.endsWith(` ${hint}`) ? message.slice(0, -hint.length - 1) : message;
  return new CliError('E-USAGE', text, { code, exit, hint, details });
};

/** A column by the name the record gives it. */
const fieldOf = (action: BulkAction, column: string | null): string | undefined =>
  column === null ? undefined : (action.columns.find(({ name }) => name === column)?.field ?? column);

/** What keeps a row from being sent, as one error that names each field. */
export const problemError = (action: BulkAction, problems: readonly CellProblem[]): CliError => {
  const [first] = problems;
  if (first === undefined) return new CliError('E-DEFECT', 'The change was refused without a reason.');
  const fields = problems.map(({ column }) => fieldOf(action, column));
  if (problems.length === 1) {
    return errorOf(first.code, first.message, fields[0] === undefined ? [] : [`field: ${fields[0]}`]);
  }
  const details = problems.map(({ message }, index) => {
    const field = fields[index];
    return field === undefined ? message : `${field}: ${message}`;
  });
  const same = problems.every(({ code }) => code === first.code);
  return errorOf(same ? first.code : 'E-REQUEST-INVALID', `${problems.length} values are not valid.`, details);
};

const notReached = ({ end, code, message }: RunResult): CliError =>
  end === 'stopped'
    ? new CliError('E-INTERRUPTED', 'Stopped; nothing was sent.')
    : new CliError('E-USAGE', message ?? 'The change was not sent.', {
        code: code ?? 'E-UNAVAILABLE',
        exit: end === 'finished' ? 'unavailable' : exitOfEnd(end),
        hint: code === null ? 'Try again later.' : explained(code).hint,
      });

/** Why a row did not end well; undefined where it did. `thrown` is what the last call came to, which says more than the outcome. */
export const outcomeError = (
  action: BulkAction,
  result: RunResult,
  outcome: RowOutcome | undefined,
  thrown: unknown,
): CliError | undefined => {
  if (outcome?.status === 'ok' || outcome?.status === 'unchanged') return undefined;
  const isSame = thrown instanceof ApiError && (outcome?.code ?? result.code) === thrown.code;
  if (isSame && outcome?.status !== 'unknown') return toCliError(thrown);
  // The server noticed it, and says so in its own words.
  if (outcome?.status === 'conflict' && thrown instanceof ApiError) return toCliError(thrown);
  if (outcome === undefined || outcome.status === 'not_run') {
    return thrown instanceof ApiError && result.end !== 'stopped' ? toCliError(thrown) : notReached(result);
  }
  const { status, code, message, column, correlationId } = outcome;
  if (status === 'unknown') {
    return new CliError('E-USAGE', message ?? 'It is unknown whether the change was made.', {
      code: 'E-UNKNOWN-OUTCOME',
      exit: 'partial',
      hint: 'Check the record before trying again; carepost bulk resume looks it up too.',
      correlationId: correlationId ?? undefined,
    });
  }
  const problem = { code: code ?? 'E-ROW-CONFLICT', message: message ?? 'The change was refused.', column };
  const error = problemError(action, [problem]);
  return status === 'conflict' ? error.with({ exit: 'conflict' }) : error;
};
