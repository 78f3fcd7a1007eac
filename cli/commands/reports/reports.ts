import type { NounBody } from '../../command.ts';
import { reportsExport } from './reportsExport.ts';
import { reportsList } from './reportsList.ts';

export const reports: NounBody = { verbs: [reportsList, reportsExport] };
