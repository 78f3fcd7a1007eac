import { writeRow } from '../bulk/writeRow.ts';
import { defineCommand, type Command } from '../command.ts';
import { CliError } from '../errors.ts';
import { showList } from '../output/listing.ts';
import type { WriteFlags } from '../records/confirmed.ts';
import { orgArgument, organizationName } from '../records/organizationLookup.ts';
import { nameOf, recordOf } from '../records/recordCommands.ts';

const accountFields = ['id', 'clientId', 'serviceAccountEnabled', 'allowedAddressCount', 'clientIpAddresses'];
const limitFields = { all: ['organizationId', 'limit'], table: ['organizationId', 'limit'] };
const countArgument = { name: '<number>', summary: 'the maximum, 0 to 1000' } as const;

const countOf = (text: string): number => {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1000) return Number(text);
  throw new CliError('E-USAGE', `The maximum must be a whole number from 0 to 1000, not "${text}".`);
};

const list = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the service accounts of an organization',
  arguments: [orgArgument],
  takes: ['rows'],
  fields: { all: accountFields, table: accountFields },
  calls: ['organizations.serviceAccounts'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost service-accounts list <org> --output json', 'carepost service-accounts list <org> --output csv'],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    const { items } = await client.organizations.serviceAccounts({ params: { id } }, { signal: context.signal });
    await showList(context, items);
  },
});

const limitGet = defineCommand({
  name: 'limit get',
  summary: 'Show the maximum number of service accounts of an organization',
  arguments: [orgArgument],
  takes: ['record'],
  fields: limitFields,
  calls: ['organizations.serviceAccountLimit'],
  exits: ['not-found', 'invalid'],
  examples: ['carepost service-accounts limit get <org>', 'carepost service-accounts limit get <org> --output json'],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    const { data } = await client.organizations.serviceAccountLimit({ params: { id } }, { signal: context.signal });
    await context.output.record({ organizationId: id, limit: data });
  },
});

const limitSet = defineCommand<WriteFlags>({
  name: 'limit set',
  summary: 'Set the maximum number of service accounts of an organization',
  arguments: [orgArgument, countArgument],
  fileAction: 'service-accounts.limit',
  takes: ['write', 'record'],
  fields: limitFields,
  calls: ['organizations.get', 'organizations.setServiceAccountLimit'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost service-accounts limit set <org> 5 --yes',
    'carepost service-accounts limit set <org> 0 --yes --reason "No machines left"',
  ],
  async run(context, flags, [id = '', text = '']) {
    const count = countOf(text);
    await writeRow(context, {
      action: 'service-accounts.limit',
      values: { org_id: id, count },
      flags,
      title: (current) => `Set the service account limit of ${nameOf(current, id)} to ${count}`,
      unchanged: (current) =>
        `The service account limit of ${nameOf(current, id)} is ${count} already; nothing was sent.`,
      done: 'The service account limit was saved successfully.',
      show: ({ after }) => ({ organizationId: id, limit: after?.values['count'] ?? count }),
    });
  },
});

const addressesSet = defineCommand<WriteFlags>({
  name: 'addresses set',
  summary: 'Set the maximum number of addresses of a service account; not below the registered ones',
  arguments: [
    orgArgument,
    {
      name: '<account>',
      summary: 'id of the service account',
      record: { name: 'service account', list: 'service-accounts list <org>' },
    },
    countArgument,
  ],
  fileAction: 'service-accounts.addresses',
  takes: ['write', 'record'],
  fields: { all: accountFields, table: accountFields },
  calls: ['organizations.get', 'organizations.serviceAccounts', 'organizations.setAddressLimit'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost service-accounts addresses set <org> <account> 9 --yes',
    'carepost service-accounts addresses set <org> <account> 20 --yes --output json',
  ],
  async run(context, flags, [id = '', accountId = '', text = '']) {
    const count = countOf(text);
    const name = await organizationName(context, id);
    await writeRow(context, {
      action: 'service-accounts.addresses',
      values: { org_id: id, account_id: accountId, count },
      flags,
      title: (current) =>
        `Set the address limit of the service account ${nameOf(current, accountId)} of ${name} to ${count}`,
      unchanged: () => `The address limit is ${count} already; nothing was sent.`,
      done: 'Address count updated',
      show: recordOf,
    });
  },
});

export const commands: readonly Command[] = [list, limitGet, limitSet, addressesSet];
