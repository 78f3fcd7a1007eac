import type { OrganizationUpdate } from '../../contract/organizationSchemas.ts';
import type { BulkAction } from '../action.ts';
import { type Change, changesBetween, type Values } from '../values.ts';
import { serverProblems } from './organizationChecks.ts';
import { organizationColumns, nameColumn, subdomainColumn } from './organizationColumns.ts';
import { changeProblems, locatedProblems, sharedValueRule } from './organizationProblems.ts';
import { fieldsOfCells, organizationCurrent, storedCells } from './organizationState.ts';
import { subscriptionConsequences } from './subscription.ts';
import { idOf, idProblems, nothingKnown, organizationColumn, readOrganization, scanOrganizations } from './targets.ts';

const sentCells = (changes: readonly Change[]): Values =>
  Object.fromEntries(changes.map(({ column, after }) => [column, after]));

export const orgsUpdate: BulkAction = {
  name: 'orgs.update',
  summary: 'Change fields of organizations; only cells that differ are sent',
  kind: 'update',
  merges: true,
  columns: [
    organizationColumn('id'),
    // Blank examples: an existing organization keeps its name and subdomain unless the row sets them.
    { ...nameColumn, examples: ['', ''] },
    { ...subdomainColumn, examples: ['', ''] },
    ...organizationColumns,
  ],
  naturalKey: 'id',
  undoes: 'restores the former cells',
  calls: [
    'organizations.list',
    'organizations.get',
    'organizations.subdomainIsValid',
    'organizations.subdomainExists',
    'networks.list',
    'brands.list',
    'plans.list',
    'resellers.list',
    'organizations.types',
    'organizations.specialties',
    'documentsources.providers',
    'features.list',
    'connections.list',
    'organizations.update',
  ],
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => [...idProblems(values, ['id']), ...changeProblems(values)],
  fileRule: () => sharedValueRule(['subdomain', 'qhin_participant_oid']),

  async read(values, context) {
    const record = await readOrganization(idOf(values), context);
    return record && organizationCurrent(record);
  },

  async check(values, current, context) {
    if (current === undefined) return [];
    const requested = storedCells(values);
    const sent = sentCells(changesBetween(current.values, requested));
    const located = locatedProblems(sent, current.values);
    if (located.length > 0) return located;
    return serverProblems({ requested, sent, current: current.values }, current.id, context);
  },

  desired: storedCells,

  consequences: (_values, current, changes, context) =>
    subscriptionConsequences(sentCells(changes), current?.values ?? {}, context),

  /** Sends the version of the fresh read, so that a concurrent save is not overwritten. */
  async write(values, current, changes, { client, options }) {
    const version = current?.version;
    const body: OrganizationUpdate = {
      ...(fieldsOfCells(sentCells(changes)) as OrganizationUpdate),
      ...(version === undefined ? {} : { version }),
    };
    return organizationCurrent(await client.organizations.update({ params: { id: idOf(values) }, body }, options));
  },

  /** Plan and reseller are undone together: the server may have changed one with the other. */
  reverse: ({ id, before, after }) => {
    if (before === undefined || after === undefined) return nothingKnown;
    const former = sentCells(changesBetween(after.values, before.values));
    return { action: 'orgs.update', values: { id, ...former } };
  },

  scan: scanOrganizations(organizationCurrent),
  keyCells: ({ id }) => ({ id }),
};
