import type { BulkAction } from '../../shared/bulk/action.ts';
import type { RowOutcome } from '../../shared/bulk/journal.ts';
import type { CellProblem } from '../../shared/bulk/problems.ts';
import type { RunResult } from '../../shared/bulk/running.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import { CliError, explanationOf, forTerminal, namedValuesHint, toCliError } from '../errors.ts';
import { exitOfEnd } from '../exits.ts';

/** Codes of rows and the codes of the same errors in commands about one record. */
const plainCodes: Readonly<Record<string, string>> = {
  'E-ROW-TARGET': 'E-NOT-FOUND',
  'E-ROW-NAME': 'E-NAME-DIFFERS',
  'E-ROW-BASE': 'E-ROW-CONFLICT',
  'E-ROW-NOT-TAKEN-UP': 'E-NOT-TAKEN-UP',
  'E-ROW-UNKNOWN': 'E-UNKNOWN-OUTCOME',
};

/** In place of the hints of the bulk catalogue, which are about files and rows. */
const plainHint = (code: string): string | undefined => {
  if (code.startsWith('E-CELL-')) return 'Correct the value.';
  if (code === 'E-REQUEST-INVALID') return namedValuesHint;
  return code === 'E-ROW-CONFLICT' ? 'Look at the record, then run the command again.' : undefined;
};

const errorOf = (rowCode: string, message: string, details: readonly string[] = []): CliError => {
  const code = plainCodes[rowCode] ?? rowCode;
  const { exit, hint: catalogueHint } = explanationOf(code);
  const hint = plainHint(code) ?? catalogueHint;
  // Messages of rows end with the hint, because results.csv has no column for it; here it has a line of its own.
  const end = [hint, catalogueHint].find((one) => message.endsWith(` ${one}`));
  const text = end === undefined ? message : message.slice(0, -end.length - 1);
  return new CliError('E-USAGE', forTerminal(text), {
    code,
    exit,
    hint: forTerminal(hint),
    details: details.map(forTerminal),
  });
};

/** The field of the record that a column writes. */
const fieldOf = (action: BulkAction, column: string | null): string | undefined =>
  column === 'expected_name'
    ? '--expect-name'
    : column === null
      ? undefined
      : (action.columns.find(({ name }) => name === column)?.field ?? column);

/** The problems of a row that cannot be sent, as one error that names each field. */
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
    : new CliError('E-UNAVAILABLE', message ?? 'The change was not sent.', {
        exit: end === 'finished' ? 'unavailable' : exitOfEnd(end),
        ...(code === null ? { hint: 'Try again later.' } : { code, hint: plainHint(code) ?? explanationOf(code).hint }),
      });

/** The error of a row that failed; undefined after success. `thrown` is the error of its last call, which has more details than the outcome. */
export const outcomeError = (
  action: BulkAction,
  result: RunResult,
  outcome: RowOutcome | undefined,
  thrown: unknown,
): CliError | undefined => {
  if (outcome?.status === 'ok' || outcome?.status === 'unchanged') return undefined;
  const isSame = thrown instanceof ApiError && (outcome?.code ?? result.code) === thrown.code;
  if (isSame && outcome?.status !== 'unknown') return toCliError(thrown);
  // The conflict was found by the server: its response has the details.
  if (outcome?.status === 'conflict' && thrown instanceof ApiError) return toCliError(thrown);
  if (outcome === undefined || outcome.status === 'not_run') {
    return thrown instanceof ApiError && result.end !== 'stopped' ? toCliError(thrown) : notReached(result);
  }
  const { status, code, message, column, correlationId } = outcome;
  if (status === 'unknown') {
    return new CliError('E-UNKNOWN-OUTCOME', message ?? 'It is unknown whether the change was made.', {
      hint: 'Check the record before trying again; carepost bulk resume looks it up too.',
      correlationId: correlationId ?? undefined,
    });
  }
  const problem = { code: code ?? 'E-ROW-CONFLICT', message: message ?? 'The change was refused.', column };
  const error = problemError(action, [problem]);
  return status === 'conflict' ? error.with({ exit: 'conflict' }) : error;
};
