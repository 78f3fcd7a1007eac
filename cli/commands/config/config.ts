import type { NounBody } from '../../command.ts';
import { configExplain } from './configExplain.ts';

export const config: NounBody = { verbs: [configExplain] };
