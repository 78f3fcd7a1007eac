import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
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
  const result = await sandbox.run(['brands', ...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const create = (name: string, ...more: string[]) => {
  const fields = [
    `name=${name}`,
    'appUrl=https://shore.example',
    'primaryColor=#0b5f73',
    'supportEmail=help@shore.example',
  ];
  return run('create', ...fields.flatMap((field) => ['--set', field]), ...more, '--yes');
};

test('a brand is added with a connection and terms, changed inside, and deleted', async () => {
  await writeFile(join(sandbox.folder, 'terms.html'), '<p onclick="x()">Be kind.</p>');
  const created = await create(
    'Shore',
    '--set',
    'identityProvider.connectionName=shore',
    '--set',
    'onboardingFlow=legacy',
    '--terms',
    'terms.html',
  );
  expect([created.code, created.output]).toMatchObject([
    0,
    {
      name: 'Shore',
      identityProvider: { connectionName: 'shore' },
      onboardingFlow: 'legacy',
      termsHtml: '<p>Be kind.</p>',
      version: 1,
    },
  ]);
  const id = String(created.output['id']);
  const changed = await run('update', id, '--set', 'identityProvider.connectionName=\\N', '--yes');
  expect(changed.output).toMatchObject({
    name: 'Shore',
    identityProvider: { connectionName: null },
    termsHtml: '<p>Be kind.</p>',
    version: 2,
  });
  expect((await run('update', id, '--set', 'termsHtml=\\N', '--yes')).output['termsHtml']).toBeNull();
  expect((await run('delete', id, '--yes')).output).toEqual({ id, name: 'Shore', deleted: true });
  expect((await run('get', id)).code).toBe(6);
});

test('a refusal of the server names the field, with exit 7; a taken name is exit 8', async () => {
  const { output } = await create('Taken');
  const taken = await create('TAKEN');
  expect([taken.code, taken.output['code']]).toEqual([8, 'E-NAME-TAKEN']);
  const wrong = await run('update', String(output['id']), '--set', 'primaryColor=blue', '--yes');
  expect([wrong.code, wrong.output['message'], wrong.output['details']]).toEqual([
    7,
    'Enter a color such as #0b5f73.',
    ['field: primaryColor'],
  ]);
});

test('a brand organizations have is not deleted', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select brand_id as id from organizations where brand_id is not null limit 1',
  );
  const refused = await run('delete', rows[0]?.id ?? '', '--yes');
  expect([refused.code, refused.output['code']]).toEqual([8, 'E-IN-USE']);
});
