import type { NounBody } from '../../command.ts';
import { brandsList } from './brandsList.ts';

export const brands: NounBody = { verbs: [brandsList] };
