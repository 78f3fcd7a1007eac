import { defineCommand } from '../../command.ts';
import { showPages } from '../../output/listing.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { pageFlags } from '../../records/listRecords.ts';
import { networkArgument, networkNamed } from './networkNamed.ts';

interface ListOptions {
  readonly search?: string;
  readonly pageSize?: number;
  readonly page?: number;
}

const fields = ['id', 'orgId', 'name', 'subDomain', 'isActivated'];

export const networksOrganizations = defineCommand<ListOptions>({
  name: 'organizations',
  aliases: ['orgs'],
  summary: 'List the organizations of a network',
  arguments: [networkArgument],
  options: pageFlags,
  takes: ['rows'],
  fields: { all: fields, table: fields },
  lists: 'organizations',
  calls: ['networks.organizations'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost networks organizations <network>', 'carepost networks orgs <network> --all --output csv'],
  async run(context, { search, pageSize = 25, page = 1 }, [id = '']) {
    const client = await context.client();
    await showPages(context, {
      serverSort: 'name',
      pageSize,
      pageNumber: page,
      load: (wanted) =>
        client.networks.organizations(
          { params: { id }, query: { ...wanted, ...(search === undefined ? {} : { search }) } },
          { signal: context.signal },
        ),
    });
  },
});

export const networksAddOrganization = defineCommand<WriteFlags>({
  name: 'add-organization',
  aliases: ['add-org'],
  summary: 'Put an organization into a network; it leaves the one it was in',
  arguments: [networkArgument, orgArgument],
  takes: ['write', 'record'],
  fields: { all: fields, table: fields },
  calls: ['networks.get', 'organizations.get', 'networks.addOrganization'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks add-organization <network> <org> --yes',
    'carepost networks add-organization <network> <org> --yes --reason "Joined in May" --output json',
  ],
  async run(context, flags, [id = '', organizationId = '']) {
    const client = await context.client();
    const network = await networkNamed(client, id, context);
    const { name } = await client.organizations.get({ params: { id: organizationId } }, { signal: context.signal });
    const sending = await confirmed(context, `Put the organization ${name} into the network ${network}`, flags);
    const added = await client.networks.addOrganization({ params: { id }, body: { organizationId } }, sending);
    context.terminal.note('The organization was added to the network.');
    await context.output.record(added);
  },
});

export const networksRemoveOrganization = defineCommand<WriteFlags>({
  name: 'remove-organization',
  aliases: ['remove-org'],
  summary: 'Take an organization out of a network',
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
    const client = await context.client();
    const network = await networkNamed(client, id, context);
    const { name } = await client.organizations.get({ params: { id: orgId } }, { signal: context.signal });
    const sending = await confirmed(context, `Take the organization ${name} out of the network ${network}`, flags);
    await client.networks.removeOrganization({ params: { id, orgId } }, sending);
    context.terminal.note('The organization was removed from the network.');
    await context.output.record({ id: orgId, name, removed: true });
  },
});
