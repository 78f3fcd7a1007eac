import type { NounBody } from '../../command.ts';
import { schedulePrint } from './schedulePrint.ts';

export const schedule: NounBody = { verbs: [schedulePrint] };
