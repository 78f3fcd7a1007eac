import type { NetworkAdmin } from '../../contract/networkPeople.ts';
import type { NetworkServiceAccount } from '../../contract/networks.ts';
import { serviceAddressProblems } from '../../rules/network.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import {
  idOf,
  idProblems,
  ifThere,
  isId,
  nothingKnown,
  organizationColumn,
  readOrganization,
  textOf,
} from './targets.ts';

const networkColumn: Column = {
  name: 'network_id',
  kind: 'text',
  required: true,
  maxLength: 36,
  summary: 'id of the network',
  examples: ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7e01', '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7e02'],
};

const networkOf = (values: Values): string => idOf(values, 'network_id');

/** The network of a row, requested once in a run. */
const networkOnce = (values: Values, { client, options, shared }: RowContext) =>
  shared.once(`network ${networkOf(values)}`, () =>
    ifThere(client.networks.get({ params: { id: networkOf(values) } }, options)),
  );

const missingNetwork: CellProblem = {
  column: 'network_id',
  code: 'E-ROW-TARGET',
  message: 'The network does not exist.',
};

const checkNetwork = async (values: Values, context: RowContext): Promise<readonly CellProblem[]> =>
  (await networkOnce(values, context)) === undefined ? [missingNetwork] : [];

const membership = {
  columns: [networkColumn, organizationColumn('org_id')],
  naturalKey: 'org_id',
  keyOf: (values) => idOf(values, 'org_id'),
  lockOf: (values) => idOf(values, 'org_id'),
  problems: (values) => idProblems(values, ['network_id', 'org_id']),
} as const satisfies Partial<BulkAction>;

const readMembership = async (values: Values, context: RowContext): Promise<Current | undefined> => {
  const organization = await readOrganization(idOf(values, 'org_id'), context);
  if (organization === undefined) return undefined;
  const { id, name, networkDbId } = organization;
  return { id, name, values: { network_id: networkDbId }, record: { id, name } };
};

export const networksAddOrganization: BulkAction = {
  ...membership,
  name: 'networks.add-organization',
  summary: 'Move organizations into networks',
  kind: 'update',
  undoes: 'moves the organization back into its former network',
  calls: ['networks.get', 'organizations.get', 'networks.addOrganization'],
  read: readMembership,
  check: (values, _current, context) => checkNetwork(values, context),
  desired: (values) => ({ network_id: networkOf(values) }),

  async write(values, current, _changes, { client, options }) {
    const body = { organizationId: idOf(values, 'org_id') };
    const record = await client.networks.addOrganization({ params: { id: networkOf(values) }, body }, options);
    return current && { ...current, values: { network_id: networkOf(values) }, record };
  },

  reverse({ id, values, before }) {
    if (before === undefined) return nothingKnown;
    const former = before.values['network_id'] ?? null;
    return former === null
      ? { action: 'networks.remove-organization', values: { network_id: networkOf(values), org_id: id } }
      : { action: 'networks.add-organization', values: { network_id: former, org_id: id } };
  },
};

export const networksRemoveOrganization: BulkAction = {
  ...membership,
  name: 'networks.remove-organization',
  summary: 'Remove organizations from networks',
  kind: 'delete',
  naturalKey: 'network_id and org_id',
  undoes: 'moves the organization into the network again',
  calls: ['organizations.get', 'networks.removeOrganization'],

  /** An organization that is not in the network has left it already. */
  async read(values, context) {
    const current = await readMembership(values, context);
    return current?.values['network_id'] === networkOf(values) ? current : undefined;
  },

  desired: () => null,

  async write(values, _current, _changes, { client, options }) {
    const params = { id: networkOf(values), orgId: idOf(values, 'org_id') };
    await client.networks.removeOrganization({ params }, options);
    return undefined;
  },

  reverse: ({ id, before }) =>
    before === undefined
      ? nothingKnown
      : {
          action: 'networks.add-organization',
          values: { network_id: before.values['network_id'] ?? null, org_id: before.id || id },
        },
};

const userColumn: Column = {
  name: 'user',
  kind: 'text',
  required: true,
  maxLength: 255,
  field: 'userName',
  summary: 'user name or id of the administrator',
  examples: ['ann.baker@lakeside.example', 'ben.clark@hilltop.example'],
};

const userOf = (values: Values): string => textOf(values, 'user').toLowerCase();

const adminCurrent = (admin: NetworkAdmin): Current => ({
  id: admin.id,
  name: admin.userName,
  values: { user: admin.userName.toLowerCase() },
  record: admin,
});

const administration = {
  columns: [networkColumn, userColumn],
  naturalKey: 'network_id and user',
  keyOf: (values) => `${networkOf(values)} ${userOf(values)}`,
  lockOf: networkOf,
  problems: (values) => idProblems(values, ['network_id']),

  async read(values, { client, options }) {
    const params = { id: networkOf(values) };
    const admins = await ifThere(client.networks.admins({ params, query: {} }, { ...options, fresh: true }));
    const user = userOf(values);
    const admin = admins?.items.find(({ id, userName }) => id === user || userName.toLowerCase() === user);
    return admin && adminCurrent(admin);
  },
} as const satisfies Partial<BulkAction>;

