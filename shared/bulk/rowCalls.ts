import { ApiError } from '../client/apiError.ts';
import type { CallOptions, Client } from '../client/createClient.ts';
import type { Current, RowContext, Shared } from './action.ts';
import type { RowJob } from './rowJob.ts';
import { patient } from './paced.ts';
import type { CellProblem } from './problems.ts';
import { isAboutRow, refusalOf } from './refusals.ts';
import { idempotencyKeyOf, readOrNothing, rowContext } from './rowContext.ts';
import { RunStop } from './stops.ts';

/** Why the state of a row could not be read, and what ends the run with it. */
export interface ReadFailure {
  readonly problem: CellProblem;
  /** The server refused the row itself; otherwise another attempt may succeed. */
  readonly isRefusal: boolean;
  readonly stop?: RunStop;
}
export type Reading = { readonly current: Current | undefined } | { readonly failure: ReadFailure };

/** The calls of one row, with all that travels with them. */
export interface RowCalls {
  /** Before anything is sent: ends at once when the run does. */
  read(): Promise<Reading>;
  /** After something was sent: made even when the run is to end, so that the outcome is known. */
  lookUp(): Promise<Reading>;
  /** Context of the one call that changes something. */
  readonly writing: RowContext;
}

interface Told {
  readonly reason?: string | undefined;
  readonly ticket?: string | undefined;
}

const reasonOf = ({ reason, ticket }: Told): string | undefined => {
  const parts = [reason, ticket === undefined ? undefined : `[${ticket}]`].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
};

/** What a refusal says about the run: without a sign-in nothing goes on, and a missing right would refuse the next row as well. */
export const stopOf = ({ status, code, message }: ApiError): RunStop | undefined => {
  if (status === 401) return new RunStop('auth', message, code);
  return status === 403 ? new RunStop('forbidden', message, code) : undefined;
};

export const rowCalls = (
  { run, row, action }: Pick<RowJob, 'run' | 'row' | 'action'>,
  { client, shared, signal, told }: { client: Client; shared: Shared; signal: AbortSignal; told: Told },
): RowCalls => {
  const reason = reasonOf(told);
  const options: CallOptions = {
    correlationId: `${run}-${row.row}`,
    headers: { 'x-run-id': run },
    ...(reason === undefined ? {} : { reason }),
  };
  const readWith = async (readOptions: CallOptions): Promise<Reading> => {
    try {
      return { current: await readOrNothing(action, row.values, rowContext(client, readOptions, shared)) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const stop = stopOf(error);
      if (stop?.end === 'auth') throw stop;
      const isRefusal = isAboutRow(error) || stop !== undefined;
      return { failure: { problem: refusalOf(action, error), isRefusal, ...(stop === undefined ? {} : { stop }) } };
    }
  };
  return {
    read: () => readWith({ ...options, signal }),
    async lookUp() {
      try {
        return await readWith(patient(options));
      } catch (error) {
        if (!(error instanceof RunStop)) throw error;
        const problem = { column: null, code: error.code ?? 'E-ROW-UNKNOWN', message: error.message };
        return { failure: { problem, isRefusal: false, stop: error } };
      }
    },
    writing: rowContext(client, patient({ ...options, idempotencyKey: idempotencyKeyOf(run, row.row) }), shared),
  };
};
