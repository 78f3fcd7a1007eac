import type { NounBody } from '../../command.ts';
import { runsList } from './runsList.ts';
import { runsPrune } from './runsPrune.ts';
import { runsShow } from './runsShow.ts';

export const runs: NounBody = { verbs: [runsList, runsShow, runsPrune] };
