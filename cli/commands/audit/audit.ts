import type { NounBody } from '../../command.ts';
import { auditExport } from './auditExport.ts';
import { auditList } from './auditList.ts';
import { auditVerify } from './auditVerify.ts';

export const audit: NounBody = { verbs: [auditList, auditVerify, auditExport] };
