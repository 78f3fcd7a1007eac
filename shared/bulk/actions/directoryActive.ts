import { oidValueMax, plainOid } from '../../rules/carequality.ts';
import type { BulkAction } from '../action.ts';
import {
  entryCurrent,
  entryNamed,
  entryOf,
  ownerOfEntry,
  participationProblems,
  readEntries,
  scanEntries,
} from './directoryRows.ts';
import { guarded, idOf, idProblems, nothingKnown, organizationColumn, readOrganization, textOf } from './targets.ts';

export const directoryActive: BulkAction = {
  name: 'directory.active',
  summary: 'Activate or deactivate directory entries of organizations',
  kind: 'update',
  columns: [
    organizationColumn('org_id'),
    {
      name: 'entry_id',
      kind: 'text',
      required: true,
      maxLength: oidValueMax,
      summary: 'id of the entry, or its OID in the directory',
      examples: ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7f01', '2.16.840.1.113883.3.9642'],
    },
    {
      name: 'active',
      kind: 'flag',
      required: true,
      field: 'isActive',
      summary: 'whether it is active',
      examples: ['true', 'false'],
    },
  ],
  naturalKey: 'org_id and entry_id',
  undoes: 'restores the former value',
  calls: ['organizations.list', 'organizations.get', 'carequality.entries', 'carequality.upsertEntry'],
  keyOf: (values) => `${idOf(values, 'org_id')} ${plainOid(textOf(values, 'entry_id')).toLowerCase()}`,
  lockOf: (values) => idOf(values, 'org_id'),
  problems: (values) => idProblems(values, ['org_id']),

  async read(values, context) {
    const id = idOf(values, 'org_id');
    const record = entryNamed(await readEntries(id, context), textOf(values, 'entry_id'));
    return record && entryCurrent(id, record);
  },

  async check(values, current, context) {
    const entry = entryOf(current);
    if (entry === undefined || entry.isActive || values['active'] !== true) return [];
    return participationProblems(await readOrganization(idOf(values, 'org_id'), context));
  },

  desired: ({ active = null }) => ({ active }),

  async write(values, current, _changes, { client, options }) {
    const id = idOf(values, 'org_id');
    const body = { id: current?.id, isActive: values['active'] === true };
    return entryCurrent(id, await client.carequality.upsertEntry({ params: { id }, body }, guarded(options, current)));
  },

  reverse: ({ values, id, before }) =>
    before === undefined
      ? nothingKnown
      : {
          action: 'directory.active',
          values: { org_id: idOf(values, 'org_id'), entry_id: id, active: before.values['active'] ?? null },
        },

  scan: scanEntries,
  keyCells: (current) => ({ org_id: ownerOfEntry(current), entry_id: current.id }),
};
