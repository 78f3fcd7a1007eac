import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allCommands } from '../../cli/tree/catalogue.ts';
import { longName } from '../../cli/tree/exportFlags.ts';
import { fieldsOfFlag } from '../../cli/tree/flagFields.ts';
import { exitsOf } from '../../cli/tree/help.ts';
import { resources, topicNames } from '../../cli/program.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { contractFields } from '../../shared/contract/contractFields.ts';
import { app, appItem } from '../../shared/contract/apps.ts';
import { brand, brandItem } from '../../shared/contract/brands.ts';
import { alternateOid, directoryEntry, importResult } from '../../shared/contract/carequality.ts';
import { documentSource, documentSourceProvider } from '../../shared/contract/documentsources.ts';
import { emergency } from '../../shared/contract/emergencies.ts';
import { eula } from '../../shared/contract/eulas.ts';
import { feature } from '../../shared/contract/features.ts';
import { knownOrganization } from '../../shared/contract/interop.ts';
import { networkAdmin, networkOrganization } from '../../shared/contract/networkPeople.ts';
import { network, networkItem, networkServiceAccount } from '../../shared/contract/networks.ts';
import {
  apiCapture,
  historyEntry,
  outboundJob,
  usageMonth,
  organizationDomain,
} from '../../shared/contract/organizationActivity.ts';
import { organization, organizationRow, serviceAccount } from '../../shared/contract/organizationSchemas.ts';
import { plan, planItem } from '../../shared/contract/plans.ts';
import { reservedWord, reservedWordClash, reservedWordItem } from '../../shared/contract/reservedwords.ts';
import { specialty, specialtyItem } from '../../shared/contract/specialties.ts';
import { reseller, resellerItem } from '../../shared/contract/resellers.ts';
import { allOrSome, isHard } from '../support/isHard.ts';
import { isPlainCommand, splitShellLine } from '../support/shellWords.ts';
import { writeExampleFiles } from './exampleFiles.ts';
import { createExampleValues, fillPlaceholders } from './exampleValues.ts';
import { withOffice } from './officeSandbox.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

const commands = await allCommands();

let server: TestServer;
let sandbox: CliSandbox;
let valuesFor: ReturnType<typeof createExampleValues>;
beforeAll(async () => {
  server = await startServer();
  const own = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  sandbox = await withOffice(own, server);
  await sandbox.run(['profile', 'add', 'staging', '--api', server.url]);
  await sandbox.run(['profile', 'add', 'prod', '--api', server.url]);
  await writeExampleFiles(sandbox.folder);
  valuesFor = createExampleValues(server, sandbox);
});
afterAll(() => server.close());

test.each([
  ['emergency-orgs', 'emergencies organizations', ['list', 'get', 'put', 'delete', 'lookup']],
  ['whitelist', 'integrations whitelist', ['list', 'get', 'create', 'update', 'delete']],
])('%s are the commands of %s', async (alias, words, names) => {
  const under = (path: string) => commands.filter((one) => one.path.startsWith(`${path} `));
  expect(under(alias).map(({ path }) => path)).toEqual(names.map((name) => `${alias} ${name}`));
  const detailsOf = (path: string) => under(path).map(({ command: { summary, calls } }) => ({ summary, calls }));
  expect(detailsOf(alias)).toEqual(detailsOf(words));
  const { stdout } = await sandbox.run(['__complete', '--', alias.slice(0, -2)]);
  expect(stdout).toContain(alias);
  expect((await sandbox.run([alias, 'list', '--limit', '1', '--output', 'json'])).code).toBe(0);
});

/**
 * Examples that need a user's answer or change what the others need. Those with pipes and redirections: shells.process.test.ts.
 */
const notAlone = /carepost login|carepost logout|profile (add|use|remove)|orgs edit|orders|reports export|carepost api/;

