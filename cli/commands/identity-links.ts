import { linkStatuses } from '../../shared/contract/identityLinkStatuses.ts';
import { defined } from '../../shared/rules/defined.ts';
import { type Command, contentFlag, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { actionCommand, getCommand, pagesCommand } from '../records/commandBuilders.ts';
import { userArgument } from './users/userArgument.ts';

const columns = ['id', 'issuer', 'subject', 'userName', 'status', 'origin', 'createdAt', 'createdBy'];

const linkArgument = {
  name: '<id>',
  summary: 'id of the link, as identity-links list shows it',
  record: { name: 'link', list: 'identity-links list' },
} as const;

const statusOf = (text: string) => {
  const status = linkStatuses.find((one) => one.toLowerCase() === text.toLowerCase());
  if (status === undefined) throw new TypeError(`the status must be ${linkStatuses.join(' or ')}, not "${text}"`);
  return status;
};

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List the links of accounts to subjects of other OpenID providers, newest first',
    options: [
      selectionFlag('--user <id>', 'only links of the account with this id', { record: userArgument.record }),
      selectionFlag('--status <status>', `only links that are ${linkStatuses.join(' or ')}`, { parse: statusOf }),
    ],
    columns,
    calls: ['identitylinks.list'],
    examples: ['', '--search example.org --status Active --output json'],
    sortedBy: 'createdAt',
    newestFirst: true,
    pages({ client, read, options: { user, status } }) {
      const filter = defined({ userId: user, status });
      return (query) => client.identitylinks.list({ query: { ...filter, ...query } }, read);
    },
  }),
  getCommand({
    name: 'get',
    summary: 'Show a link',
    arguments: [linkArgument],
    calls: ['identitylinks.get'],
    examples: ['<id>', '<id> --output json --fields subject,userName,status'],
    web: '/admin/identitylinks',
    rowFields: columns,
    load: ({ client, id, read }) => client.identitylinks.get({ params: { id } }, read),
  }),
  actionCommand({
    name: 'create',
    action: 'identity-links.create',
    summary: 'Link a subject of another OpenID provider to an account',
    description:
      'Tokens and single sign-on of the subject act as the account from then on. A removed link of the subject is replaced.',
    options: [
      contentFlag('--issuer <address>', 'issuer of the provider, as its metadata name it', { required: true }),
      contentFlag('--subject <text>', 'claim sub of the subject', { required: true }),
      contentFlag('--user <name>', 'user name of the account', { required: true, field: 'userName' }),
    ],
    calls: ['identitylinks.list', 'identitylinks.create'],
    examples: [
      '--issuer https://login.example.org --subject 00u1a2b3 --user <user-name> --yes',
      '--issuer https://login.example.org --subject 00u4c5d6 --user <user-name> --yes --reason "Ticket 4711" --output json',
    ],
    change({ options: { issuer = '', subject = '', user = '' } }) {
      return {
        values: { issuer, subject, user_name: user },
        title: () => `Link the subject ${subject} of ${issuer} to the account ${user}`,
        unchanged: () => 'The link exists already; nothing was sent.',
        done: 'The link was added.',
      };
    },
  }),
  actionCommand({
    name: 'delete',
    action: 'identity-links.delete',
    summary: 'Remove a link; tokens of the subject are refused at once',
    arguments: [linkArgument],
    fields: ['id', 'subject', 'userName', 'removed'],
    calls: ['identitylinks.get', 'identitylinks.delete'],
    examples: ['<id> --yes', '<id> --yes --reason "Left the hospital" --output json'],
    async change({ client, id, read }) {
      const { issuer, subject, userName, status } = await client.identitylinks.get({ params: { id } }, read);
      if (status === 'Removed')
        throw new CliError('E-USAGE', `The link of the subject ${subject} was removed already.`, {
          code: 'E-LINK-REMOVED',
          exit: 'conflict',
          hint: 'Nothing to do. Links that can be removed: carepost identity-links list --status Active',
        });
      return {
        values: { id, expected_subject: subject },
        title: () => `Remove the link of the subject ${subject} of ${issuer} to the account ${userName}`,
        unchanged: () => 'The link was removed already.',
        done: 'The link was removed.',
        show: () => ({ id, subject, userName, removed: true }),
      };
    },
  }),
];
