import type { OrganizationCreate } from '../../contract/organizationSchemas.ts';
import { normaliseSubdomain } from '../../rules/subdomain.ts';
import type { BulkAction, RowContext } from '../action.ts';
import { changesBetween, type Values } from '../values.ts';
import { serverProblems, takenSubdomain } from './organizationChecks.ts';
import { nameColumn, organizationColumns, subdomainColumn } from './organizationColumns.ts';
import { newRecordProblems, sharedValueRule } from './organizationProblems.ts';
import { fieldsOfCells, organizationCurrent, storedCells } from './organizationState.ts';
import { readOrganization, textOf } from './targets.ts';

const subdomainOf = (values: Values): string => normaliseSubdomain(textOf(values, 'subdomain'));

/** Cells of a new record: cleared cells are left out, so the server's defaults apply. */
const newCells = (values: Values): Values =>
  Object.fromEntries(Object.entries(storedCells(values)).filter(([, value]) => value !== null));

const searchSize = 200;

/** The organization with the subdomain. The list searches for parts of words, so its results are filtered for the exact one. */
const findBySubdomain = async (subdomain: string, { client, options }: RowContext): Promise<string | undefined> => {
  if (!(await client.organizations.subdomainExists({ query: { subdomain } }, options))) return undefined;
  for (let pageNumber = 1; ; pageNumber += 1) {
    const query = { search: subdomain, pageNumber, pageSize: searchSize };
    const { items, totalCount } = await client.organizations.list({ query }, options);
    const record = items.find((row) => row.subDomain?.toLowerCase() === subdomain);
    if (record !== undefined) return record.id;
    if (items.length === 0 || pageNumber * searchSize >= totalCount) return undefined;
  }
};

export const orgsCreate: BulkAction = {
  name: 'orgs.create',
  summary: 'Add organizations',
  kind: 'create',
  columns: [{ ...nameColumn, required: true }, { ...subdomainColumn, required: true }, ...organizationColumns],
  naturalKey: 'subdomain',
  undoes: 'deletes the organization, unless it was changed since',
  calls: [
    'organizations.subdomainExists',
    'organizations.list',
    'organizations.get',
    'organizations.subdomainIsValid',
    'networks.list',
    'brands.list',
    'plans.list',
    'resellers.list',
    'organizations.types',
    'organizations.specialties',
    'documentsources.providers',
    'features.list',
    'organizations.create',
  ],
  keyOf: subdomainOf,
  lockOf: subdomainOf,
  problems: newRecordProblems,
  fileRule: () => sharedValueRule(['qhin_participant_oid']),

  async read(values, context) {
    const id = await findBySubdomain(subdomainOf(values), context);
    const record = id === undefined ? undefined : await readOrganization(id, context);
    return record && organizationCurrent(record);
  },

  /** An organization that exists with the values of the row is no mistake: the row was carried out before. */
  async check(values, current, context) {
    const cells = newCells(values);
    if (current === undefined)
      return serverProblems({ requested: cells, sent: cells, current: {} }, undefined, context);
    return changesBetween(current.values, cells).length === 0 ? [] : [takenSubdomain(subdomainOf(values))];
  },

  desired: newCells,

  async write(values, _current, _changes, { client, options }) {
    const body = fieldsOfCells(newCells(values)) as OrganizationCreate;
    return organizationCurrent(await client.organizations.create({ body }, options));
  },

  reverse: ({ id, after }) =>
    after === undefined
      ? { cannot: 'The id of the added organization is not known.' }
      : { action: 'orgs.delete', values: { id, expected_name: after.name } },
};
