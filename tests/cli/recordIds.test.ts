import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../cli/command.ts';
import { commands as addresses } from '../../cli/commands/addresses.ts';
import { commands as directory } from '../../cli/commands/directory.ts';
import { commands as orgs } from '../../cli/commands/orgs.ts';
import { allCommands } from '../../cli/tree/catalogue.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { importOutcomes } from '../../shared/contract/carequality.ts';
import { type Role, roles } from '../../shared/contract/endpoint.ts';
import { documentSource } from '../../shared/contract/documentsources.ts';
import { jobStatuses } from '../../shared/contract/organizationActivity.ts';
import { responderType } from '../../shared/contract/organizationGroups.ts';
import { loginTypes } from '../../shared/contract/organizationSchemas.ts';
import { wire } from '../../shared/contract/wire.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let client: Client;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  client = server.client('SysAdmin');
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

const unknownId = '0198c1f0-1111-7222-8333-000000000001';
const run = async (line: string, stdin = '') => {
  const result = await sandbox.run([...line.split(' '), '--output', 'json'], { stdin });
  return {
    ...result,
    data: JSON.parse(result.stdout || result.stderr.split('\n').at(0) || '{}') as Record<string, unknown>,
  };
};

let count = 0;
const organization = () => {
  count += 1;
  return client.organizations.create({ body: { name: `Harbor Clinic ${count}`, subdomain: `harbor-${count}` } });
};

describe('an id that no record has', () => {
  test.each([
    ['orgs get ID', 'organization', 'orgs list --search <text>'],
    ['orgs history ID', 'organization', 'orgs list --search <text>'],
    ['orgs login disable ID --yes', 'organization', 'orgs list --search <text>'],
    ['orgs delete ID --expect-name X --yes', 'organization', 'orgs list --search <text>'],
    ['orgs update ID --set name=X --yes', 'organization', 'orgs list --search <text>'],
    ['orgs list --network ID', 'network', 'networks list'],
    ['orgs list --reseller ID', 'reseller', 'resellers list'],
    ['orgs list --brand ID', 'brand', 'brands list'],
    ['orgs list --specialty ID', 'specialty', 'specialties list'],
    ['orgs list --plan ID', 'plan', 'plans list'],
    ['oids add ID 1.2.3 --yes', 'organization', 'orgs list --search <text>'],
    ['directory activate ID x --yes', 'organization', 'orgs list --search <text>'],
    ['service-accounts limit get ID', 'organization', 'orgs list --search <text>'],
    ['service-accounts limit set ID 4 --yes', 'organization', 'orgs list --search <text>'],
    ['addresses get ID', 'address', 'addresses list'],
    ['addresses list --org ID', 'organization', 'orgs list --search <text>'],
    ['plans get ID', 'plan', 'plans list'],
    ['plans delete ID --yes', 'plan', 'plans list'],
    ['specialties update ID --set name=X --yes', 'specialty', 'specialties list'],
    ['brands update ID --set name=X --yes', 'brand', 'brands list'],
    ['resellers logo ID --out -', 'reseller', 'resellers list'],
    ['eulas activate ID --yes', 'agreement', 'eulas list'],
    ['networks features ID', 'network', 'networks list'],
    ['networks service-account enable ID --yes', 'network', 'networks list'],
    ['workflows get ID', 'workflow', 'workflows list'],
    ['workflows retry ID --dry-run', 'workflow', 'workflows list'],
    ['workflows jobs show ID', 'retry job', 'workflows jobs list'],
    ['webhooks deliveries get ID', 'delivery', 'webhooks deliveries list'],
    ['subscriptions provider ID', 'subscription at the payment provider', 'subscriptions get <id>'],
  ])('%s: the error names the id, the kind of record, and the command that lists the ids', async (line, kind, list) => {
    const { code, data } = await run(line.replace('ID', unknownId));
    expect([code, data['code'], data['message'], data['hint']]).toEqual([
      6,
      'E-NOT-FOUND',
      `No ${kind} has the id ${unknownId}.`,
      `Run: carepost ${list}`,
    ]);
  });

  test.each([
    ['messages get 99999999', 'No message has the number 99999999.', 'messages list'],
    ['messages attachments 99999999', 'No message has the number 99999999.', 'messages list'],
    ['messages conversions 99999999', 'No attachment has the number 99999999.', 'messages attachments <message>'],
    [
      'emergencies organizations get 1.2.3',
      'No emergency organization has the OID 1.2.3.',
      'emergencies organizations list',
    ],
  ])('%s: the same of numbers and OIDs', async (line, message, list) => {
    const { code, data } = await run(line);
    expect([code, data['message'], data['hint']]).toEqual([6, message, `Run: carepost ${list}`]);
  });

  test('is the second argument if the first record exists', async () => {
    const { id } = await organization();
    const { code, data } = await run(`orgs users add ${id} ${unknownId} --yes`);
    expect([code, data['message']]).toEqual([6, `No user has the id ${unknownId}.`]);
  });
});

