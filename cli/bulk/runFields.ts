import { countFields } from './counts.ts';
import type { FieldList } from '../command.ts';

/** What a run shows of itself on stdout. */
export const runFields: FieldList = {
  all: ['run', 'action', 'state', 'rows', ...countFields, 'results', 'failedRows', 'folder'],
  table: ['run', 'action', 'state', 'rows', 'ok', 'unchanged', 'failed', 'conflict', 'unknown', 'notRun', 'results'],
  id: 'run',
};
