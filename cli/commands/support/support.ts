import type { NounBody } from '../../command.ts';
import { supportBundle } from './supportBundle.ts';

export const support: NounBody = { verbs: [supportBundle] };
