import type { NounBody } from '../../command.ts';
import { directoryActivate, directoryDeactivate } from './directoryActive.ts';
import { directoryImport } from './directoryImport.ts';
import { directoryList } from './directoryList.ts';
import { directoryUpsert } from './directoryUpsert.ts';

export const directory: NounBody = {
  verbs: [directoryList, directoryUpsert, directoryActivate, directoryDeactivate, directoryImport],
};