describe('the hint for an unknown id fits the role', () => {
  test.each([unknownId, 'nope'])('of an administrator of an organization: %s', async (id) => {
    const office = await createCliSandbox({ api: server.url, token: server.as('Administrator'), keep: true });
    const { code, stderr } = await office.run(['subscriptions', 'get', id]);
    expect([code, stderr]).toEqual([
      id === unknownId ? 6 : 2,
      expect.stringContaining('hint: The id of your own organization: carepost whoami --check\n'),
    ]);
    const { stdout } = await office.run(['whoami', '--check', '--output', 'json', '--query', 'check.organizationId']);
    expect((await office.run(['subscriptions', 'get', JSON.parse(stdout) as string])).code).toBe(0);
  });

  test('of each caller of each command', async () => {
    const commands = await allCommands();
    const mayUse = (words: string | undefined, role: Role): boolean => {
      const path = words?.replace(/ (<|-).*$/, '');
      const calls = commands.find((one) => one.path === path)?.command.calls;
      return (
        Array.isArray(calls) &&
        calls.every((call: string) => {
          const [area = '', row = ''] = call.split('.');
          const access = wire[area]?.[row]?.access;
          return !Array.isArray(access) || access.includes(role);
        })
      );
    };
    const wrong = commands.flatMap(({ path, command }) =>
      (command.arguments ?? []).flatMap(({ record }) =>
        roles
          .filter(
            (role) =>
              record?.list !== undefined &&
              mayUse(path, role) &&
              !mayUse(record.list, role) &&
              !mayUse(record.own, role),
          )
          .map((role) => `${role}: ${path}`),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a name in place of an id', () => {
  const guid = 'An id has the form 018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55.';

  test.each([
    ['orgs get nope', '<id>', 'the id of an organization', guid, 'orgs list --search <text>'],
    ['orgs login disable nope --yes', '<id>', 'the id of an organization', guid, 'orgs list --search <text>'],
    ['oids list nope', '<org>', 'the id of an organization', guid, 'orgs list --search <text>'],
    ['eulas view nope', '<id>', 'the id of an agreement', guid, 'eulas list'],
    ['webhooks deliveries get nope', '<delivery>', 'the id of a delivery', guid, 'webhooks deliveries list'],
    ['workflows get nope', '<workflow>', 'the id of a workflow', guid, 'workflows list'],
    ['workflows jobs show nope', '<job>', 'the id of a retry job', guid, 'workflows jobs list'],
    ['messages get nope', '<message>', 'the number of a message', 'It is a whole number.', 'messages list'],
    [
      'emergencies organizations get nope',
      '<oid>',
      'the OID of an emergency organization',
      'Enter a valid OID, such as 2.16.840.1.113883.3.1234.',
      'emergencies organizations list',
    ],
    ['orgs list --brand nope', '--brand', 'the id of a brand', guid, 'brands list'],
    ['addresses list --org nope', '--org', 'the id of an organization', guid, 'orgs list --search <text>'],
  ])('%s: the error names it before any call, with the form of an id', async (line, argument, what, form, list) => {
    const { code, data } = await run(line);
    expect([code, data['code'], data['message'], data['hint'], data['correlationId']]).toEqual([
      2,
      'E-USAGE',
      `${argument}: "nope" is not ${what}. ${form}`,
      `Run: carepost ${list}`,
      null,
    ]);
  });

  test('names the record where records of the kind have names, in any letter case', async () => {
    const { name, id } = (await client.plans.list()).items[0] ?? { name: '', id: '' };
    for (const text of [name, name.toUpperCase()]) {
      const { code, stdout, stderr } = await sandbox.run(['plans', 'get', text, '--output', 'ids']);
      expect([code, stdout], stderr).toEqual([0, `${id}\n`]);
    }
    const body = { name: 'Named Hook', url: 'https://hooks.clinic.example/in', events: ['user.created' as const] };
    const hook = await client.webhooks.save({ body: { ...body, authenticationType: 'none' } });
    const changed = await sandbox.run(['webhooks', 'update', 'named hook', '--enabled', 'false', '--yes']);
    expect(changed.code, changed.stderr).toBe(0);
    expect(await client.webhooks.get({ params: { id: hook.id } })).toMatchObject({ isEnabled: false });
    const { id: organizationId } = await organization();
    const twin = await client.webhooks.save({ body: { ...body, organizationId, authenticationType: 'none' } });
    const several = await sandbox.run(['webhooks', 'get', 'Named Hook']);
    expect([several.code, several.stderr]).toEqual([2, expect.stringContaining(twin.id)]);
    const word = await client.reservedwords.create({
      params: { id: '0' },
      body: { name: 'pierword', profanity: false },
    });
    const deleted = await sandbox.run(['reserved-words', 'delete', 'pierword', '--yes', '--output', 'json']);
    expect([deleted.code, JSON.parse(deleted.stdout)]).toMatchObject([0, { id: word.id, deleted: true }]);
  });

  test('on standard input as well', async () => {
    const { name, id } = (await client.plans.list()).items[0] ?? { name: '', id: '' };
    const { code, stdout, stderr } = await sandbox.run(['plans', 'get', '-', '--output', 'ids'], {
      stdin: `${name}\nnope\n`,
    });
    expect([code, stdout, stderr]).toEqual([3, `${id}\n`, expect.stringContaining('has the name or id "nope".')]);
  });

  test.each([
    ['plans get nope', 'No plan has the name or id "nope".', 'plans list'],
    ['apps update nope --set name=x --yes', 'No app has the name or id "nope".', 'apps list'],
    ['specialties delete nope --yes', 'No specialty has the name or id "nope".', 'specialties list'],
    ['networks organizations nope', 'No network has the name or id "nope".', 'networks list'],
    ['webhooks get nope', 'No webhook has the name or id "nope".', 'webhooks list'],
    ['users get nope', 'No user has the user name or id "nope".', 'users list'],
    ['users access nope organizations.update', 'No user has the user name or id "nope".', 'users list'],
    [
      'users update nope@x.example --set phone=1 --yes',
      'No user has the user name or id "nope@x.example".',
      'users list',
    ],
    ['users disable nope --dry-run', 'No user has the user name or id "nope".', 'users list'],
    ['sysadmins disable nope --dry-run', 'No user has the user name or id "nope".', 'users list'],
  ])('%s: an unknown one is exit 6', async (line, message, list) => {
    const { code, data } = await run(line);
    expect([code, data['code'], data['message'], data['hint']]).toEqual([
      6,
      'E-NOT-FOUND',
      message,
      `Run: carepost ${list}`,
    ]);
  });

  test('is looked up, and the error names its flag', async () => {
    const { name, subdomain } = await organization();
    const { data } = await run(`orgs get ${String(subdomain)}`);
    expect(data['details']).toContain(`Did you mean ${name}? Use --subdomain ${String(subdomain)}`);
  });
});

describe('a filter for a value that no record has', () => {
  test.each([
    ['orgs list --tier NOPE', /^Choose from .*HOSP/],
    ['orgs list --type Hospitl', /^Choose from .*Hospital/],
    ['orgs list --where loginType=Saml', /^Choose from Password, SSO\.$/],
    ['addresses list --where type=Direct', /^Choose from DirectMessaging, Fax\.$/],
    ['addresses list --where status=Gone', /^Choose from Provisioning, Activated, /],
    ['sources list --where type=Mail', /^Choose from DirectMessaging, Fax\.$/],
    ['resellers list --where type=Other', /^Choose from Affiliate, Licensing\.$/],
    [`directory list ${unknownId} --where responderType=Member`, /^Choose from DirectResponder, /],
    [`orgs jobs ${unknownId} --where status=Done`, /^Choose from Pending, /],
  ])('%s is a usage error with the values', async (line, hint) => {
    const { code, data } = await run(line);
    expect([code, data['code'], data['hint']]).toEqual([2, 'E-USAGE', expect.stringMatching(hint)]);
  });

  test('known ones may differ in case, and a type can be named', async () => {
    const [plan] = (await client.plans.list()).items;
    const byTier = await run(`orgs list --limit 1 --tier ${String(plan?.tierCode).toLowerCase()}`);
    expect([byTier.code, byTier.data]).toMatchObject([0, [{ tierCode: plan?.tierCode }]]);
    const [type] = (await client.organizations.types()).items;
    const [named, byId] = await Promise.all(
      [String(type?.name), String(type?.id)].map((text) =>
        sandbox.run(['orgs', 'list', '--all', '--type', text, '--output', 'ids']),
      ),
    );
    expect(named?.stdout.length).toBeGreaterThan(30);
    expect(named?.stdout).toBe(byId?.stdout);
  });
});

test('a table shows the status of a fax number and the type of a reseller as texts, JSON the codes', async () => {
  const table = await sandbox.run(['addresses', 'list', '--type', 'Fax', '--limit', '1', '--output', 'table']);
  expect(table.stdout).toContain('  Activated  ');
  const [id] = (await sandbox.run(['addresses', 'list', '--type', 'Fax', '--limit', '1', '-o', 'ids'])).stdout.split(
    '\n',
  );
  const one = await sandbox.run(['addresses', 'get', String(id), '--output', 'table']);
  expect(one.stdout).toMatch(/^status +Activated$/m);
  expect((await run(`addresses get ${String(id)}`)).data).toMatchObject({ status: 1 });
  const resellers = await sandbox.run(['resellers', 'list', '--output', 'table']);
  expect(resellers.stdout).toMatch(/ Affiliate | Licensing /);
});

describe('ids on standard input', () => {
  test('are the records that get shows', async () => {
    const made = [await organization(), await organization()];
    const { code, data } = await run('orgs get -', made.map(({ id }) => `${id}\n`).join('\n'));
    expect([code, data]).toMatchObject([0, made.map(({ id, name }) => ({ id, name }))]);
    const table = await sandbox.run(['orgs', 'get', '-', '--output', 'table'], { stdin: `${String(made[0]?.id)}\r\n` });
    expect(table.stdout.split('\n')[0]).toMatch(/^NAME +ID +SUBDOMAIN/);
    const plans = (await sandbox.run(['plans', 'list', '--output', 'ids'])).stdout;
    const all = await sandbox.run(['plans', 'get', '-', '--output', 'ids'], { stdin: plans });
    expect(all.stdout).toBe(plans);
  });

  test('are exit 3 if some are unknown, and exit 6 if all are', async () => {
    const { id } = await organization();
    const some = await sandbox.run(['orgs', 'get', '-', '--output', 'ids'], { stdin: `${unknownId}\n${id}\n` });
    expect([some.code, some.stdout]).toEqual([3, `${id}\n`]);
    expect(some.stderr).toContain(`No organization has the id ${unknownId}.`);
    const none = await sandbox.run(['orgs', 'get', '-', '--output', 'ids'], { stdin: `${unknownId}\n` });
    expect([none.code, none.stdout]).toEqual([6, '']);
  });

  test('of a change are one bulk run', async () => {
    const made = [await organization(), await organization()];
    const stdin = made.map(({ id }) => `${id}\n`).join('');
    const { code, stderr } = await sandbox.run(['orgs', 'login', 'disable', '-', '--yes'], { stdin });
    expect(code, stderr).toBe(0);
    const stored = await Promise.all(made.map(({ id }) => client.organizations.get({ params: { id } })));
    expect(stored.map(({ isEnabled }) => isEnabled)).toEqual([false, false]);
  });
});

describe('--web', () => {
  test('opens the page of the record, without a call', async () => {
    const desktop = await createCliSandbox({ api: server.url, env: { DISPLAY: ':0' } });
    const { code, stdout, stderr } = await desktop.run(['orgs', 'get', unknownId, '--web']);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`Opening ${server.url}/admin/organizations/${unknownId}`);
  });

  test('prints the address if no browser can be opened', async () => {
    for (const [resource, path] of [
      ['plans', 'plans'],
      ['networks', 'networks'],
      ['eulas', 'eulas'],
    ]) {
      const { stdout } = await sandbox.run([String(resource), 'get', unknownId, '--web']);
      expect(stdout).toBe(`${server.url}/admin/${String(path)}/${unknownId}\n`);
    }
  });
});

test('a file that does not exist is named in one sentence', async () => {
  for (const line of [
    'plans create --file nope.json --yes',
    'orgs create --file nope.json --yes',
    'resellers create --set name=X --logo nope.json --yes',
    'brands create --set name=X --terms nope.json --yes',
    'eulas create 9.9 --file nope.json --yes',
  ]) {
    const { code, data } = await run(line);
    expect([code, data['code'], data['message']]).toEqual([74, 'E-IO', `${sandbox.folder}/nope.json does not exist.`]);
  }
});

test('the values of list fields are those of the contract', () => {
  const valuesOf = (commands: readonly Command[], name: string) =>
    commands.find((command) => command.name === name)?.fields?.values;
  expect(valuesOf(orgs, 'jobs')).toEqual({ status: jobStatuses });
  expect(valuesOf(orgs, 'list')).toEqual({ loginType: loginTypes });
  expect(valuesOf(directory, 'import')).toEqual({ outcome: importOutcomes });
  expect(valuesOf(directory, 'list')).toEqual({ responderType: responderType.options });
  const { type, directAddressType } = documentSource.shape;
  expect(valuesOf(addresses, 'list')).toMatchObject({
    type: type.options,
    directAddressType: directAddressType.options,
  });
});
