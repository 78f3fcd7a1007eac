import type { Command } from '../command.ts';
import { CliError } from '../errors.ts';
import { actionCommand, listCommand, nameOf, showCommand } from '../records/commandBuilders.ts';
import { orgArgument, organizationName } from '../records/organizationLookup.ts';

const limitFields = ['organizationId', 'limit'];
const countArgument = { name: '<number>', summary: 'the maximum, 0 to 1000' } as const;

const countOf = (text: string): number => {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1000) return Number(text);
  throw new CliError('E-USAGE', `The maximum must be a whole number from 0 to 1000, not "${text}".`);
};

export const commands: readonly Command[] = [
  listCommand({
    name: 'list',
    summary: 'List the service accounts of an organization',
    arguments: [orgArgument],
    calls: ['organizations.serviceAccounts'],
    load: ({ client, id, read }) => client.organizations.serviceAccounts({ params: { id } }, read),
  }),
  showCommand({
    name: 'limit get',
    summary: 'Show the maximum number of service accounts of an organization',
    arguments: [orgArgument],
    fields: limitFields,
    calls: ['organizations.serviceAccountLimit'],
    load: async ({ client, id, read }) => ({
      organizationId: id,
      limit: (await client.organizations.serviceAccountLimit({ params: { id } }, read)).data,
    }),
  }),
  actionCommand({
    name: 'limit set',
    summary: 'Set the maximum number of service accounts of an organization',
    arguments: [orgArgument, countArgument],
    action: 'service-accounts.limit',
    fields: limitFields,
    calls: ['organizations.get', 'organizations.setServiceAccountLimit'],
    examples: ['<org> 5 --yes', '<org> 0 --yes --reason "No machines left"'],
    change({ args: [id = '', text = ''] }) {
      const count = countOf(text);
      return {
        values: { org_id: id, count },
        title: (current) => `Set the service account limit of ${nameOf(current, id)} to ${count}`,
        unchanged: (current) =>
          `The service account limit of ${nameOf(current, id)} is ${count} already; nothing was sent.`,
        done: 'The service account limit was saved successfully.',
        show: ({ after }) => ({ organizationId: id, limit: after?.values['count'] ?? count }),
      };
    },
  }),
  actionCommand({
    name: 'addresses set',
    summary: 'Set the address limit of a service account; not below the number of registered addresses',
    arguments: [
      orgArgument,
      {
        name: '<account>',
        summary: 'id of the service account',
        record: { name: 'service account', list: 'service-accounts list <org>' },
      },
      countArgument,
    ],
    action: 'service-accounts.addresses',
    calls: ['organizations.get', 'organizations.serviceAccounts', 'organizations.setAddressLimit'],
    examples: ['<org> <account> 9 --yes', '<org> <account> 20 --yes --output json'],
    async change({ context, args: [id = '', accountId = '', text = ''] }) {
      const count = countOf(text);
      const name = await organizationName(context, id);
      return {
        values: { org_id: id, account_id: accountId, count },
        title: (current) =>
          `Set the address limit of the service account ${nameOf(current, accountId)} of ${name} to ${count}`,
        unchanged: () => `The address limit is ${count} already; nothing was sent.`,
        done: 'Address count updated',
      };
    },
  }),
];
