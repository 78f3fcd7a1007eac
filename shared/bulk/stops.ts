import type { RunEnd } from './journal.ts';

/** Ends a run from within a call: nothing further can be done now. */
export class RunStop extends Error {
  override readonly name = 'RunStop';
  readonly end: RunEnd;
  /** Code behind it: of the bulk catalogue or of the server; null where a person or the clock ended it. */
  readonly code: string | null;

  constructor(end: RunEnd, message: string, code: string | null = null, cause?: unknown) {
    super(message, { cause });
    this.end = end;
    this.code = code;
  }
}
