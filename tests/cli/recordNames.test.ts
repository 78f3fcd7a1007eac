import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../shared/client/createClient.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let client: Client;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});

const run = async (args: readonly string[], stdin = '') => {
  const result = await sandbox.run([...args, '--output', 'json'], { stdin });
  return {
    ...result,
    data: JSON.parse(result.stdout || result.stderr.split('\n').at(0) || '{}') as Record<string, unknown>,
  };
};
const unknownId = '0198c1f0-1111-7222-8333-000000000001';

describe('a name that has the form of an id', () => {
  const name = 'deadbeef-1111-4222-8333-444455556666';

  test('names its record where no record has the id, in reads, in changes and on standard input', async () => {
    const { id } = await client.apps.create({ body: { name } });
    expect((await run(['apps', 'get', name])).data).toMatchObject({ id, name });
    const many = await run(['apps', 'get', '-'], `${name}\n${id}\n`);
    expect([many.code, many.data], many.stderr).toMatchObject([0, [{ id }, { id }]]);
    const changed = await run(['apps', 'update', name, '--set', 'name=Renamed', '--yes']);
    expect([changed.code, changed.data], changed.stderr).toMatchObject([0, { id, name: 'Renamed' }]);
    expect((await run(['apps', 'get', name])).data).toMatchObject({
      code: 'E-NOT-FOUND',
      message: `No app has the id ${name}.`,
    });
  });

  test('comes after the record that has the id', async () => {
    const first = await client.plans.create({ body: { name: 'First', tierCode: 'FIRST', allowedUsers: 5 } });
    const second = await client.plans.create({ body: { name: first.id, tierCode: 'SECOND', allowedUsers: 5 } });
    expect((await run(['plans', 'get', first.id])).data).toMatchObject({ id: first.id });
    expect((await run(['plans', 'get', second.id])).data).toMatchObject({ name: first.id });
  });

  test('that several records have is an error with their ids', async () => {
    const text = 'deadbeef-1111-4222-8333-444455557777';
    const body = { name: text, url: 'https://hooks.clinic.example/in', events: ['user.created' as const] };
    const organization = await client.organizations.create({ body: { name: 'Hooked', subdomain: 'hooked' } });
    const one = await client.webhooks.save({ body: { ...body, authenticationType: 'none' } });
    const other = await client.webhooks.save({
      body: { ...body, authenticationType: 'none', organizationId: organization.id },
    });
    const { code, data } = await run(['webhooks', 'get', text]);
    expect([code, data['code']]).toEqual([2, 'E-NAME-AMBIGUOUS']);
    expect(data['details']).toEqual(expect.arrayContaining([one.id, other.id]));
  });
});

describe('a name with accents', () => {
  const [composed, decomposed] = ['Clinique Ren\u00e9e', 'Clinique Rene\u0301e'];

  test('is the same composed and decomposed', async () => {
    const { id } = await client.apps.create({ body: { name: composed } });
    for (const text of [composed, decomposed, decomposed.toUpperCase()])
      expect((await run(['apps', 'get', text])).data).toMatchObject({ id });
    const body = { url: 'https://hooks.clinic.example/in', events: ['user.created' as const] };
    const hook = await client.webhooks.save({ body: { ...body, name: decomposed, authenticationType: 'none' } });
    expect((await run(['webhooks', 'get', composed])).data).toMatchObject({ id: hook.id });
  });

  test('of an organization as well', async () => {
    const one = await client.organizations.create({ body: { name: composed, subdomain: 'renee-1' } });
    expect((await run(['orgs', 'get', '--name', decomposed])).data).toMatchObject({ id: one.id });
    const name = decomposed.replace('Clinique', 'Hospice');
    const other = await client.organizations.create({ body: { name, subdomain: 'renee-2' } });
    expect((await run(['orgs', 'get', '--name', name.normalize('NFC')])).data).toMatchObject({ id: other.id });
  });
});

describe('the id of a flag', () => {
  test.each([
    [['webhooks', 'list', '--org', 'nope'], '--org', 'organization'],
    [['webhooks', 'deliveries', 'list', '--webhook', 'nope'], '--webhook', 'webhook'],
    [
      ['webhooks', 'create', '--name', 'X', '--url', 'https://x.example', '--event', 'user.created', '--org', 'nope'],
      '--org',
      'organization',
    ],
    [['connections', 'list', '--org', 'nope'], '--org', 'organization'],
    [['integrations', 'whitelist', 'list', '--org', 'nope'], '--org', 'organization'],
    [['users', 'list', '--organization', 'nope'], '--organization', 'organization'],
    [['identity-links', 'list', '--user', 'nope'], '--user', 'user'],
    [['orgs', 'check-subdomain', 'pier', '--org', 'nope'], '--org', 'organization'],
    [['resellers', 'url-code', 'pier', '--reseller', 'nope'], '--reseller', 'reseller'],
    [['reserved-words', 'exists', 'pier', '--except', 'nope'], '--except', 'reserved word'],
    [['addresses', 'add', unknownId, 'a@b.example', '--provider', 'nope'], '--provider', 'provider'],
  ])('%j: another form is exit 2 before any call, and names the flag', async (args, flag, kind) => {
    const { code, data } = await run([...args, '--api', 'http://127.0.0.1:9']);
    expect([code, data['code'], data['message'], data['correlationId']]).toEqual([
      2,
      'E-USAGE',
      expect.stringMatching(new RegExp(`^${flag}: "nope" is not the id of an? ${kind}\\.`)),
      null,
    ]);
  });

  test('an OID of another form is exit 7, and names the field and the rule', async () => {
    const { code, data } = await run(['emergencies', 'organizations', 'put', 'abc', '--yes']);
    expect([code, data]).toMatchObject([7, { message: expect.stringMatching(/valid OID/), details: ['field: oid'] }]);
  });
});
