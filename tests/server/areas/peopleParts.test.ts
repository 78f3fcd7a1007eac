import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../server/database/newId.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { clientOf } from '../../support/secondAdministrator.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { refusal } from './organizationBuilders.ts';

/** Assignments, activity and connected applications of people. */

let server: TestApp;
let platform: Client;
beforeAll(async () => {
  server = await startApp();
  platform = server.client('SysAdmin');
});
afterAll(() => server.close());

/** An organization with an administrator, a user, a document source and an intake rule. */
const office = async () => {
  const mark = randomUUID();
  const plan = await platform.plans.create({ body: { name: `Plan ${mark}`, tierCode: 'T', allowedUsers: -1 } });
  const { id: organizationId } = await platform.organizations.create({
    body: { name: `Clinic ${mark}`, subdomain: `c-${mark}`, planId: plan.id },
  });
  const add = async (roleName: 'Administrator' | 'User') => {
    const userName = `${roleName}-${mark}@example.org`.toLowerCase();
    const userDetails = { firstName: 'Pat', lastName: roleName, userName, roleName };
    return (await platform.users.create({ body: { userDetails, organizationId, emailCreatePassword: true } })).id;
  };
  const [adminId, userId] = [await add('Administrator'), await add('User')];
  const address = `555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const source = await platform.documentsources.create({
    body: { organizationId, type: 'Fax', address, displayName: 'Front desk' },
  });
  const ruleId = newId();
  await server.database.pool.query(
    `insert into intake_rules (id, organization_id, name, from_address, to_source_id) values ($1, $2, 'Referrals', 'ann@direct.example', $3)`,
    [ruleId, organizationId, source.id],
  );
  const { people } = await clientOf(server, adminId, 'Administrator');
  return { organizationId, adminId, userId, sourceId: source.id, address, ruleId, people };
};

test('document sources are assigned as a whole list, by those of the organization only', async () => {
  const [here, there] = [await office(), await office()];
  const { people, organizationId, userId: id, sourceId: documentSourceId, address } = here;
  const params = { id };
  expect((await people.assignable({})).documentSources.map((source) => source.id)).toEqual([documentSourceId]);
  const { version } = await people.documentSources({ params });
  const assignments = [{ organizationId, documentSourceId }];
  const saved = await people.setDocumentSources({ params, body: { assignments, version } });
  expect(saved).toMatchObject({ items: [{ organizationId, documentSourceId, address }], version: version + 1 });
  expect(await people.documentSources({ params })).toEqual(saved);
  const own = await clientOf(server, id, 'User');
  expect((await own.people.documentSources({ params })).items).toEqual(saved.items);
  const set = (items: typeof assignments, sent?: number) =>
    people.setDocumentSources({ params, body: { assignments: items, version: sent } });
  for (const foreign of [
    { organizationId, documentSourceId: there.sourceId },
    { organizationId: there.organizationId, documentSourceId: there.sourceId },
    { organizationId, documentSourceId: randomUUID() },
  ])
    expect(await refusal(set([foreign]))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  expect(await refusal(set([], version))).toMatchObject({ code: 'E-VERSION-CONFLICT' });
  expect((await people.documentSources({ params })).items).toHaveLength(1);
  await set([]);
  expect((await people.documentSources({ params })).items).toEqual([]);
  const { items } = await people.events({ params });
  expect(items.find(({ action }) => action === 'people.setDocumentSources')?.changes).toEqual([
    { field: 'documentSources', before: [address], after: [] },
  ]);
});

test('intake rules are assigned in the same way, and end with the membership', async () => {
  const [here, there] = [await office(), await office()];
  const { people, organizationId, userId: id, ruleId: intakeRuleId, sourceId, address } = here;
  const params = { id };
  const rule = { name: 'Referrals', from: 'ann@direct.example', to: address, documentSourceIds: [sourceId] };
  expect((await people.assignable({})).intakeRules).toEqual([{ id: intakeRuleId, ...rule }]);
  const assignments = [{ organizationId, intakeRuleId }];
  await people.setRules({ params, body: { assignments } });
  expect((await people.rules({ params })).items).toEqual([{ organizationId, intakeRuleId, ...rule }]);
  const foreign = [{ organizationId, intakeRuleId: there.ruleId }];
  expect(await refusal(people.setRules({ params, body: { assignments: foreign } }))).toMatchObject({ status: 404 });
  await people.delete({ params });
  const { rows } = await server.database.pool.query('select 1 from intake_rule_users where user_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('activity: calls of the person, events by and about the person, sign-offs; each newest first, in pages', async () => {
  const { people, userId: id } = await office();
  const params = { id };
  await people.update({ params, body: { phone: '555-010-0101' } });
  await people.update({ params, body: { phone: '555-010-0102' } });
  const own = await clientOf(server, id, 'User');
  for (let turn = 0; turn < 11; turn += 1) await own.people.get({ params });
  await server.database.pool.query(
    `insert into audit_entries (actor_id, actor_name, action, target_type, target_id, changes, request_id, reason)
     values ($1, 'Pat', 'messages.get', 'message', '1', '{}', 'sign-off', 'Referral')`,
    [id],
  );
  const requests = await people.requests({ params });
  expect([requests.totalCount, requests.items.length]).toEqual([12, 10]);
  expect((await people.requests({ params, query: { pageStart: 2 } })).items).toHaveLength(2);
  expect(new Set(requests.items.map(({ actorId }) => actorId))).toEqual(new Set([id]));
  const events = (await people.events({ params })).items;
  expect(events.slice(-3).map(({ action }) => action)).toEqual(['people.update', 'people.update', 'users.create']);
  const times = events.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  // Who looked at the person is no event about the person.
  expect(events.filter(({ actorId, isRead }) => isRead && actorId !== id)).toEqual([]);
  expect((await people.signatures({ params })).items).toMatchObject([{ action: 'messages.get', reason: 'Referral' }]);
});

test('of a person of several organizations, each sees what is about it', async () => {
  const [here, there] = [await office(), await office()];
  const params = { id: here.userId };
  await platform.users.assign({ body: { userId: here.userId, organizationId: there.organizationId } });
  await there.people.setDocumentSources({
    params,
    body: { assignments: [{ organizationId: there.organizationId, documentSourceId: there.sourceId }] },
  });
  await server.database.pool.query(
    `insert into audit_entries (actor_id, actor_name, action, target_type, target_id, changes, request_id)
     values ($1, 'Pat', 'messages.get', 'message', '1', '{}', 'r'),
            ($1, 'Pat', 'webhooks.save', 'organization', $2, '{}', 'r')`,
    [here.userId, there.organizationId],
  );
  const actions = async ({ people }: Pick<Client, 'people'>) =>
    (await people.events({ params })).items.map(({ action }) => action);
  expect(await actions(here)).toEqual([]);
  expect(await actions(there)).toEqual(['webhooks.save', 'people.setDocumentSources']);
  await there.people.delete({ params });
  // What happened in the organization that the person left stays there.
  expect(await actions(here)).not.toContain('webhooks.save');
});

test('connected applications: the sign-ins with one client end, and so do its tokens', async () => {
  const { people, userId: id } = await office();
  const grant = async (clientId: string, model: string, payload: object) =>
    server.database.pool.query(
      `insert into oidc_payloads (model, id, payload, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
      [model, randomUUID(), { accountId: id, clientId, ...payload }],
    );
  await grant('carepost-web', 'Grant', {});
  await grant('carepost-cli', 'Grant', {});
  await grant('carepost-cli', 'RefreshToken', {});
  await server.database.pool.query(
    `insert into oidc_payloads (model, id, payload, expires_at) values ('Session', $1, $2, now() + interval '1 hour')`,
    [randomUUID(), { accountId: id, authorizations: { 'carepost-web': {} } }],
  );
  const applications = async () =>
    (await people.get({ params: { id } })).applications.map((application) => application.id);
  expect(await applications()).toEqual(['carepost-cli', 'carepost-web']);
  await people.endApplication({ params: { id, appId: 'carepost-web' } });
  expect(await applications()).toEqual(['carepost-cli']);
  const left = async () =>
    (
      await server.database.pool.query<{ model: string }>(
        `select model from oidc_payloads where payload ->> 'accountId' = $1 order by 1`,
        [id],
      )
    ).rows.map(({ model }) => model);
  expect(await left()).toEqual(['Grant', 'RefreshToken']);
  const own = await clientOf(server, id, 'User');
  await own.people.endApplication({ params: { id, appId: 'carepost-cli' } });
  expect(await left()).toEqual([]);
  expect(await refusal(people.endApplication({ params: { id, appId: 'carepost-cli' } }))).toMatchObject({
    status: 404,
  });
});

test('the demo data has intake rules and people who are assigned to some', async () => {
  const { people } = server.client('Administrator');
  const { rows } = await server.database.pool.query<{ count: string }>('select count(*) from intake_rules');
  expect(Number(rows[0]?.count)).toBeGreaterThan(10);
  const { items } = await people.list({ query: { search: 'user@carepost.example' } });
  const { items: assigned } = await people.rules({ params: { id: items[0]?.id ?? '' } });
  const { intakeRules } = await people.assignable({});
  expect(assigned.length).toBeGreaterThan(0);
  expect(assigned.length).toBe(intakeRules.length);
});
