import type { KnownOrganization } from '../../contract/interop.ts';
import { isOid, oidText, plainOid } from '../../rules/carequality.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { guarded, ifThere, nothingKnown, textOf } from './targets.ts';

const oidColumn: Column = {
  name: 'oid',
  kind: 'text',
  required: true,
  maxLength: 255,
  field: 'oid',
  summary: 'its OID',
  examples: ['2.16.840.1.113883.3.9641', '2.16.840.1.113883.3.9642'],
};

const oidOf = (values: Values): string => plainOid(textOf(values, 'oid'));

const problem = (column: string, code: string, message: string): CellProblem => ({ column, code, message });

const currentOf = (known: KnownOrganization): Current => ({
  id: known.oid,
  name: known.name,
  ...(known.version === undefined ? {} : { version: known.version }),
  values: { oid: known.oid, name: known.name },
  record: known,
});

const common = {
  naturalKey: 'oid',
  keyOf: oidOf,
  lockOf: oidOf,
  problems: (values: Values) => (isOid(oidOf(values)) ? [] : [problem('oid', 'E-CELL-RULE', oidText)]),
  async read(values: Values, { client, options }: RowContext) {
    const reading = client.interop.get({ params: { oid: oidOf(values) } }, { ...options, fresh: true });
    const response = await ifThere(reading);
    return response && currentOf(response.value);
  },
  scans: 'interop.list',
  async *scan({ client, options }: RowContext, keep: (row: Readonly<Record<string, unknown>>) => boolean) {
    const { value } = await client.interop.list({}, { ...options, fresh: true });
    for (const known of value) if (keep({ ...known })) yield currentOf(known);
  },
  keyCells: ({ id }: Current) => ({ oid: id }),
} as const;

export const emergencyOrgsPut: BulkAction = {
  ...common,
  name: 'emergency-orgs.put',
  summary: 'Add organizations to the known emergency organizations, or change their names',
  kind: 'update',
  upserts: true,
  columns: [
    oidColumn,
    {
      name: 'name',
      kind: 'text',
      keeps: true,
      maxLength: 255,
      field: 'name',
      summary: 'its name; blank for a new one: the one that the network knows',
      examples: ['Harbor County Health', ''],
    },
  ],
  undoes: 'restores the former name; an added organization is removed',
  calls: ['interop.list', 'interop.get', 'interop.lookUp', 'interop.save'],

  async check(values, current, context) {
    if (current !== undefined || textOf(values, 'name') !== '' || (await networkName(values, context)) !== null)
      return [];
    return [problem('name', 'E-CELL-REQUIRED', 'The network knows no organization with this OID: fill in the name.')];
  },

  desired: (values) => ({
    oid: oidOf(values),
    ...(textOf(values, 'name') === '' ? {} : { name: textOf(values, 'name') }),
  }),

  async write(values, current, _changes, context) {
    const { client, options } = context;
    const name = textOf(values, 'name') || (await networkName(values, context)) || '';
    const body = { oid: oidOf(values), name };
    return currentOf((await client.interop.save({ body }, guarded(options, current))).value);
  },

  reverse: ({ id, before }) =>
    before === undefined
      ? { action: 'emergency-orgs.delete', values: { oid: id } }
      : { action: 'emergency-orgs.put', values: before.values },
};

/** The name under which the network knows the OID of a row, requested once in a run. */
const networkName = (values: Values, { client, options, shared }: RowContext): Promise<string | null> => {
  const orgId = oidOf(values);
  return shared.once(`network name ${orgId}`, async () => {
    const { value } = await client.interop.lookUp({ body: { orgId } }, options);
    return value?.displayName ?? null;
  });
};

export const emergencyOrgsDelete: BulkAction = {
  ...common,
  name: 'emergency-orgs.delete',
  summary: 'Remove organizations from the known emergency organizations',
  kind: 'delete',
  columns: [oidColumn],
  undoes: 'adds the organization again',
  calls: ['interop.list', 'interop.get', 'interop.delete'],
  desired: () => null,
  async write(values, current, _changes, { client, options }) {
    await client.interop.delete({ params: { oid: oidOf(values) } }, guarded(options, current));
    return undefined;
  },
  reverse: ({ before }) =>
    before === undefined ? nothingKnown : { action: 'emergency-orgs.put', values: before.values },
};
