import { ApiError } from '../../client/apiError.ts';
import type { ImportResult } from '../../contract/carequality.ts';
import type { Organization } from '../../contract/organizationSchemas.ts';
import type { CallOptions, Client } from '../../client/createClient.ts';
import { isOid, oidText, oidValueMax, plainOid } from '../../rules/carequality.ts';
import type { BulkAction } from '../action.ts';
import type { Values } from '../values.ts';
import { ownerOfEntry, participationProblems, scanEntries } from './directoryRows.ts';
import { currentWith, idOf, idProblems, organizationColumn, readOrganization, textOf } from './targets.ts';

const importOne = async (
  client: Client,
  values: Values,
  dryRun: boolean,
  options: CallOptions,
): Promise<ImportResult | undefined> => {
  const body = { oids: [plainOid(textOf(values, 'oid'))], dryRun };
  const params = { id: idOf(values, 'org_id') };
  return (await client.carequality.importEntries({ params, body }, options)).results[0];
};

const isRefused = (result: ImportResult | undefined): boolean =>
  result === undefined || result.outcome === 'gone' || result.outcome === 'failed';

const codeOf = (result: ImportResult | undefined) =>
  result?.outcome === 'gone' ? 'E-NOT-FOUND' : 'E-DIRECTORY-UNAVAILABLE';

export const directoryImport: BulkAction = {
  name: 'directory.import',
  summary: 'Read directory entries of organizations from the FHIR directory by OID',
  kind: 'one-way',
  columns: [
    organizationColumn('org_id'),
    {
      name: 'oid',
      kind: 'text',
      required: true,
      maxLength: oidValueMax,
      field: 'oids',
      summary: 'OID to read; the values of the directory replace those of the entry',
      examples: ['2.16.840.1.113883.3.9641', '2.16.840.1.113883.3.9642'],
    },
  ],
  naturalKey: null,
  undoes: null,
  calls: ['organizations.list', 'organizations.get', 'carequality.entries', 'carequality.importEntries'],
  keyOf: (values) => `${idOf(values, 'org_id')} ${plainOid(textOf(values, 'oid'))}`,
  lockOf: (values) => idOf(values, 'org_id'),
  problems: (values) => [
    ...idProblems(values, ['org_id']),
    ...(isOid(textOf(values, 'oid')) ? [] : [{ column: 'oid', code: 'E-CELL-RULE', message: oidText }]),
  ],

  async read(values, context) {
    const record = await readOrganization(idOf(values, 'org_id'), context);
    return record && currentWith(record, {});
  },

  /** Reads the directory before the import: an organization that it does not list cannot be imported. */
  async check(values, current, context) {
    const participation = participationProblems(current?.record as Organization | undefined);
    if (participation.length > 0) return participation;
    const said = await importOne(context.client, values, true, context.options);
    if (!isRefused(said)) return [];
    return [{ column: 'oid', code: codeOf(said), message: said?.message ?? oidText }];
  },

  desired: () => null,

  /** The call also succeeds where the directory returned nothing; for the row that is a refusal. */
  async write(values, current, _changes, { client, options }) {
    const said = await importOne(client, values, false, options);
    if (isRefused(said)) throw new ApiError({ status: 422, code: codeOf(said), message: said?.message ?? undefined });
    return current && { ...current, version: undefined, record: said };
  },

  reverse: () => ({ cannot: 'The values before the import are not stored.' }),

  async *scan(context, keep) {
    for await (const entry of scanEntries(context, keep)) yield { ...entry, values: {} };
  },
  keyCells: (current) => ({
    org_id: ownerOfEntry(current),
    oid: String(current.record?.['organizationId']),
  }),
};