export const networksAddAdmin: BulkAction = {
  ...administration,
  name: 'networks.add-admin',
  summary: 'Make users administrators of networks',
  kind: 'create',
  undoes: 'removes the administrator',
  calls: ['networks.admins', 'networks.get', 'networks.addAdmin'],
  check: (values, _current, context) => checkNetwork(values, context),
  /** Of an existing administrator nothing is changed. */
  desired: () => ({}),

  async write(values, _current, _changes, { client, options }) {
    const user = userOf(values);
    const body = isId(user) ? { userId: user } : { userName: user };
    return adminCurrent(await client.networks.addAdmin({ params: { id: networkOf(values) }, body }, options));
  },

  reverse: ({ values, after }) => ({
    action: 'networks.remove-admin',
    values: { network_id: networkOf(values), user: after?.name ?? userOf(values) },
  }),
};

export const networksRemoveAdmin: BulkAction = {
  ...administration,
  name: 'networks.remove-admin',
  summary: 'Remove administrators from networks',
  kind: 'delete',
  undoes: 'makes the user an administrator again',
  calls: ['networks.admins', 'networks.removeAdmin'],
  desired: () => null,

  async write(values, current, _changes, { client, options }) {
    const params = { id: networkOf(values), adminId: current?.id ?? '' };
    await client.networks.removeAdmin({ params }, options);
    return undefined;
  },

  reverse: ({ values, before }) =>
    before === undefined
      ? nothingKnown
      : { action: 'networks.add-admin', values: { network_id: networkOf(values), user: before.name } },
};

const accountCurrent = (id: string, account: NetworkServiceAccount): Current => ({
  id,
  name: account.clientId,
  values: { enabled: account.isEnabled, ip_addresses: account.ipAddresses },
  record: account,
});

const account = {
  naturalKey: 'network_id',
  keyOf: networkOf,
  lockOf: networkOf,

  async read(values, { client, options }) {
    const id = networkOf(values);
    const reading = client.networks.serviceAccount({ params: { id } }, { ...options, fresh: true });
    const record = await ifThere(reading);
    return record ? accountCurrent(id, record) : undefined;
  },
} as const satisfies Partial<BulkAction>;

const addressesOf = (values: Values): string[] => {
  const addresses = values['ip_addresses'];
  return Array.isArray(addresses) ? [...(addresses as readonly string[])] : [];
};

export const networksServiceAccount: BulkAction = {
  ...account,
  name: 'networks.service-account',
  summary: 'Create the service accounts of networks, enable or disable them, and set their addresses',
  kind: 'update',
  upserts: true,
  columns: [
    networkColumn,
    {
      name: 'enabled',
      kind: 'flag',
      keeps: true,
      field: 'isEnabled',
      summary: 'whether the account can sign in. Blank in a new account: yes',
      examples: ['true', ''],
    },
    {
      name: 'ip_addresses',
      kind: 'list',
      maxLength: 15,
      field: 'ipAddresses',
      summary: 'addresses from which it may call, all of them',
      examples: ['198.51.100.7|198.51.100.8', ''],
    },
  ],
  undoes: 'restores the former state; a new account is deleted',
  calls: [
    'networks.serviceAccount',
    'networks.get',
    'networks.createServiceAccount',
    'networks.enableServiceAccount',
    'networks.disableServiceAccount',
    'networks.setServiceAddresses',
  ],
  problems: (values) => [
    ...idProblems(values, ['network_id']),
    ...(serviceAddressProblems(addressesOf(values))['ipAddresses'] ?? []).map((message) => ({
      column: 'ip_addresses',
      code: 'E-CELL-RULE',
      message,
    })),
  ],
  check: (values, _current, context) => checkNetwork(values, context),

  desired: (values) => ({
    ...(values['enabled'] === undefined ? {} : { enabled: values['enabled'] }),
    ...(values['ip_addresses'] === undefined ? {} : { ip_addresses: addressesOf(values) }),
  }),

  async write(values, current, _changes, { client, options }) {
    const params = { id: networkOf(values) };
    let record = current?.record as NetworkServiceAccount | undefined;
    record ??= await client.networks.createServiceAccount({ params }, options);
    const { enabled } = values;
    if (enabled !== undefined && enabled !== record.isEnabled) {
      record = await client.networks[enabled === true ? 'enableServiceAccount' : 'disableServiceAccount'](
        { params },
        options,
      );
    }
    if (values['ip_addresses'] !== undefined) {
      const body = { ipAddresses: addressesOf(values) };
      record = await client.networks.setServiceAddresses({ params, body }, options);
    }
    return accountCurrent(params.id, record);
  },

  reverse: ({ id, before }) =>
    before === undefined
      ? { action: 'networks.delete-service-account', values: { network_id: id } }
      : { action: 'networks.service-account', values: { network_id: id, ...before.values } },
};

export const networksDeleteServiceAccount: BulkAction = {
  ...account,
  name: 'networks.delete-service-account',
  summary: 'Delete the service accounts of networks',
  kind: 'delete',
  columns: [networkColumn],
  undoes: null,
  calls: ['networks.serviceAccount', 'networks.deleteServiceAccount'],
  problems: (values) => idProblems(values, ['network_id']),
  desired: () => null,

  async write(values, _current, _changes, { client, options }) {
    await client.networks.deleteServiceAccount({ params: { id: networkOf(values) } }, options);
    return undefined;
  },

  reverse: () => ({ cannot: 'A new service account has another client id.' }),
};
