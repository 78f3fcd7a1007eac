import type { NounBody } from '../../command.ts';
import { reportsDiff } from './reportsDiff.ts';
import { reportsExport } from './reportsExport.ts';
import { reportsHistory } from './reportsHistory.ts';
import { reportsList } from './reportsList.ts';
import { reportsVerify } from './reportsVerify.ts';

export const reports: NounBody = {
  verbs: [reportsList, reportsExport, reportsVerify, reportsHistory, reportsDiff],
};
