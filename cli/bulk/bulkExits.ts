import type { RunEnd } from '../../shared/bulk/journal.ts';
import type { ExitName } from '../exits.ts';

const byCode: Readonly<Record<string, ExitName>> = {
  'E-PLAN-FORMAT': 'invalid',
  'E-ROW-CONFLICT': 'conflict',
  'E-ROW-UNKNOWN': 'partial',
  'E-ROW-NOT-TAKEN-UP': 'partial',
};

const byStart: readonly (readonly [string, ExitName])[] = [
  ['E-PLAN-', 'conflict'],
  ['E-INPUT-', 'conflict'],
  ['E-BRAKE-', 'brake'],
];

/** The exit of a code of the bulk catalogue: what is wrong with a file or a row is 7, unless said otherwise. */
export const exitOfBulk = (code: string): ExitName =>
  byCode[code] ?? byStart.find(([start]) => code.startsWith(start))?.[1] ?? 'invalid';

const byEnd: Readonly<Record<RunEnd, ExitName>> = {
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

/** The exit of a run that ended so before all rows had their turn. */
export const exitOfEnd = (end: RunEnd): ExitName => byEnd[end];