describe('every command', () => {
  const described = commands.map(({ path, command }) => [path, command] as const);
  test.each(allOrSome(described, described.length / 12))(
    '%s explains itself',
    { tags: ['scaled'] },
    async (path, command) => {
      const help = await sandbox.run([...path.split(' '), '--help']);
      expect([help.code, help.stderr]).toEqual([0, '']);
      expect(help.stdout.startsWith(command.summary)).toBe(true);
      for (const part of ['Usage:', 'Examples:', 'Exit codes:']) expect(help.stdout).toContain(part);
      for (const example of command.examples) expect(help.stdout).toContain(example);
    },
  );

  test.each(
    resources.map(({ name }) => [name, commands.find(({ path }) => path.split(' ')[0] === name)?.path] as const),
  )('of %s is explained by help as well', async (name, path = name) => {
    const commandLine = path.split(' ');
    const [help, flag] = await Promise.all([
      sandbox.run(['help', ...commandLine]),
      sandbox.run([...commandLine, '--help']),
    ]);
    expect(help).toEqual(flag);
  });

  /** In the usual suite the first one of every tenth command; the tests of each command run it as well. */
  const examples = commands.flatMap(({ path, command }) =>
    command.examples
      .filter((line) => isPlainCommand(line) && !notAlone.test(line))
      .slice(0, isHard ? undefined : 1)
      .map((line) => [line, path] as const),
  );
  test.each(allOrSome(examples, examples.length / 10))('example runs: %s', { tags: ['scaled'] }, async (line, path) => {
    const values = /<|update\.csv/.test(line) ? await valuesFor(path) : {};
    const result = await sandbox.run(splitShellLine(fillPlaceholders(line, values)).slice(1));
    // The provider of the example's connection does not exist.
    const code = path === 'connections test' ? 3 : 0;
    expect([result.code, result.stderr.includes('error[')], result.stderr).toEqual([code, false]);
    expect(result.stdout).not.toBe('');
  });

  test('names calls that are in the contract, and fields a table shows are among its fields', () => {
    for (const { path, command } of commands) {
      for (const field of command.fields?.table ?? [])
        expect([path, command.fields?.all.includes(field)]).toEqual([path, true]);
      expect([path, command.examples.length > 0 && command.examples.length <= 4]).toEqual([path, true]);
    }
  });
});

/** What each command shows, as the contract has it. */
const recordSchemas: readonly (readonly [string, z.core.SomeType])[] = [
  ['orgs update', organization],
  ['orgs domains list', organizationDomain],
  ['orgs history', historyEntry],
  ['orgs usage', usageMonth],
  ['orgs captures', apiCapture],
  ['orgs jobs', outboundJob],
  ['brands get', brand],
  ['plans list', planItem],
  ['plans get', plan],
  ['specialties list', specialtyItem],
  ['specialties get', specialty],
  ['apps list', appItem],
  ['apps get', app],
  ['reserved-words list', reservedWordItem],
  ['reserved-words get', reservedWord],
  ['reserved-words clashes', reservedWordClash],
  ['networks list', networkItem],
  ['networks get', network],
  ['networks organizations', networkOrganization],
  ['networks admins', networkAdmin],
  ['networks service-account get', networkServiceAccount],
  ['resellers list', resellerItem],
  ['resellers get', reseller],
  ['eulas list', eula],
  ['features list', feature],
  ['networks features', feature.extend({ isOn: z.boolean() })],
  ['addresses list', documentSource],
  ['sources list', documentSourceProvider],
  ['service-accounts list', serviceAccount],
  ['oids list', alternateOid],
  ['directory list', directoryEntry],
  ['directory import', importResult],
  ['emergencies list', emergency],
  ['emergencies get', emergency],
  ['emergencies organizations list', knownOrganization],
];

describe('fields', () => {
  const leaves = (schema: z.core.SomeType, prefix = ''): string[] => {
    const inner = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    if (!(inner instanceof z.ZodObject)) return [prefix];
    return Object.entries(inner.shape).flatMap(([key, child]) =>
      leaves(child, prefix === '' ? key : `${prefix}.${key}`),
    );
  };
  const fieldsOf = (path: string) => commands.find((one) => one.path === path)?.command.fields?.all;

  test('are those of the contract', () => {
    expect(fieldsOf('orgs update')).toEqual(leaves(organization));
    expect(fieldsOf('orgs list')).toEqual(leaves(organizationRow));
    expect(fieldsOf('brands list')).toEqual(leaves(brandItem));
    for (const [path, schema] of recordSchemas) expect([path, fieldsOf(path)]).toEqual([path, leaves(schema)]);
  });
});

test.each([
  ['orgs users add', ['not-found', 'invalid', 'conflict', 'partial', 'not-confirmed', 'io', 'auth', 'forbidden']],
  ['eulas exists', ['invalid']],
  ['man', ['io']],
  ['messages preview', ['not-found', 'conflict', 'io']],
  ['orgs activate', ['locked', 'brake']],
])('the exit codes of %s follow from its calls, flags and rows', (path, exits) => {
  const command = commands.find((one) => one.path === path)?.command;
  expect(command?.exits).toBeUndefined();
  expect(command && exitsOf(command)).toEqual(expect.arrayContaining(exits));
});

test('--output ids prints what names a row, or is refused where no field does', async () => {
  const keys = /^(id|\w+Id|address|oid|name|month|date|setting|check|path|key|group|run|command|code)$/;
  const lists = commands.filter(({ command: { takes, fields } }) => takes?.includes('rows') && fields !== undefined);
  const named = lists.map(({ path, command: { fields } }) => ({
    path,
    id: fields?.id === undefined ? fields?.all[0] : fields.id,
  }));
  expect(named.filter(({ id }) => id !== null && !keys.test(String(id)))).toEqual([]);
  expect(named.filter(({ id }) => id === null).map(({ path }) => path)).toEqual(['directory search']);
  const { code, stdout, stderr } = await sandbox.run(['directory', 'search', '--state', 'AZ', '--output', 'ids']);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('--output csv --fields')]);
});

