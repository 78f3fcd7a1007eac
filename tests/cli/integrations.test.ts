import { beforeAll, expect, test } from 'vitest';
import { newOrganization } from '../server/areas/organizationBuilders.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run(['integrations', ...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const rowsOf = async (...args: string[]) => (await run(...args)).output as unknown as Output[];
const organization = () => server.client('SysAdmin').organizations.create({ body: newOrganization() });

test('integrations are listed, and their organizations by type or id', async () => {
  const integrations = await rowsOf('list');
  expect(integrations.map(({ type }) => type)).toContain('Epic');
  const byType = await rowsOf('orgs', 'aprima', '--all');
  expect(byType.length).toBeGreaterThan(0);
  const { id } = integrations.find(({ type }) => type === 'Aprima') as Output;
  expect(await rowsOf('orgs', String(id), '--all')).toEqual(byType);
  expect(await rowsOf('orgs', 'Aprima', '--allowed', 'false', '--all')).toEqual(
    byType.filter(({ isAllowed }) => isAllowed === false),
  );
  expect((await run('orgs', 'Aprimma')).code).toBe(6);
});

test('a whitelist entry is added, listed, shown, changed and deleted; each change can be undone', async () => {
  const { id: org } = await organization();
  const added = await run('whitelist', 'create', '--integration', 'aprima', '--org', org, '--note', 'Pilot', '--yes');
  expect([added.code, added.output]).toMatchObject([0, { organizationId: org, note: 'Pilot', isEnabled: true }]);
  const id = String(added.output['id']);
  expect(await rowsOf('whitelist', 'list', '--org', org)).toMatchObject([{ id, integrationName: 'Aprima' }]);
  expect((await run('whitelist', 'get', id)).output).toMatchObject({ id, dependentCount: 0 });

  const off = await run('whitelist', 'update', id, '--enabled', 'false', '--yes');
  expect([off.code, off.output]).toMatchObject([0, { id, isEnabled: false, note: 'Pilot' }]);
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect((await run('whitelist', 'get', id)).output).toMatchObject({ isEnabled: true, note: 'Pilot' });

  const deleted = await run('whitelist', 'delete', id, '--yes');
  expect([deleted.code, deleted.output]).toEqual([0, { id, deleted: true }]);
  expect((await run('whitelist', 'get', id)).code).toBe(6);
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect(await rowsOf('whitelist', 'list', '--org', org)).toMatchObject([{ note: 'Pilot', isEnabled: true }]);
});

test('an addition is undone; an entry that exists with other values is a conflict', async () => {
  const { id: org } = await organization();
  const create = (...more: string[]) =>
    run('whitelist', 'create', '--integration', 'Epic', '--org', org, '--yes', ...more);
  expect((await create()).code).toBe(0);
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect(await rowsOf('whitelist', 'list', '--org', org)).toEqual([]);
  expect((await create()).code).toBe(0);
  const again = await create('--note', 'Another');
  expect([again.code, again.output['code']]).toEqual([8, 'E-WHITELIST-EXISTS']);
});

test('an unknown integration is named with those that exist; nothing to change is a usage error', async () => {
  const unknown = await run('whitelist', 'create', '--integration', 'Epix', '--yes');
  expect(unknown.code).not.toBe(0);
  expect(unknown.stderr).toContain('There is no integration \\"Epix\\". Use one of: Aprima');
  const { items } = await server.client('SysAdmin').integrationwhitelist.list({ query: { pageSize: 1 } });
  expect((await run('whitelist', 'update', items[0]?.id ?? '', '--yes')).code).toBe(2);
});
