import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { orgArgument } from '../../records/organizationLookup.ts';

const fields = ['id', 'clientId', 'serviceAccountEnabled', 'allowedAddressCount', 'clientIpAddresses'];

export const serviceAccountsList = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the service accounts of an organization',
  arguments: [orgArgument],
  takes: ['rows'],
  fields: { all: fields, table: fields },
  calls: ['organizations.serviceAccounts'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost service-accounts list <org> --output json', 'carepost service-accounts list <org> --output csv'],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    const { items } = await client.organizations.serviceAccounts({ params: { id } }, { signal: context.signal });
    await showList(context, items);
  },
});