/** Flags of the content that fill no field: they say how or from where the fields are filled. */
const withoutField = ['--set', '--file', '--public', '--none', '--email-create-password'];

test('every flag of the content fills a field of a request, so that an error about the field names the flag', () => {
  const unknown = commands.flatMap(({ path, command: { calls, fileAction = '', options = [] } }) => {
    const requests = (calls === 'all' ? [] : calls).flatMap((call) => {
      const [area = '', row = ''] = call.split('.');
      return Object.keys(contractFields[area]?.[row]?.request ?? {});
    });
    const columns = bulkActionNamed(fileAction)?.columns.map(({ field, name }) => field ?? name) ?? [];
    const fields = new Set([...requests, ...columns, 'file'].map((field) => field.split('.').at(-1)));
    return options
      .filter((flag) => flag.group === 'Content' && !withoutField.includes(longName(flag)))
      .filter((flag) => requests.length > 0 && !fieldsOfFlag(flag).some((field) => fields.has(field)))
      .map((flag) => `${path} ${longName(flag)}`);
  });
  expect(unknown).toEqual([]);
});

test.each([
  [
    'connections create',
    '--org 0198c1f0-1111-7222-8333-000000000001 --name a-b --issuer https://login.example --client-id c --public',
    '  --org: ',
  ],
  [
    'users create',
    '--organization 0198c1f0-1111-7222-8333-000000000001 --first-name A --last-name B --user-name a@b.example',
    'flag: --organization',
    6,
  ],
  ['connections update', '<id> --domain clinic.example --domain not/one', 'flag: --domain'],
  ['webhooks create', '--org <org> --name a --url https://a.example --event emergency.created', '  --event: '],
  ['webhooks secret', '<id> --auth-type bearer --secret-stdin', '--secret-stdin reads standard input, which is', 2],
])('the error of %s %s names the flag', async (path, flags, expected, exit = 7) => {
  const line = fillPlaceholders(`${path} ${flags} --yes`, flags.includes('<') ? await valuesFor(path) : {});
  const { code, stderr } = await sandbox.run(line.split(' '), { stdin: '' });
  expect([code, stderr]).toEqual([exit, expect.stringContaining(expected)]);
});

describe('suggestions and help', () => {
  test('carepost, --help and help show all resources and topics', async () => {
    const [bare, flag, command] = await Promise.all([sandbox.run([]), sandbox.run(['--help']), sandbox.run(['help'])]);
    expect(bare.stdout).toBe(flag.stdout);
    expect(command.stdout).toBe(flag.stdout);
    for (const { name } of resources) expect(flag.stdout).toContain(`\n  ${name} `);
  });

  test.each(topicNames)('help %s prints a text', async (topic) => {
    const { code, stdout } = await sandbox.run(['help', topic]);
    expect([code, stdout.length > 300]).toEqual([0, true]);
  });

  test.each([
    [['org', 'list', '--limit', '1'], 0, ''],
    [['ogrs', 'list'], 2, 'orgs'],
    [['orgs', 'lits'], 2, 'list'],
    [['orgs', 'list', '--serach', 'x'], 2, '--search'],
    [['orgs', 'list', '--output', 'jsno'], 2, '"json"'],
    [['orgs', 'list', '--where', 'nmae=x'], 2, '"name"'],
    [['guid', '--format', 'd'], 2, '"D"'],
    [['orgs', 'login', 'enabel', 'x'], 2, 'enable'],
    [['plans', 'update', 'x', '--set', 'nmae=y'], 2, '"name"'],
    [['whoami', '--profile', 'stagin'], 6, '"staging"'],
  ])('%j ends with %i and names %s', async (args, code, expected) => {
    const result = await sandbox.run(args);
    expect(result.code).toBe(code);
    if (expected !== '') expect(result.stderr).toMatch(new RegExp(`[Dd]id you mean.*${expected}`));
  });

  test('a name that several commands share lists them, and help accepts it as well', async () => {
    const { code, stdout } = await sandbox.run(['orgs', 'login', '--help']);
    expect([code, stdout]).toEqual([0, (await sandbox.run(['help', 'orgs', 'login'])).stdout]);
    expect(stdout).toMatch(/carepost orgs login <command>[^]*\n {2}enable +Enable[^]*\n {2}disable /);
    expect((await sandbox.run(['orgs', 'login'])).code).toBe(2);
  });

  test('explain explains every code of the server and of the command line', async () => {
    const codes = (await sandbox.run(['explain', '--output', 'ids'])).stdout.trim().split('\n');
    expect(codes).toContain('E-ORG-SUBDOMAIN-TAKEN');
    expect(codes).toContain('E-KEY-STORE');
    const { stdout } = await sandbox.run(['explain', 'e-forbidden', '--output', 'table'], {
      env: { CAREPOST_API: 'http://127.0.0.1:9' },
    });
    expect(stdout).toContain('You are not authorized to view this resource.');
  });
});
