import type { Organization, ServiceAccount } from '../../contract/organizationSchemas.ts';
import { addressLimitProblem } from '../../rules/organization.ts';
import type { BulkAction, Column, Current } from '../action.ts';
import {
  currentWith,
  guarded,
  idOf,
  idProblems,
  ifThere,
  nothingKnown,
  organizationColumn,
  organizationRows,
  readOrganization,
  scanOrganizations,
} from './targets.ts';

const countColumn = (summary: string): Column => ({
  name: 'count',
  kind: 'number',
  required: true,
  min: 0,
  max: 1000,
  field: 'count',
  summary,
  examples: ['5', '0'],
});

const limitOf = (organization: Organization): Current =>
  currentWith(organization, { count: organization.serviceAccountLimit });

export const serviceAccountsLimit: BulkAction = {
  name: 'service-accounts.limit',
  summary: 'Set the maximum number of service accounts of organizations',
  kind: 'update',
  columns: [organizationColumn('org_id'), countColumn('how many service accounts it may have, 0 to 1000')],
  naturalKey: 'org_id',
  undoes: 'sets the former number',
  calls: ['organizations.list', 'organizations.get', 'organizations.setServiceAccountLimit'],
  keyOf: (values) => idOf(values, 'org_id'),
  lockOf: (values) => idOf(values, 'org_id'),
  problems: (values) => idProblems(values, ['org_id']),

  async read(values, context) {
    const record = await readOrganization(idOf(values, 'org_id'), context);
    return record && limitOf(record);
  },

  desired: ({ count = null }) => ({ count }),

  async write(values, current, _changes, { client, options }) {
    const params = { id: idOf(values, 'org_id') };
    const body = { count: Number(values['count']) };
    const { data } = await client.organizations.setServiceAccountLimit({ params, body }, guarded(options, current));
    return current && { ...current, version: undefined, values: { count: data } };
  },

  reverse: ({ id, before }) =>
    before === undefined
      ? nothingKnown
      : { action: 'service-accounts.limit', values: { org_id: id, count: before.values['count'] ?? null } },

  scan: scanOrganizations(limitOf),
  keyCells: ({ id }) => ({ org_id: id }),
};

const accountOf = (organizationId: string, account: ServiceAccount): Current => ({
  id: account.id,
  name: account.clientId,
  values: { count: account.allowedAddressCount },
  record: { ...account, organizationId },
});

export const serviceAccountsAddresses: BulkAction = {
  name: 'service-accounts.addresses',
  summary: 'Set the maximum number of addresses of service accounts; not below the registered ones',
  kind: 'update',
  columns: [
    organizationColumn('org_id'),
    {
      name: 'account_id',
      kind: 'text',
      required: true,
      maxLength: 36,
      summary: 'id of the service account: carepost service-accounts list <org>',
      examples: ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7d01', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7d02'],
    },
    countColumn('how many addresses it may register, 0 to 1000'),
  ],
  naturalKey: 'org_id and account_id',
  undoes: 'sets the former number',
  calls: ['organizations.list', 'organizations.serviceAccounts', 'organizations.setAddressLimit'],
  keyOf: (values) => `${idOf(values, 'org_id')} ${idOf(values, 'account_id')}`,
  lockOf: (values) => idOf(values, 'org_id'),
  problems: (values) => idProblems(values, ['org_id', 'account_id']),

  async read(values, { client, options }) {
    const [id, accountId] = [idOf(values, 'org_id'), idOf(values, 'account_id')];
    const accounts = await ifThere(client.organizations.serviceAccounts({ params: { id } }, options));
    const record = accounts?.items.find((account) => account.id === accountId);
    return record && accountOf(id, record);
  },

  async check(values, current) {
    const registered = (current?.record as ServiceAccount | undefined)?.clientIpAddresses.length ?? 0;
    const message = addressLimitProblem(Number(values['count']), registered);
    return message === null ? [] : [{ column: 'count', code: 'E-SERVICE-ACCOUNT-FLOOR', message }];
  },

  desired: ({ count = null }) => ({ count }),

  async write(values, _current, _changes, { client, options }) {
    const [id, accountId] = [idOf(values, 'org_id'), idOf(values, 'account_id')];
    const body = { count: Number(values['count']) };
    return accountOf(id, await client.organizations.setAddressLimit({ params: { id, accountId }, body }, options));
  },

  reverse: ({ values, id, before }) =>
    before === undefined
      ? nothingKnown
      : {
          action: 'service-accounts.addresses',
          values: { org_id: idOf(values, 'org_id'), account_id: id, count: before.values['count'] ?? null },
        },

  async *scan(context, keep) {
    const { client, options } = context;
    for await (const { id } of organizationRows(context, keep)) {
      const accounts = await ifThere(client.organizations.serviceAccounts({ params: { id } }, options));
      for (const account of accounts?.items ?? []) yield accountOf(id, account);
    }
  },
  keyCells: ({ id, record }) => ({ org_id: String(record?.['organizationId']), account_id: id }),
};
