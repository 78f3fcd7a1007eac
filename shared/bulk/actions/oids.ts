import type { BulkAction, Column, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import {
  exampleValues,
  keyOfOid,
  lockOfOid,
  oidCurrent,
  oidNamed,
  oidProblems,
  oidReads,
  oidsAsRead,
  oidWarnings,
  oneDefaultRule,
  organizationOfRow,
  ownerOfOid,
  readOids,
  scanOids,
  takenOid,
  valueColumn,
} from './oidRows.ts';
import { firstRows } from './firstRows.ts';
import { guarded, isId, nothingKnown, textOf } from './targets.ts';

const defaultColumn: Column = {
  name: 'is_default',
  kind: 'flag',
  keeps: true,
  field: 'isDefault',
  summary: 'whether it becomes the default OID; the former default stays without the flag. Blank: no',
  examples: ['true', ''],
};

/** A missing OID and a missing organization are different problems. */
const missingOrganization = async (values: Values, context: RowContext): Promise<CellProblem[]> =>
  (await oidsAsRead(values, context)) === undefined
    ? [{ column: 'org_id', code: 'E-ROW-TARGET', message: 'The organization does not exist.' }]
    : [];

export const oidsAdd: BulkAction = {
  name: 'oids.add',
  summary: 'Add alternate OIDs to organizations',
  kind: 'create',
  columns: [organizationOfRow, valueColumn('the OID', exampleValues), defaultColumn],
  naturalKey: 'org_id and value',
  undoes: 'deletes the OID; a default that it replaced stays without the flag',
  calls: ['carequality.oids', 'carequality.addOid'],
  keyOf: keyOfOid,
  lockOf: lockOfOid,
  problems: oidProblems,
  warnings: oidWarnings,
  fileRule: oneDefaultRule(({ is_default }) => is_default === true),

  async read(values, context) {
    const record = oidNamed(await readOids(values, context), textOf(values, 'value'));
    return record && oidCurrent(record);
  },

  /** An OID that exists with the values of the row was added by an earlier attempt. */
  async check(values, current, context) {
    if (current !== undefined) {
      const isAsRequested =
        current.values['value'] === textOf(values, 'value') &&
        current.values['is_default'] === (values['is_default'] ?? false);
      return isAsRequested ? [] : [takenOid()];
    }
    return missingOrganization(values, context);
  },

  desired: (values) => ({ value: textOf(values, 'value'), is_default: values['is_default'] ?? false }),

  async consequences(values, _current, _changes, context) {
    if (values['is_default'] !== true) return [];
    const oids = (await oidsAsRead(values, context)) ?? [];
    return oids.some(({ isDefault }) => isDefault) ? [{ kind: 'default-moves', count: 1 }] : [];
  },

  async write(values, _current, _changes, { client, options }) {
    const body = { value: textOf(values, 'value'), isDefault: values['is_default'] === true };
    return oidCurrent(await client.carequality.addOid({ params: { id: lockOfOid(values) }, body }, options));
  },

  reverse: ({ values, after }) =>
    after === undefined
      ? nothingKnown
      : { action: 'oids.delete', values: { org_id: lockOfOid(values), value: after.values['value'] ?? null } },
};

export const oidsUpdate: BulkAction = {
  name: 'oids.update',
  summary: 'Change the value of alternate OIDs; oids.default sets the default',
  kind: 'update',
  columns: [
    organizationOfRow,
    {
      name: 'oid_id',
      kind: 'text',
      required: true,
      maxLength: 255,
      summary: 'id of the OID, or its current value',
      examples: ['2.16.840.1.113883.3.9621', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7e01'],
    },
    valueColumn('the new OID', ['2.16.840.1.113883.3.9631', '2.16.840.1.113883.3.9632']),
  ],
  naturalKey: 'org_id and oid_id',
  undoes: 'restores the former value',
  calls: [...oidReads, 'carequality.updateOid'],
  keyOf: (values) => `${lockOfOid(values)} ${textOf(values, 'oid_id').toLowerCase()}`,
  lockOf: lockOfOid,
  problems: oidProblems,
  warnings: oidWarnings,
  fileRule() {
    const firstRow = firstRows();
    return (values, row) => {
      const first = firstRow(keyOfOid(values), row);
      if (first === undefined) return [];
      const message = `Row ${first} gives another OID of the organization the same value.`;
      return [{ column: 'value', code: 'E-ROW-CONTRADICTS', message }];
    };
  },

  /** Found by its new value when the row was carried out before. */
  async read(values, context) {
    const oids = await readOids(values, context);
    const former = textOf(values, 'oid_id');
    const renamed = isId(former) ? undefined : oidNamed(oids, textOf(values, 'value'));
    const record = oidNamed(oids, former) ?? renamed;
    return record && oidCurrent(record);
  },

  async check(values, current, context) {
    const there = oidNamed(await oidsAsRead(values, context), textOf(values, 'value'));
    return there === undefined || there.id === current?.id ? [] : [takenOid()];
  },

  desired: (values) => ({ value: textOf(values, 'value') }),

  async write(values, current, _changes, { client, options }) {
    const params = { id: lockOfOid(values) };
    const body = { id: current?.id ?? '', value: textOf(values, 'value') };
    return oidCurrent(await client.carequality.updateOid({ params, body }, guarded(options, current)));
  },

  reverse: ({ values, id, before }) =>
    before === undefined
      ? nothingKnown
      : {
          action: 'oids.update',
          values: { org_id: lockOfOid(values), oid_id: id, value: before.values['value'] ?? null },
        },

  scan: scanOids,
  keyCells: (current) => ({ org_id: ownerOfOid(current), oid_id: current.id }),
};

export const oidsDelete: BulkAction = {
  name: 'oids.delete',
  summary: 'Delete alternate OIDs of organizations',
  kind: 'delete',
  columns: [organizationOfRow, valueColumn('the OID, or the id of its record', exampleValues)],
  naturalKey: 'org_id and value',
  undoes: 'adds the OID again, as the default if it was',
  calls: [...oidReads, 'carequality.deleteOid'],
  keyOf: keyOfOid,
  lockOf: lockOfOid,
  problems: oidProblems,

  async read(values, context) {
    const record = oidNamed(await readOids(values, context), textOf(values, 'value'));
    return record && oidCurrent(record);
  },

  check: (values, current, context) =>
    current === undefined ? missingOrganization(values, context) : Promise.resolve([]),

  desired: () => null,

  async write(values, current, _changes, { client, options }) {
    const params = { id: lockOfOid(values), oidId: current?.id ?? '' };
    await client.carequality.deleteOid({ params }, guarded(options, current));
    return undefined;
  },

  reverse: ({ values, before }) =>
    before === undefined
      ? nothingKnown
      : { action: 'oids.add', values: { org_id: lockOfOid(values), ...before.values } },

  scan: scanOids,
  keyCells: (current) => ({ org_id: ownerOfOid(current), value: current.name }),
};
