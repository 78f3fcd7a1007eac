import type { NounBody } from '../../command.ts';
import { oidsDefaultSet, oidsDefaultUnset } from './oidsDefault.ts';
import { oidsList } from './oidsList.ts';
import { oidsAdd, oidsDelete, oidsUpdate } from './oidsWrites.ts';

export const oids: NounBody = {
  verbs: [oidsList, oidsAdd, oidsUpdate, oidsDelete, oidsDefaultSet, oidsDefaultUnset],
};
