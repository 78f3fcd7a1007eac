import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, networkFeature, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

let made = 0;
const newPlan = (fields: Partial<{ name: string; tierCode: string; allowedUsers: number }> = {}) => {
  made += 1;
  return { name: `Sample Plan ${made}`, tierCode: `T${made}`, allowedUsers: 5, ...fields };
};

describe('a plan', () => {
  test('is added, read, changed and deleted, each with its audit row', async () => {
    const body = newPlan({ allowedUsers: -1 });
    const added = await client.plans.create({ body });
    expect(added).toMatchObject({ ...body, organizationCount: 0, version: 1 });
    const { id } = added;
    expect(await client.plans.get({ params: { id } })).toEqual(added);
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'plans.create',
      changes: { name: { before: null, after: body.name }, allowedUsers: { before: null, after: -1 } },
    });

    const changed = await client.plans.update({ params: { id }, body: { allowedUsers: 12, version: 1 } });
    expect(changed).toEqual({ ...added, allowedUsers: 12, version: 2 });
    expect(await lastAudit(server, id)).toEqual({
      action: 'plans.update',
      changes: { allowedUsers: { before: -1, after: 12 } },
      version_checked: true,
    });

    await client.plans.delete({ params: { id } });
    expect(await refusal(client.plans.get({ params: { id } }))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect(await lastAudit(server, id)).toMatchObject({ action: 'plans.delete' });
  });

  test('that stays as it is keeps its version', async () => {
    const body = newPlan();
    const { id } = await client.plans.create({ body });
    expect(await client.plans.update({ params: { id }, body })).toMatchObject({ version: 1 });
    expect(await lastAudit(server, id)).toMatchObject({ changes: {}, version_checked: false });
  });

  test('may not have the name of another in any letter case, nor zero users', async () => {
    const first = await client.plans.create({ body: newPlan() });
    const taken = await refusal(client.plans.create({ body: newPlan({ name: first.name.toUpperCase() }) }));
    expect(taken).toMatchObject({ status: 409, code: 'E-NAME-TAKEN' });
    expect(taken.modelState).toHaveProperty('name');
    const second = await client.plans.create({ body: newPlan() });
    const renamed = client.plans.update({ params: { id: second.id }, body: { name: first.name } });
    expect(await refusal(renamed)).toMatchObject({ code: 'E-NAME-TAKEN' });
    const own = await client.plans.update({ params: { id: first.id }, body: { name: first.name.toUpperCase() } });
    expect(own.name).toBe(first.name.toUpperCase());
    const zero = await refusal(client.plans.create({ body: newPlan({ allowedUsers: 0 }) }));
    expect(zero.modelState['allowedUsers']).toEqual(['must be -1 (unlimited) or at least 1']);
  });

  test('that organizations have is not deleted, and they are counted', async () => {
    const plan = await client.plans.create({ body: newPlan() });
    await client.organizations.create({ body: newOrganization({ planId: plan.id }) });
    expect(await client.plans.get({ params: { id: plan.id } })).toMatchObject({ organizationCount: 1 });
    const stored = await refusal(client.plans.delete({ params: { id: plan.id } }));
    expect(stored).toMatchObject({
      status: 409,
      code: 'E-IN-USE',
      message: expect.stringContaining('1 organization has it'),
    });
  });

  test('loaded before somebody else saved it is refused', async () => {
    const { id } = await client.plans.create({ body: newPlan() });
    await client.plans.update({ params: { id }, body: { allowedUsers: 6 } });
    const late = client.plans.update({ params: { id }, body: { allowedUsers: 7, version: 1 } });
    expect(await refusal(late)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
    const lateHeader = client.plans.update({ params: { id }, body: { allowedUsers: 7 } }, { ifMatch: 1 });
    expect(await refusal(lateHeader)).toMatchObject({ status: 412, code: 'E-PRECONDITION-FAILED' });
    expect(await refusal(client.plans.delete({ params: { id } }, { ifMatch: 1 }))).toMatchObject({ status: 412 });
  });

  test('under a made-up id is not found', async () => {
    const params = { id: crypto.randomUUID() };
    const calls = [
      () => client.plans.get({ params }),
      () => client.plans.update({ params, body: {} }),
      () => client.plans.delete({ params }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});

describe('of 50 at once', () => {
  test('who want the same name in different letter cases, one gets it', async () => {
    const name = 'Contested Plan';
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        client.plans.create({ body: newPlan({ name: at % 2 ? name.toUpperCase() : name }) }),
      ),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(49);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, code: 'E-NAME-TAKEN' });
  });

  test('who change the same version, one wins', async () => {
    const { id } = await client.plans.create({ body: newPlan() });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        client.plans.update({ params: { id }, body: { allowedUsers: at + 100, version: 1 } }),
      ),
    );
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(won).toHaveLength(1);
    expect(await client.plans.get({ params: { id } })).toEqual(won[0]);
  });
});

test('features come by name, with what organizations may have marked', async () => {
  const networksOnly = await networkFeature(server);
  const { items } = await client.features.list({});
  const names = items.map(({ name }) => name.toLowerCase());
  expect(names).toEqual([...names].sort());
  expect(items.find(({ id }) => id === networksOnly)).toMatchObject({ isEnabled: true, isOrganizationFeature: false });
  expect(items.find(({ id }) => id === 'Fax')).toMatchObject({ isEnabled: true, isOrganizationFeature: true });
});

test('WestFaxInterface is a setting of the installation only, not a feature of organizations or networks', async () => {
  const { items } = await client.features.list({});
  expect(items.map(({ id }) => id)).not.toContain('WestFaxInterface');
});

test('descriptions of features are plain English', async () => {
  const { items } = await client.features.list({});
  expect(Object.fromEntries(items.map(({ id, description }) => [id, description]))).toMatchObject({
    OptimizedIntake: 'Load the intake list faster.',
    Webhooks: 'Send events to other systems by webhook.',
    MessageArchive: 'Keep messages longer than the standard retention period.',
  });
});
