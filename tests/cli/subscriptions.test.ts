import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOrganization } from '../server/areas/organizationBuilders.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run(['subscriptions', ...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const rowsOf = async (...args: string[]) => (await run(...args)).output as unknown as Output[];
const undo = () => sandbox.run(['bulk', 'undo', '--last', '--yes']);
const organization = async (numberOfUsers = 2) => {
  const { items } = await server.client('SysAdmin').plans.list({ query: { search: 'Enterprise' } });
  const body = newOrganization({ planId: items[0]?.id ?? '', numberOfUsers });
  return (await server.client('SysAdmin').organizations.create({ body })).id;
};

test('the plans of an organization are compared; a change by name or tier code is in the history and can be undone', async () => {
  const id = await organization(8);
  const plans = await rowsOf('list', id);
  expect(plans.find(({ isCurrent }) => isCurrent)).toMatchObject({ name: 'Enterprise', price: '$7,900.00' });
  expect(plans.find(({ name }) => name === 'Small Practice')).toMatchObject({
    priceDifference: '-$7,851.00',
    users: 10,
  });
  const changed = await run('change', id, '--plan', 'small', '--yes', '--reason', 'They shrink');
  expect([changed.code, changed.output]).toMatchObject([0, { planName: 'Small Practice', status: 'Active' }]);
  const again = await run('change', id, '--plan', 'Small Practice', '--yes');
  expect([again.code, again.output]).toEqual([0, changed.output]);
  expect((await undo()).code).toBe(0);
  expect((await run('get', id)).output).toMatchObject({ planName: 'Enterprise' });
  expect(await rowsOf('history', id)).toMatchObject([
    { action: 'Changed', fromPlan: 'Small Practice', toPlan: 'Enterprise' },
    { action: 'Changed', fromPlan: 'Enterprise', toPlan: 'Small Practice', reason: 'They shrink' },
  ]);
});

test('a plan that does not fit and an unknown one are refused before anything is sent', async () => {
  const id = await organization(8);
  const small = await run('change', id, '--plan', 'Starter', '--yes');
  expect([small.code, small.output['code']]).toEqual([7, 'E-ORG-PLAN-USERS']);
  const unknown = await run('change', id, '--plan', 'Enterprize', '--yes');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean')]);
  expect(await rowsOf('history', id)).toEqual([]);
});

test('a tier code that two plans have is refused with both; the question names the plan and its price', async () => {
  const id = await organization();
  const body = { name: 'Enterprise trial', tierCode: 'ENT', monthlyPriceCents: 0, allowedUsers: -1 };
  const { id: trial } = await server.client('SysAdmin').plans.create({ body });
  const refused = await run('change', id, '--plan', 'ent', '--yes');
  expect([refused.code, refused.output]).toMatchObject([2, { code: 'E-NAME-AMBIGUOUS' }]);
  expect(refused.stderr).toContain(`Enterprise trial: ${trial}`);
  const changed = await sandbox.run(['subscriptions', 'change', id, '--plan', 'enterprise trial', '--yes']);
  expect([changed.code, changed.stderr]).toEqual([0, expect.stringContaining('to Enterprise trial ($0.00 a month)')]);
  await undo();
  await server.client('SysAdmin').plans.delete({ params: { id: trial } });
});

test('a cancellation needs a reason, is undone by a reactivation, and is reactivated with another plan', async () => {
  const id = await organization();
  expect((await run('cancel', id, '--yes')).code).toBe(2);
  const canceled = await run('cancel', id, '--cancel-reason', 'Closing', '--yes');
  expect([canceled.code, canceled.output]).toMatchObject([0, { status: 'Canceling', cancelAt: expect.any(String) }]);
  expect((await run('cancel', id, '--cancel-reason', 'Closing', '--yes')).code).toBe(0);
  const other = await run('cancel', id, '--cancel-reason', 'Merged', '--yes');
  const message = expect.stringMatching(/canceled since 20.+ UTC, with the reason "Closing"/);
  expect([other.code, other.output]).toMatchObject([8, { code: 'E-SUBSCRIPTION-CANCELED', message }]);
  expect((await undo()).code).toBe(0);
  expect((await run('get', id)).output).toMatchObject({ status: 'Active', planName: 'Enterprise' });
  const active = await run('reactivate', id, '--plan', 'free', '--yes');
  expect(active.output['code']).toBe('E-SUBSCRIPTION-ACTIVE');
  await run('cancel', id, '--cancel-reason', 'Closing', '--yes');
  expect((await run('change', id, '--plan', 'GROUP', '--yes')).output['code']).toBe('E-SUBSCRIPTION-CANCELED');
  const again = await run('reactivate', id, '--plan', 'GROUP', '--yes');
  expect([again.code, again.output]).toMatchObject([0, { status: 'Active', planName: 'Group Practice' }]);
  expect((await undo()).code).toBe(8);
});

test('a card subscription is shown as the provider has it', async () => {
  const { rows } = await server.database.pool.query<{ id: string; organization: string }>(
    'select subscription_id as id, organization_id as organization from subscription_payments order by 1 limit 1',
  );
  const { id = '', organization: owner = '' } = rows[0] ?? {};
  expect((await run('get', owner)).output).toMatchObject({ billing: 'Card', reference: id });
  expect((await run('provider', id)).output).toMatchObject({ id, organizationId: owner, state: 'active' });
});
