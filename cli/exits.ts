import type { RunEnd } from '../shared/bulk/journal.ts';

/** How a run can end. Codes are stable from 1.0; scripts treat an unknown one as a failure. */
export const exits = {
  ok: { code: 0, meaning: 'success' },
  internal: { code: 1, meaning: 'a defect in carepost; please report it' },
  usage: { code: 2, meaning: 'wrong command, flag or argument, or a required value is missing' },
  partial: { code: 3, meaning: 'finished, but some rows failed, conflict or are unknown' },
  auth: { code: 4, meaning: 'not signed in, expired, or renewal refused' },
  forbidden: { code: 5, meaning: 'the role does not allow it' },
  'not-found': { code: 6, meaning: 'the named record does not exist' },
  invalid: { code: 7, meaning: 'a file or record failed validation' },
  conflict: {
    code: 8,
    meaning: 'the record or the input has changed since, or the file already exists',
  },
  'not-confirmed': { code: 9, meaning: 'not confirmed; nothing was sent' },
  changes: { code: 10, meaning: 'there are changes (only for commands that say so)' },
  locked: { code: 11, meaning: 'another run holds the lock' },
  brake: { code: 12, meaning: 'a safety limit was reached' },
  unavailable: { code: 69, meaning: 'the server or the network is not available, even after retries' },
  io: { code: 74, meaning: 'a file does not exist, cannot be read or written, or is not complete' },
  'try-later': { code: 75, meaning: 'a time limit ended before the server was ready' },
  config: { code: 78, meaning: 'the profile or the configuration file is not valid' },
  interrupted: { code: 130, meaning: 'stopped by Ctrl-C (SIGINT)' },
  terminated: { code: 143, meaning: 'stopped by SIGTERM' },
} as const;

export type ExitName = keyof typeof exits;

/** The end of a command that printed its result and still does not exit with 0; `code` explains the exit. */
export interface Outcome {
  /** Of `health check` alone: the exit code of a monitoring plugin (0, 1, 2), instead of the exit's own code. */
  readonly pluginCode?: number;
  readonly exit: ExitName;
  /** Code for `carepost explain`; the default of the exit unless set (outcomeCode in errors.ts). */
  readonly code?: string;
  readonly message: string;
}

/** The name of an exit in its last line; both signals are an interruption. */
export const exitLabel = (exit: ExitName): string => (exit === 'terminated' ? 'interrupted' : exit);

/** `exit 3 (partial)`: the head of the last line on stderr of every run that does not end with 0. */
export const exitHead = (exit: ExitName): string => `exit ${exits[exit].code} (${exitLabel(exit)})`;

const exitsByCode: Readonly<Record<string, ExitName>> = {
  'E-PLAN-FORMAT': 'invalid',
  'E-ROW-CONFLICT': 'conflict',
  'E-ROW-BASE': 'conflict',
  'E-UNDO-TAKEN': 'conflict',
  'E-ROW-UNKNOWN': 'partial',
  'E-ROW-NOT-TAKEN-UP': 'partial',
};

const exitsByStart: readonly (readonly [string, ExitName])[] = [
  ['W-', 'ok'],
  ['E-PLAN-', 'conflict'],
  ['E-INPUT-', 'conflict'],
  ['E-BRAKE-', 'brake'],
];

/** The exit of a code of the bulk catalogue. An invalid file or row is 7 unless the tables above differ; a warning (`W-…`) is no failure. */
export const exitOfBulk = (code: string): ExitName =>
  exitsByCode[code] ?? exitsByStart.find(([start]) => code.startsWith(start))?.[1] ?? 'invalid';

const exitsByEnd: Readonly<Record<RunEnd, ExitName>> = {
  finished: 'ok',
  stopped: 'interrupted',
  auth: 'auth',
  forbidden: 'forbidden',
  brake: 'brake',
  drift: 'conflict',
  deadline: 'try-later',
  'waited-too-long': 'try-later',
  unavailable: 'unavailable',
};

/** The exit of a run by the reason for its end. */
export const exitOfEnd = (end: RunEnd): ExitName => exitsByEnd[end];
