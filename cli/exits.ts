/** How a run can end. Codes are stable from 1.0; scripts treat an unknown one as a failure. */
export const exits = {
  ok: { code: 0, meaning: 'done as asked' },
  internal: { code: 1, meaning: 'a defect in carepost; please report it' },
  usage: { code: 2, meaning: 'wrong flag or argument, or a value was needed and nobody could be asked' },
  partial: { code: 3, meaning: 'finished, some rows failed, conflicted or are unknown' },
  auth: { code: 4, meaning: 'not signed in, expired, or renewal refused' },
  forbidden: { code: 5, meaning: 'the role does not allow it' },
  'not-found': { code: 6, meaning: 'the named thing does not exist' },
  invalid: { code: 7, meaning: 'a file or record failed validation' },
  conflict: {
    code: 8,
    meaning: 'somebody else changed it, the input changed since it was planned, or a file is there already',
  },
  'not-confirmed': { code: 9, meaning: 'confirmation refused or impossible; nothing was sent' },
  changes: { code: 10, meaning: 'there are changes (only where a command says so)' },
  locked: { code: 11, meaning: 'another run holds the lock' },
  brake: { code: 12, meaning: 'a safety limit was hit' },
  unavailable: { code: 69, meaning: 'server or network not available, also after retries' },
  io: { code: 74, meaning: 'disk full, not writable, or a short read' },
  'try-later': { code: 75, meaning: 'the server asked to slow down longer than allowed' },
  config: { code: 78, meaning: 'profile or configuration file is not valid' },
  interrupted: { code: 130, meaning: 'stopped by Ctrl-C (SIGINT)' },
  terminated: { code: 143, meaning: 'stopped by SIGTERM' },
} as const;

export type ExitName = keyof typeof exits;

/** How a command ends when it is no plain success and no error: the result stands, the code says what it means. */
export interface Outcome {
  /** Of `health check` alone: what a monitoring plugin ends with (0, 1, 2), in place of the exit's own code. */
  readonly pluginCode?: number;
  readonly exit: ExitName;
  /** Code for `carepost explain`; the default of the exit unless set (outcomeCode in errors.ts). */
  readonly code?: string;
  readonly message: string;
}

/** The word of an exit line; both signals are an interruption. */
export const exitWord = (exit: ExitName): string => (exit === 'terminated' ? 'interrupted' : exit);

/** `exit 3 (partial)`: the head of the last line on stderr of every run that does not end with 0. */
export const exitHead = (exit: ExitName): string => `exit ${exits[exit].code} (${exitWord(exit)})`;
