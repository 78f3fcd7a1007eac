import type { Command } from '../command.ts';
import { createRecord } from './createRecord.ts';
import { deleteRecord } from './deleteRecord.ts';
import { getRecord } from './getRecord.ts';
import { listRecords } from './listRecords.ts';
import type { Resource } from './resource.ts';
import { updateRecord } from './updateRecord.ts';

/** list, get, create, update, delete. */
export const recordVerbs = (resource: Resource): readonly Command[] =>
  [listRecords, getRecord, createRecord, updateRecord, deleteRecord].map((make) => make(resource));
