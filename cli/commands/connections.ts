import { defined } from '../../shared/rules/defined.ts';
import { type Command, type Context, contentFlag, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import {
  actionCommand,
  getCommand,
  nameOf,
  pagesCommand,
  showCommand,
  writeCommand,
} from '../records/commandBuilders.ts';
import { readSecret } from '../records/inputFiles.ts';
import { unchangedText } from '../records/recordCommands.ts';
import { loadRecord } from '../records/recordErrors.ts';
import { organizationKind } from '../records/organizationLookup.ts';

const connectionKind = { name: 'connection', list: 'connections list' } as const;
const connectionArgument = { name: '<id>', summary: 'id of the connection', record: connectionKind } as const;

const columns = ['id', 'name', 'organizationName', 'issuer', 'clientId', 'domains', 'isEnabled', 'signInUrl'];

const flagOf = (text: string): boolean => {
  const flag = { true: true, yes: true, false: false, no: false }[text.toLowerCase()];
  if (flag === undefined) throw new TypeError(`the value must be true or false, not "${text}"`);
  return flag;
};

const secretFlag = contentFlag(
  '--secret-stdin',
  'read the client secret from standard input; without it a terminal prompts for it',
  { field: 'clientSecret' },
);
const domainFlag = { many: true } as const;

const readClientSecret = (context: Context, isPiped: boolean): Promise<string> =>
  readSecret(context, {
    question: 'The client secret of the connection',
    isPiped,
    flag: '--secret-stdin',
    missing: new CliError('E-USAGE', 'The client secret is read from standard input.', {
      hint: 'Write: carepost connections … --secret-stdin < file, or --public for a client without a secret',
    }),
  });

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List the single sign-on connections of organizations',
    options: [
      selectionFlag('--org <id>', 'only connections of this organization', { record: organizationKind }),
      selectionFlag('--enabled <true|false>', 'only connections that are enabled, or disabled', { parse: flagOf }),
    ],
    columns,
    calls: ['connections.list'],
    examples: ['', '--enabled true --output json'],
    sortedBy: 'name',
    pages({ client, read, options: { org, enabled } }) {
      const filter = defined({
        organizationId: org,
        isEnabled: enabled === undefined ? undefined : String(enabled),
      });
      return (query) => client.connections.list({ query: { ...filter, ...query } }, read);
    },
  }),
  getCommand({
    name: 'get',
    summary: 'Show a connection; its client secret is never shown',
    arguments: [connectionArgument],
    calls: ['connections.get'],
    examples: ['<id>', '<id> --output json --fields name,signInUrl,redirectUrl'],
    web: '/admin/connections',
    rowFields: columns,
    load: ({ client, id, read }) => loadRecord(connectionKind, id, client.connections.get({ params: { id } }, read)),
  }),
  writeCommand({
    name: 'create',
    summary: 'Add the single sign-on connection of an organization',
    options: [
      contentFlag('--name <text>', 'last part of the sign-in address: lower-case letters, digits and hyphens', {
        required: true,
      }),
      contentFlag('--org <id>', 'organization whose people sign in by it', {
        required: true,
        record: organizationKind,
      }),
      contentFlag('--issuer <address>', 'issuer of the provider, as its metadata name it', { required: true }),
      contentFlag('--client-id <text>', 'name of this platform at the provider', { required: true }),
      contentFlag('--display-name <text>', 'name on the sign-in pages'),
      contentFlag('--domain <domain>', 'e-mail domain whose verified addresses are linked by themselves', domainFlag),
      secretFlag,
      contentFlag('--public', 'the provider knows a public client without a secret'),
      contentFlag('--disabled', 'add the connection disabled', { field: 'isEnabled' }),
    ],
    calls: ['connections.create'],
    examples: [
      '--name <new-name> --org <org> --issuer https://login.example.org --client-id platform --public --yes',
      '--name <new-name> --org <org> --issuer https://login.example.org --client-id platform --public --domain clinic.example --disabled --yes --output json',
    ],
    async prepare({ context, client, options: own }) {
      const { name = '', org = '', issuer = '', clientId = '', displayName, domain = [], disabled } = own;
      if (own.public === true && own.secretStdin === true)
        throw new CliError('E-USAGE', 'A public client has no secret: use --public or --secret-stdin, not both.');
      const clientSecret = own.public === true ? undefined : await readClientSecret(context, own.secretStdin === true);
      const body = {
        name,
        organizationId: org,
        issuer,
        clientId,
        domains: [...domain],
        isEnabled: disabled !== true,
        ...defined({ displayName, clientSecret }),
      };
      return {
        title: `Add the single sign-on connection ${name}`,
        send: (call) => client.connections.create({ body }, call),
        done: 'The connection was added. Test it with its id: carepost connections test <id>',
      };
    },
  }),
  actionCommand({
    name: 'update',
    summary: 'Change name on the sign-in pages or e-mail domains of a connection, or enable and disable it',
    arguments: [connectionArgument],
    options: [
      contentFlag('--display-name <text>', 'name on the sign-in pages'),
      contentFlag('--domain <domain>', 'all e-mail domains of the connection', domainFlag),
      contentFlag('--enabled <true|false>', 'whether people can sign in by it', { parse: flagOf }),
    ],
    action: 'connections.update',
    calls: ['connections.get', 'connections.update'],
    examples: ['<id> --enabled false --yes', '<id> --domain clinic.example --yes --output json'],
    change({ id, options: { displayName, domain: domains, enabled } }) {
      const values = defined({ display_name: displayName, domains, enabled });
      if (Object.keys(values).length === 0)
        throw new CliError('E-USAGE', 'Nothing to change: use --display-name, --domain or --enabled.', {
          hint: 'Issuer, client id and secret: carepost connections provider',
        });
      return {
        values: { id, ...values },
        title: (current) => `Change the connection ${nameOf(current, id)}`,
        unchanged: () => unchangedText,
        done: 'The connection was saved successfully.',
      };
    },
  }),
  writeCommand({
    name: 'provider',
    summary: 'Change issuer, client id and client secret of a connection',
    arguments: [connectionArgument],
    options: [
      contentFlag('--issuer <address>', 'issuer of the provider, as its metadata name it'),
      contentFlag('--client-id <text>', 'name of this platform at the provider'),
      secretFlag,
      contentFlag('--public', 'the provider knows a public client without a secret'),
    ],
    calls: ['connections.get', 'connections.update'],
    examples: [
      '<id> --client-id platform-2 --public --yes',
      '<id> --issuer https://login.example.net --public --yes --output json',
    ],
    async prepare({ context, client, read, id, options: { issuer, clientId, secretStdin, public: isPublic } }) {
      const load = client.connections.get({ params: { id } }, read);
      const { name, version } = await loadRecord(connectionKind, id, load);
      const clientSecret = isPublic === true ? null : await readClientSecret(context, secretStdin === true);
      const body = { version, clientSecret, ...defined({ issuer, clientId }) };
      return {
        title: `Change the provider of the connection ${name}`,
        send: (call) => client.connections.update({ params: { id }, body }, call),
        done: 'The connection was saved successfully.',
      };
    },
  }),
  actionCommand({
    name: 'delete',
    summary: 'Delete a connection; sessions that run continue',
    arguments: [connectionArgument],
    action: 'connections.delete',
    fields: ['id', 'deleted'],
    calls: ['connections.get', 'connections.delete'],
    examples: ['<id> --yes', '<id> --yes --reason "Left the platform" --output json'],
    change: ({ id }) => ({
      values: { id },
      title: (current) => `Delete the connection ${nameOf(current, id)}`,
      unchanged: () => 'The connection is deleted already; nothing was sent.',
      done: 'The connection was deleted successfully.',
      show: () => ({ id, deleted: true }),
    }),
  }),
  showCommand({
    name: 'test',
    summary: 'Ask the provider of a connection whether a sign-in would work, and show each step',
    arguments: [connectionArgument],
    calls: ['connections.test'],
    exits: ['partial'],
    exitMeanings: { partial: 'people could not sign in by the connection' },
    examples: ['<id>', '<id> --output json'],
    load: ({ client, id, read }) => loadRecord(connectionKind, id, client.connections.test({ params: { id } }, read)),
    // A script has to notice that sign-ins would fail.
    outcome: ({ isOk, steps }) =>
      isOk
        ? undefined
        : { exit: 'partial', code: 'E-CONNECTION-TEST-FAILED', message: steps.at(-1)?.text ?? 'The test failed.' },
  }),
];
