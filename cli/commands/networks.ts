import { type Context, defineCommand, type Command } from '../command.ts';
import { CliError } from '../errors.ts';
import { showList, showPages } from '../output/listing.ts';
import { confirmed, type WriteFlags } from '../records/confirmed.ts';
import { orgArgument, organizationName } from '../records/organizationLookup.ts';
import { type PageFlags, pageFlags, recordCommands } from '../records/recordCommands.ts';
import { isId } from '../records/recordErrors.ts';
import { networkArgument, networkName } from './networks/network.ts';
import { serviceAccountCommands } from './networks/serviceAccount.ts';

const listed = ['id', 'name', 'isEnabled'];
const fields = [...listed, 'enabledFeatures', 'organizationCount', 'adminCount', 'createDate', 'version'];
const organizationFields = ['id', 'orgId', 'name', 'subDomain', 'isActivated'];
const adminFields = ['id', 'firstName', 'lastName', 'userName', 'isEnabled'];

const organizations = defineCommand<PageFlags>({
  name: 'organizations',
  aliases: ['orgs'],
  summary: 'List the organizations of a network',
  arguments: [networkArgument],
  options: pageFlags,
  takes: ['rows'],
  fields: { all: organizationFields, table: organizationFields },
  lists: 'organizations',
  calls: ['networks.organizations'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost networks organizations <network>', 'carepost networks orgs <network> --all --output csv'],
  async run(context, { search, pageSize = 25, page = 1 }, [id = '']) {
    const client = await context.client();
    const filter = search === undefined ? {} : { search };
    await showPages(context, {
      serverSort: 'name',
      pageSize,
      pageNumber: page,
      load: (query) =>
        client.networks.organizations({ params: { id }, query: { ...query, ...filter } }, { signal: context.signal }),
    });
  },
});

const addOrganization = defineCommand<WriteFlags>({
  name: 'add-organization',
  aliases: ['add-org'],
  summary: 'Move an organization into a network',
  arguments: [networkArgument, orgArgument],
  takes: ['write', 'record'],
  fields: { all: organizationFields, table: organizationFields },
  calls: ['networks.get', 'organizations.get', 'networks.addOrganization'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks add-organization <network> <org> --yes',
    'carepost networks add-organization <network> <org> --yes --reason "Joined in May" --output json',
  ],
  async run(context, flags, [id = '', organizationId = '']) {
    const network = await networkName(context, id);
    const name = await organizationName(context, organizationId);
    const call = await confirmed(context, `Move the organization ${name} into the network ${network}`, flags);
    const client = await context.client();
    const added = await client.networks.addOrganization({ params: { id }, body: { organizationId } }, call);
    context.terminal.note('The organization was added to the network.');
    await context.output.record(added);
  },
});

const removeOrganization = defineCommand<WriteFlags>({
  name: 'remove-organization',
  aliases: ['remove-org'],
  summary: 'Remove an organization from a network',
  arguments: [networkArgument, orgArgument],
  takes: ['write', 'record'],
  fields: { all: ['id', 'name', 'removed'], table: ['id', 'name', 'removed'] },
  calls: ['networks.get', 'organizations.get', 'networks.removeOrganization'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks remove-organization <network> <org> --yes',
    'carepost networks remove-organization <network> <org> --yes --reason "Contract ended" --output json',
  ],
  async run(context, flags, [id = '', orgId = '']) {
    const network = await networkName(context, id);
    const name = await organizationName(context, orgId);
    const call = await confirmed(context, `Remove the organization ${name} from the network ${network}`, flags);
    const client = await context.client();
    await client.networks.removeOrganization({ params: { id, orgId } }, call);
    context.terminal.note('The organization was removed from the network.');
    await context.output.record({ id: orgId, name, removed: true });
  },
});

const admins = defineCommand<{ readonly search?: string }>({
  name: 'admins',
  summary: 'List the administrators of a network',
  arguments: [networkArgument],
  options: [{ flags: '--search <text>', summary: 'only users whose name contains the text', group: 'Selection' }],
  takes: ['rows'],
  fields: { all: adminFields, table: adminFields },
  calls: ['networks.admins'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks admins <network> --output json',
    'carepost networks admins <network> --search ann -o json',
  ],
  async run(context, { search }, [id = '']) {
    const client = await context.client();
    const query = search === undefined ? {} : { search };
    const { items } = await client.networks.admins({ params: { id }, query }, { signal: context.signal });
    await showList(context, items);
  },
});

interface AddAdminOptions extends WriteFlags {
  readonly user?: string;
}

const addAdmin = defineCommand<AddAdminOptions>({
  name: 'add-admin',
  summary: 'Make a user an administrator of a network',
  arguments: [networkArgument],
  options: [{ flags: '--user <name>', summary: 'user name or id of the user', group: 'Content', required: true }],
  takes: ['write', 'record'],
  fields: { all: adminFields, table: adminFields },
  calls: ['networks.get', 'networks.addAdmin'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost networks add-admin <network> --user <user> --yes',
    'carepost networks add-admin <network> --user <user> --yes --reason "Takes over from Ann" --output json',
  ],
  async run(context, options, [id = '']) {
    const { user = '' } = options;
    const name = await networkName(context, id);
    const call = await confirmed(context, `Make ${user} an administrator of the network ${name}`, options);
    const body = isId(user) ? { userId: user } : { userName: user };
    const client = await context.client();
    const added = await client.networks.addAdmin({ params: { id }, body }, call);
    context.terminal.note('The administrator was added.');
    await context.output.record(added);
  },
});

/** The administrator of a network with an id or a user name. */
const findAdmin = async (context: Context, id: string, text: string) => {
  const client = await context.client();
  const { items } = await client.networks.admins({ params: { id }, query: {} }, { signal: context.signal });
  const match = items.find((user) => [user.id, user.userName].includes(text.toLowerCase()));
  if (match !== undefined) return match;
  throw new CliError('E-USAGE', `${text} is not an administrator of the network.`, {
    code: 'E-NOT-FOUND',
    exit: 'not-found',
    hint: `Run: carepost networks admins ${id}`,
  });
};

const removeAdmin = defineCommand<WriteFlags>({
  name: 'remove-admin',
  summary: 'Remove an administrator from a network',
  arguments: [networkArgument, { name: '<admin>', summary: 'user name or id, as networks admins shows it' }],
  takes: ['write', 'record'],
  fields: { all: ['id', 'userName', 'removed'], table: ['id', 'userName', 'removed'] },
  calls: ['networks.get', 'networks.admins', 'networks.removeAdmin'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks remove-admin <network> <admin> --yes',
    'carepost networks remove-admin <network> <admin> --yes --reason "Left the company" --output json',
  ],
  async run(context, flags, [id = '', text = '']) {
    const name = await networkName(context, id);
    const { id: adminId, userName } = await findAdmin(context, id, text);
    const call = await confirmed(context, `Remove the administrator ${userName} from the network ${name}`, flags);
    const client = await context.client();
    await client.networks.removeAdmin({ params: { id, adminId } }, call);
    context.terminal.note('The administrator was removed.');
    await context.output.record({ id: adminId, userName, removed: true });
  },
});

const features = defineCommand({
  name: 'features',
  summary: 'List all features and whether a network has them',
  arguments: [networkArgument],
  takes: ['rows'],
  fields: {
    all: ['id', 'name', 'description', 'isEnabled', 'isOrganizationFeature', 'isOn'],
    table: ['id', 'name', 'isEnabled', 'isOn'],
  },
  calls: ['networks.features'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks features <network>',
    "carepost networks features <network> --where 'isOn=true' -o json",
  ],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    await showList(context, (await client.networks.features({ params: { id } }, { signal: context.signal })).items);
  },
});

export const commands: readonly Command[] = [
  ...recordCommands({
    name: 'networks',
    area: 'networks',
    one: 'network',
    web: '/admin/networks',
    listFields: { all: listed, table: listed },
    fields: { all: fields, table: fields },
    settable: { name: 'text', isEnabled: 'flag', enabledFeatures: 'list' },
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
