import { writeRow } from '../../bulk/writeRow.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';
import { nameOf, recordOf } from '../../records/resourceRows.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';

const number = { name: '<number>', summary: 'how many, 0 to 1000' } as const;
const limitFields = { all: ['organizationId', 'limit'], table: ['organizationId', 'limit'] };

const countOf = (text: string): number => {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1000) return Number(text);
  throw new CliError('E-USAGE', `"${text}" is no whole number from 0 to 1000.`);
};

export const serviceAccountsLimitGet = defineCommand({
  name: 'limit get',
  summary: 'Show how many service accounts an organization may have',
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

export const serviceAccountsLimitSet = defineCommand<WriteFlags>({
  name: 'limit set',
  summary: 'Set how many service accounts an organization may have',
  arguments: [orgArgument, number],
  fileAction: 'service-accounts.limit',
  takes: ['write', 'record'],
  fields: limitFields,
  calls: ['organizations.get', 'organizations.setServiceAccountLimit'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost service-accounts limit set <org> 5 --yes',
    'carepost service-accounts limit set <org> 0 --yes --reason "No machines any more"',
  ],
  async run(context, flags, [id = '', text = '']) {
    const count = countOf(text);
    await writeRow(context, {
      action: 'service-accounts.limit',
      values: { org_id: id, count },
      flags,
      deed: (found) => `Allow ${nameOf(found, id)} ${count} service accounts`,
      unchanged: (found) => `${nameOf(found, id)} may have ${count} service accounts already; nothing was sent.`,
      done: 'The service account limit was saved successfully.',
      show: ({ after }) => ({ organizationId: id, limit: after?.values['count'] ?? count }),
    });
  },
});

const accountFields = ['id', 'clientId', 'serviceAccountEnabled', 'allowedAddressCount', 'clientIpAddresses'];

export const serviceAccountsAddressesSet = defineCommand<WriteFlags>({
  name: 'addresses set',
  summary: 'Set how many addresses a service account may register; not below those registered',
  arguments: [orgArgument, { name: '<account>', summary: 'id of the service account' }, number],
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
      deed: (found) => `Allow the service account ${nameOf(found, accountId)} of ${name} ${count} addresses`,
      unchanged: () => `It may register ${count} addresses already; nothing was sent.`,
      done: 'Address count updated',
      show: recordOf,
    });
  },
});
