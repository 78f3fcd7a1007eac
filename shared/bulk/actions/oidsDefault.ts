import type { AlternateOid } from '../../contract/carequality.ts';
import { plainOid } from '../../rules/carequality.ts';
import type { BulkAction, Current } from '../action.ts';
import type { Values } from '../values.ts';
import {
  exampleValues,
  keyOfOid,
  lockOfOid,
  oidNamed,
  oidProblems,
  oidReads,
  oneDefaultRule,
  organizationOfRow,
  ownerOfOid,
  readOids,
  scanOids,
  valueColumn,
} from './oidRows.ts';
import { guarded, nothingKnown, textOf } from './targets.ts';

const isSetting = (values: Values): boolean => (values['is_default'] ?? true) === true;

/**
 * The state is the default of the organization, not that of one OID: an undo, which may be about another OID, compares the same state. A
 * row that removes the default flag from an OID without it has no effect on the default.
 */
const currentOf = (values: Values, oid: AlternateOid, standing: string | null): Current => {
  const isAbout = isSetting(values) || standing === plainOid(oid.value);
  return {
    id: oid.id,
    name: oid.value,
    version: oid.version,
    values: { default_oid: isAbout ? standing : null },
    record: oid,
  };
};

const plainDefault = (oids: readonly AlternateOid[]): string | null => {
  const record = oids.find(({ isDefault }) => isDefault);
  return record === undefined ? null : plainOid(record.value);
};

export const oidsDefault: BulkAction = {
  name: 'oids.default',
  summary: 'Set the default among the alternate OIDs of organizations, or none',
  kind: 'update',
  columns: [
    organizationOfRow,
    valueColumn('the OID', exampleValues),
    {
      name: 'is_default',
      kind: 'flag',
      keeps: true,
      field: 'isDefault',
      summary:
        'true makes it the default instead of the former one, false leaves the organization without. Blank: true',
      examples: ['', 'false'],
    },
  ],
  naturalKey: 'org_id and value',
  undoes: 'makes the former default the default again',
  calls: [...oidReads, 'carequality.updateOid'],
  keyOf: keyOfOid,
  lockOf: lockOfOid,
  problems: oidProblems,
  fileRule: oneDefaultRule(isSetting),

  async read(values, context) {
    const oids = (await readOids(values, context)) ?? [];
    const record = oidNamed(oids, textOf(values, 'value'));
    return record && currentOf(values, record, plainDefault(oids));
  },

  desired: (values) => ({ default_oid: isSetting(values) ? plainOid(textOf(values, 'value')) : null }),

  consequences: (values, current, changes) =>
    isSetting(values) && changes.length > 0 && current?.values['default_oid'] !== null
      ? [{ kind: 'default-moves', count: 1 }]
      : [],

  async write(values, current, _changes, { client, options }) {
    const params = { id: lockOfOid(values) };
    const body = { id: current?.id ?? '', isDefault: isSetting(values) };
    const oid = await client.carequality.updateOid({ params, body }, guarded(options, current));
    return currentOf(values, oid, oid.isDefault ? plainOid(oid.value) : null);
  },

  reverse({ values, before, after }) {
    if (before === undefined || after === undefined) return nothingKnown;
    const [former, present] = [before.values['default_oid'] ?? null, after.values['default_oid'] ?? null];
    return {
      action: 'oids.default',
      values: { org_id: lockOfOid(values), value: former ?? present, is_default: former !== null },
    };
  },

  async *scan(context, keep) {
    for await (const oid of scanOids(context, keep)) {
      if (oid.values['is_default'] === true) yield { ...oid, values: { default_oid: plainOid(oid.name) } };
    }
  },
  keyCells: (current) => ({ org_id: ownerOfOid(current), value: current.name, is_default: true }),
};
