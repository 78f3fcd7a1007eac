import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';

const organization = { name: '<org>', summary: 'id of the organization' } as const;
const number = { name: '<number>', summary: 'how many, 0 to 1000' } as const;
const limitFields = { all: ['organizationId', 'limit'], table: ['organizationId', 'limit'] };

const countOf = (text: string): number => {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1000) return Number(text);
  throw new CliError('E-USAGE', `"${text}" is no whole number from 0 to 1000.`);
};

export const serviceAccountsLimitGet = defineCommand({
  name: 'limit get',
  summary: 'Show how many service accounts an organization may have',
  arguments: [organization],
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

export const serviceAccountsLimitSet = defineCommand<WriteFlags>({
  name: 'limit set',
  summary: 'Set how many service accounts an organization may have',
  arguments: [organization, number],
  takes: ['write', 'record'],
  fields: limitFields,
  calls: ['organizations.setServiceAccountLimit'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost service-accounts limit set <org> 5 --yes',
    'carepost service-accounts limit set <org> 0 --yes --reason "No machines any more"',
  ],
  async run(context, flags, [id = '', text = '']) {
    const count = countOf(text);
    const client = await context.client();
    const sending = await confirmed(context, `Allow the organization ${id} ${count} service accounts`, flags);
    const { data } = await client.organizations.setServiceAccountLimit({ params: { id }, body: { count } }, sending);
    context.terminal.note('The service account limit was saved successfully.');
    await context.output.record({ organizationId: id, limit: data });
  },
});

const accountFields = ['id', 'clientId', 'serviceAccountEnabled', 'allowedAddressCount', 'clientIpAddresses'];

export const serviceAccountsAddressesSet = defineCommand<WriteFlags>({
  name: 'addresses set',
  summary: 'Set how many addresses a service account may register; not below those registered',
  arguments: [organization, { name: '<account>', summary: 'id of the service account' }, number],
  takes: ['write', 'record'],
  fields: { all: accountFields, table: accountFields },
  calls: ['organizations.setAddressLimit'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost service-accounts addresses set <org> <account> 9 --yes',
    'carepost service-accounts addresses set <org> <account> 20 --yes --output json',
  ],
  async run(context, flags, [id = '', accountId = '', text = '']) {
    const count = countOf(text);
    const client = await context.client();
    const sending = await confirmed(context, `Allow the service account ${accountId} ${count} addresses`, flags);
    const account = await client.organizations.setAddressLimit({ params: { id, accountId }, body: { count } }, sending);
    context.terminal.note('Address count updated');
    await context.output.record(account);
  },
});
