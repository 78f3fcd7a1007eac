import type { RunEnd } from './journal.ts';

/** Ends a run from within a call: it cannot continue now. */
export class RunStop extends Error {
  override readonly name = 'RunStop';
  readonly end: RunEnd;
  /** Its code: of the bulk catalogue or of the server; null where the user or the deadline ended it. */
  readonly code: string | null;

  constructor(end: RunEnd, message: string, code: string | null = null, cause?: unknown) {
    super(message, { cause });
    this.end = end;
    this.code = code;
  }
}
