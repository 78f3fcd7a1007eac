import { type Command, selectionFlag, contentFlag } from '../command.ts';
import { defined } from '../../shared/rules/defined.ts';
import { listCommand, pagesCommand, type Run, writeCommand } from '../records/commandBuilders.ts';
import { orgArgument, organizationName } from '../records/organizationLookup.ts';
import { recordCommands } from '../records/recordCommands.ts';
import { isId, itemNamed } from '../records/recordErrors.ts';
import { settableOf } from '../records/setFields.ts';
import { networkArgument, networkName, serviceAccountCommands } from './networks/serviceAccount.ts';

const organizations = pagesCommand({
  name: 'organizations',
  aliases: ['orgs'],
  summary: 'List the organizations of a network',
  arguments: [networkArgument],
  lists: 'organizations',
  calls: ['networks.organizations'],
  examples: ['carepost networks organizations <network>', 'carepost networks orgs <network> --all --output csv'],
  sortedBy: 'name',
  pages:
    ({ client, id, read }) =>
    (query) =>
      client.networks.organizations({ params: { id }, query }, read),
});

/** The names of a network and an organization for the confirmation. */
const namesOf = async ({ context, args: [id = '', orgId = ''] }: Run<unknown>) => {
  const network = await networkName(context, id);
  return { id, orgId, network, name: await organizationName(context, orgId) };
};

const addOrganization = writeCommand({
  name: 'add-organization',
  aliases: ['add-org'],
  summary: 'Move an organization into a network',
  arguments: [networkArgument, orgArgument],
  calls: ['networks.get', 'organizations.get', 'networks.addOrganization'],
  async prepare(run) {
    const { id, orgId, network, name } = await namesOf(run);
    return {
      title: `Move the organization ${name} into the network ${network}`,
      send: (call) => run.client.networks.addOrganization({ params: { id }, body: { organizationId: orgId } }, call),
      done: 'The organization was added to the network.',
    };
  },
});

const removeOrganization = writeCommand({
  name: 'remove-organization',
  aliases: ['remove-org'],
  summary: 'Remove an organization from a network',
  arguments: [networkArgument, orgArgument],
  fields: ['id', 'name', 'removed'],
  calls: ['networks.get', 'organizations.get', 'networks.removeOrganization'],
  async prepare(run) {
    const { id, orgId, network, name } = await namesOf(run);
    return {
      title: `Remove the organization ${name} from the network ${network}`,
      send: (call) => run.client.networks.removeOrganization({ params: { id, orgId } }, call),
      done: 'The organization was removed from the network.',
      record: { id: orgId, name, removed: true },
    };
  },
});

const admins = listCommand({
  name: 'admins',
  summary: 'List the administrators of a network',
  arguments: [networkArgument],
  options: [selectionFlag('--search <text>', 'only users whose name contains the text')],
  calls: ['networks.admins'],
  examples: [
    'carepost networks admins <network> --output json',
    'carepost networks admins <network> --search ann -o json',
  ],
  load: ({ client, id, read, options: { search } }) =>
    client.networks.admins({ params: { id }, query: defined({ search }) }, read),
});

const addAdmin = writeCommand({
  name: 'add-admin',
  summary: 'Make a user an administrator of a network',
  arguments: [networkArgument],
  options: [contentFlag('--user <name>', 'user name or id of the user', { required: true })],
  calls: ['networks.get', 'networks.addAdmin'],
  examples: [
    'carepost networks add-admin <network> --user <user> --yes',
    'carepost networks add-admin <network> --user <user> --yes --reason "Takes over from Ann" --output json',
  ],
  async prepare({ context, client, id, options: { user = '' } }) {
    const body = isId(user) ? { userId: user } : { userName: user };
    return {
      title: `Make ${user} an administrator of the network ${await networkName(context, id)}`,
      send: (call) => client.networks.addAdmin({ params: { id }, body }, call),
      done: 'The administrator was added.',
    };
  },
});

const removeAdmin = writeCommand({
  name: 'remove-admin',
  summary: 'Remove an administrator from a network',
  arguments: [networkArgument, { name: '<admin>', summary: 'user name or id, as networks admins shows it' }],
  fields: ['id', 'userName', 'removed'],
  calls: ['networks.get', 'networks.admins', 'networks.removeAdmin'],
  async prepare({ context, client, read, args: [id = '', text = ''] }) {
    const network = await networkName(context, id);
    const { items } = await client.networks.admins({ params: { id }, query: {} }, read);
    const { id: adminId, userName } = itemNamed(items, text.toLowerCase(), ['userName', 'id'], {
      owner: 'network',
      one: 'administrator',
      list: `networks admins ${id}`,
    });
    return {
      title: `Remove the administrator ${userName} from the network ${network}`,
      send: (call) => client.networks.removeAdmin({ params: { id, adminId } }, call),
      done: 'The administrator was removed.',
      record: { id: adminId, userName, removed: true },
    };
  },
});

const features = listCommand({
  name: 'features',
  summary: 'List all features and whether a network has them',
  arguments: [networkArgument],
  columns: ['id', 'name', 'isEnabled', 'isOn'],
  calls: ['networks.features'],
  examples: [
    'carepost networks features <network>',
    "carepost networks features <network> --where 'isOn=true' -o json",
  ],
  load: ({ client, id, read }) => client.networks.features({ params: { id } }, read),
});

export const commands: readonly Command[] = [
  ...recordCommands({
    name: 'networks',
    area: 'networks',
    one: 'network',
    web: '/admin/networks',
    settable: settableOf('networks.create'),
    examples: {
      create: '--set "name=Lake District Network" --set "enabledFeatures=Carequality|Release"',
      update: '--set isEnabled=false',
      file: 'network.json',
    },
  }),
  organizations,
  addOrganization,
  removeOrganization,
  admins,
  addAdmin,
  removeAdmin,
  features,
  ...serviceAccountCommands,
];
