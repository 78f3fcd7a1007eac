import { sqlState } from '../database/sqlState.ts';
import { DocumentError } from '../documents/documents.ts';
import { ApiProblem } from '../http/problem.ts';

/** A trouble of the queue's own. */
export class QueueTrouble extends Error {
  override readonly name = 'QueueTrouble';
}

export interface Fault {
  readonly kind: string;
  /** SQLSTATE, code of the system or of the catalogue. */
  readonly code?: string;
  readonly message?: string;
}

/**
 * What may be said of an error outside of the work it ended: its kind and code. Its text only where we wrote it, because that of a failed
 * statement quotes what was to be written, and that of a mail server the address.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { kind: typeof error };
  const isOurs = error instanceof ApiProblem || error instanceof DocumentError || error instanceof QueueTrouble;
  const code = sqlState(error) ?? codeOf(error) ?? codeOf(error.cause);
  return {
    kind: error.name === 'Error' ? error.constructor.name : error.name,
    ...(code === undefined ? {} : { code }),
    ...(isOurs ? { message: error.message } : {}),
  };
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_-]{1,39}$/.test(code) ? code : undefined;
}

/** The same as a line, for the books of the queue. */
export const faultText = (error: unknown): string => {
  const { kind, code, message } = faultOf(error);
  return [kind, code, message].filter((part) => part !== undefined).join(' ');
};
