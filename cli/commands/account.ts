import { requestsPageSize } from '../../shared/rules/intake.ts';
import { activityPageSize } from '../../shared/rules/person.ts';
import { defined } from '../../shared/rules/defined.ts';
import { type Command, contentFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { getCommand, listCommand, pagesCommand, writeCommand } from '../records/commandBuilders.ts';

const profileColumns = ['id', 'name', 'userName', 'roleName', 'jobTitle', 'phone', 'organizationName'];

const activityCommand = (
  kind: 'requests' | 'events' | 'signatures',
  summary: string,
  defaultPageSize: number = activityPageSize,
): Command =>
  pagesCommand({
    name: kind,
    summary,
    calls: [`people.${kind}`, 'people.current'],
    examples: ['', '--limit 10 --output json'],
    sortedBy: 'at',
    newestFirst: true,
    isSearchable: false,
    defaultPageSize,
    async pages({ client, read }) {
      const { id } = await client.people.current({}, read);
      return ({ pageNumber: pageStart, pageSize }) =>
        client.people[kind]({ params: { id }, query: { pageStart, pageSize } }, read);
    },
  });

export const commands: readonly Command[] = [
  getCommand({
    name: 'show',
    summary: 'Show how you sign in: password, one-time codes, recovery codes left',
    calls: ['account.signIn'],
    fields: ['hasPassword', 'hasAuthenticator', 'hasMailedCodes', 'recoveryCodesLeft'],
    rowFields: ['hasPassword', 'hasAuthenticator', 'hasMailedCodes', 'recoveryCodesLeft'],
    examples: ['', '--output json'],
    load: ({ client, read }) => client.account.signIn(read),
  }),
  listCommand({
    name: 'sessions',
    summary: 'List where you are signed in, newest first',
    calls: ['account.sessions'],
    columns: ['id', 'clientId', 'startedAt', 'expiresAt', 'isCurrent'],
    examples: ['', '--output json'],
    load: ({ client, read }) => client.account.sessions(read),
  }),
  writeCommand({
    name: 'sign-out-others',
    summary: 'End all your other sessions in browsers and command lines',
    calls: ['account.signOutOthers'],
    examples: ['--yes', '--yes --output json'],
    prepare: ({ client }) => ({
      title: 'End all your other sessions',
      send: (call) => client.account.signOutOthers({}, call),
      done: 'All other sessions have ended.',
    }),
  }),
  getCommand({
    name: 'profile',
    summary: 'Show your name, address, job title and organization',
    calls: ['people.current'],
    rowFields: profileColumns,
    examples: ['', '--output json --fields userName,jobTitle'],
    load: ({ client, read }) => client.people.current({}, read),
  }),
  writeCommand({
    name: 'update',
    summary: 'Change your name, job title or phone',
    options: [
      contentFlag('--first-name <text>', 'first name'),
      contentFlag('--last-name <text>', 'last name'),
      contentFlag('--job-title <text>', 'job title: carepost people jobs; empty for none'),
      contentFlag('--phone <text>', 'phone; empty for none'),
    ],
    calls: ['people.current', 'account.updateProfile'],
    examples: ['--phone "(603) 555-0142" --yes', '--phone "" --yes --output json'],
    async prepare({ client, read, options: { firstName, lastName, jobTitle, phone } }) {
      const fields = defined({ firstName, lastName, jobTitle, phone });
      if (Object.keys(fields).length === 0)
        throw new CliError('E-USAGE', 'Nothing to change: use --first-name, --last-name, --job-title or --phone.');
      const { version, userName } = await client.people.current({}, read);
      return {
        title: `Change your account ${userName}`,
        send: (call) => client.account.updateProfile({ body: { ...fields, version } }, call),
        done: 'Your profile is changed.',
      };
    },
  }),
  writeCommand({
    name: 'change-email',
    summary: 'Mail a link to a new address, whose use makes it your user name',
    description: 'Needs a recent sign-in: run carepost login before it. Your present address is informed.',
    options: [contentFlag('--email <address>', 'new e-mail address', { required: true })],
    calls: ['account.changeEmail'],
    examples: ['--email <new-email> --yes', '--email <new-email> --yes --output json'],
    prepare: ({ client, options: { email = '' } }) => ({
      title: `Mail a link to ${email} that makes it your user name`,
      send: (call) => client.account.changeEmail({ body: { email } }, call),
      done: 'The link was mailed. Open it to confirm the new address.',
    }),
  }),
  getCommand({
    name: 'ip',
    summary: 'Show the network address that your calls come from',
    calls: ['people.ipAddress'],
    rowFields: ['ipAddress'],
    examples: ['', '--output json'],
    load: ({ client, read }) => client.people.ipAddress({}, read),
  }),
  listCommand({
    name: 'applications',
    summary: 'List the applications that your account is signed in with',
    calls: ['people.current'],
    columns: ['id', 'signIns', 'startedAt'],
    fields: ['id', 'signIns', 'startedAt'],
    examples: ['', '--output json'],
    load: async ({ client, read }) => ({ items: (await client.people.current({}, read)).applications }),
  }),
  writeCommand({
    name: 'disconnect',
    summary: 'End your sign-ins with an application, and its tokens',
    arguments: [{ name: '<application>', summary: 'id of the application: carepost account applications' }],
    calls: ['people.current', 'people.endApplication'],
    fields: ['application', 'disconnected'],
    examples: ['<application> --yes', '<application> --yes --output json'],
    async prepare({ client, read, id: appId }) {
      const { id } = await client.people.current({}, read);
      return {
        title: `End your sign-ins with ${appId}`,
        send: (call) => client.people.endApplication({ params: { id, appId } }, call),
        done: 'The sign-ins have ended.',
        record: { application: appId, disconnected: true },
      };
    },
  }),
  activityCommand('requests', 'List your calls that the audit trail has, newest first', requestsPageSize),
  activityCommand('events', 'List what you did and what happened to your account, newest first'),
  activityCommand(
    'signatures',
    'List your sign-offs, newest first: agreements accepted, and content opened for a reason',
  ),
];
