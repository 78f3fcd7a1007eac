import { expect, test } from 'vitest';
import { createCliSandbox } from '../support/runCli.ts';
import { sharedServer } from '../support/startApp.ts';

test('status prints the numbers of the home page with the pages behind them', async () => {
  const server = await sharedServer();
  const sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin') });
  const { code, stdout } = await sandbox.run(['status', '--output', 'json']);
  const rows = JSON.parse(stdout) as { name: string; count: number; path: string }[];
  expect(code).toBe(0);
  expect(rows.find(({ name }) => name === 'organizations')).toMatchObject({ path: '/admin/organizations' });
  expect(rows.every(({ count }) => count >= 0)).toBe(true);
  const refused = await (await createCliSandbox({ api: server.url, token: server.as('SysAdminReporting') })).run([
    'status',
  ]);
  expect(refused.code).toBe(5);
});
