import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealNewEvents } from '../../../server/areas/audit/auditJobs.ts';
import { headFileOf } from '../../../server/areas/audit/chain/headFile.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

let runs = 0;
const newRun = () => {
  runs += 1;
  return `20260821T060000Z-a${String(runs).padStart(3, '0')}`;
};
const inRun = (runId: string, row: number, reason?: string) => ({
  headers: { 'x-run-id': runId },
  correlationId: `${runId}-${row}`,
  ...(reason === undefined ? {} : { reason }),
});

/** An organization made, renamed, and a change refused because its version is old; all in one run. */
const smallRun = async () => {
  const runId = newRun();
  const made = await client.organizations.create({ body: newOrganization() }, inRun(runId, 1, 'Quarterly round'));
  const params = { id: made.id };
  const body = { name: 'Renamed Clinic', version: made.version };
  await client.organizations.update({ params, body }, inRun(runId, 2, 'Quarterly round'));
  await refusal(client.organizations.update({ params, body }, inRun(runId, 3)));
  return { runId, id: made.id, formerName: made.name };
};

describe('audit rows', () => {
  test('of a run come newest first, with outcome, reason, correlation id and every changed field', async () => {
    const { runId, id, formerName } = await smallRun();
    const { items, totalCount } = await client.audit.list({ query: { runId } });
    expect(totalCount).toBe(3);
    expect(items.map(({ action, outcome, code, requestId }) => [action, outcome, code, requestId])).toEqual([
      ['organizations.update', 'Invalid', 'E-VERSION-CONFLICT', `${runId}-3`],
      ['organizations.update', 'Success', null, `${runId}-2`],
      ['organizations.create', 'Success', null, `${runId}-1`],
    ]);
    expect(items[1]).toMatchObject({
      targetType: 'organization',
      targetId: id,
      reason: 'Quarterly round',
      changes: [{ field: 'name', before: formerName, after: 'Renamed Clinic' }],
    });
  });

  test('are found by every filter, alone and together, with the exact total', async () => {
    const { runId, id } = await smallRun();
    const all = (await client.audit.list({ query: { runId } })).items;
    expect(await client.audit.list({ query: { runId, isSystem: 'false' } })).toMatchObject({ totalCount: all.length });
    expect(await client.audit.list({ query: { runId, isSystem: 'true' } })).toMatchObject({ totalCount: 0 });
    const [newest] = all;
    if (!newest) throw new Error('The run left nothing.');
    const total = async (query: Parameters<Client['audit']['list']>[0]) => (await client.audit.list(query)).totalCount;
    const later = new Date(Date.parse(newest.at) + 1).toISOString();
    expect(await total({ query: { runId, target: id } })).toBe(3);
    expect(await total({ query: { runId, action: 'organizations' } })).toBe(3);
    expect(await total({ query: { runId, action: 'organizations.update' } })).toBe(2);
    expect(await total({ query: { runId, action: 'organization' } }), 'no area of that name').toBe(0);
    expect(await total({ query: { runId, outcome: 'Invalid' } })).toBe(1);
    expect(await total({ query: { runId, actorId: newest.actorId } })).toBe(3);
    expect(await total({ query: { runId, actor: newest.actorName.slice(1, 6).toUpperCase() } })).toBe(3);
    expect(await total({ query: { runId, actor: 'nobody of this name' } })).toBe(0);
    expect(await total({ query: { runId, actor: '%' } }), 'a text, not a pattern').toBe(0);
    expect(await total({ query: { runId, from: newest.at } })).toBeGreaterThanOrEqual(1);
    expect(await total({ query: { runId, from: later } })).toBe(0);
    expect(await total({ query: { runId, to: later } })).toBe(3);
    const { rows } = await server.database.pool.query<{ count: string }>('select count(*) from audit_entries');
    expect(await total({})).toBe(Number(rows[0]?.count));
  });

  test('come in pages that leave nothing out and repeat nothing', async () => {
    const { runId } = await smallRun();
    const pages = await Promise.all(
      [1, 2, 3].map((pageNumber) => client.audit.list({ query: { runId, pageNumber, pageSize: 1 } })),
    );
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(ids).toEqual((await client.audit.list({ query: { runId } })).items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(3);
  });

  test('refuse moments that are none', async () => {
    for (const from of ['yesterday', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00']) {
      expect(await refusal(client.audit.list({ query: { from } })), from).toMatchObject({ status: 400 });
    }
  });
});

describe('a run', () => {
  test('says who, why, what and how it ended, in numbers', async () => {
    const { runId } = await smallRun();
    const run = await client.audit.run({ params: { runId } });
    const { items } = await client.audit.list({ query: { runId } });
    const [newest] = items;
    expect(run).toEqual({
      runId,
      firstAt: items.at(-1)?.at,
      lastAt: newest?.at,
      actors: [{ id: newest?.actorId, name: newest?.actorName, count: 3 }],
      reasons: [{ reason: 'Quarterly round', count: 2 }],
      actions: [
        { action: 'organizations.create', outcome: 'Success', count: 1 },
        { action: 'organizations.update', outcome: 'Invalid', count: 1 },
        { action: 'organizations.update', outcome: 'Success', count: 1 },
      ],
      outcomes: [
        { outcome: 'Success', count: 2 },
        { outcome: 'Invalid', count: 1 },
      ],
    });
  });

  test('of which nothing is known is not found', async () => {
    expect(await refusal(client.audit.run({ params: { runId: newRun() } }))).toMatchObject({ code: 'E-NOT-FOUND' });
  });
});

describe('the calls of specification 3', () => {
  test('deliver the entries of a record, of a type and of a user in a period', async () => {
    const { runId, id } = await smallRun();
    const recordOf = (query: Parameters<Client['audit']['record']>[0]['query']) =>
      client.audit.record({ params: { type: 'organization', id }, query });
    expect((await recordOf({})).items.map(({ action }) => action)).toEqual([
      'organizations.update',
      'organizations.update',
      'organizations.create',
    ]);
    expect((await recordOf({ eventTypes: 'organizations.create, brands' })).totalCount).toBe(1);
    expect((await recordOf({ endDate: '2020-01-01T00:00:00Z' })).totalCount, 'the 14 days before').toBe(0);
    const other = { params: { type: 'network', id } };
    expect((await client.audit.record(other)).totalCount, 'another type').toBe(0);
    const ofType = await client.audit.entries({ params: { type: 'organization' }, query: { pageSize: 200 } });
    expect(ofType.items.filter((entry) => entry.runId === runId)).toHaveLength(3);
    const ofUser = await client.audit.user({
      query: { username: 'sysadmin@carepost.example', eventType: 'organizations.update', pageSize: 200 },
    });
    expect(ofUser.items.filter((entry) => entry.runId === runId)).toHaveLength(2);
    expect((await client.audit.user({ query: { username: 'nobody@carepost.example' } })).totalCount).toBe(0);
    expect((await client.audit.list({ query: { runId, type: 'organization' } })).totalCount).toBe(3);
    expect((await client.audit.list({ query: { runId, type: 'brand' } })).totalCount).toBe(0);
  });

  test('deliver one entry, all entries of its request, and the types there are', async () => {
    const { runId } = await smallRun();
    const [newest] = (await client.audit.list({ query: { runId } })).items;
    if (!newest) throw new Error('The run left nothing.');
    const params = { id: newest.id };
    expect(await client.audit.get({ params })).toEqual(newest);
    expect((await client.audit.events({ params })).items).toEqual([newest]);
    const types = await client.audit.types({});
    expect(types.types).toContain('organization');
    expect(types.eventTypes).toEqual(expect.arrayContaining(['organizations.create', 'organizations.update']));
    for (const call of [client.audit.get, client.audit.events])
      expect(await refusal(call({ params: { id: 999_999_999 } }))).toMatchObject({ status: 404 });
  });
});

describe('a verification', () => {
  const jobs = () => ({
    config: server.config,
    database: server.database,
    secrets: server.app.identity.secrets,
    log: server.app.log,
  });

  test('continues from the segment it names, compares the newest segment outside the database, and counts what is not sealed', async () => {
    await smallRun();
    await sealNewEvents(jobs());
    await smallRun();
    const first = await client.audit.verify({});
    expect(first).toMatchObject({ state: 'whole', problem: null, head: 'compared', next: null });
    expect(first.unsealed).toBeGreaterThanOrEqual(3);
    await sealNewEvents(jobs());
    const { last } = first;
    if (!last) throw new Error('Nothing was sealed.');
    const known = { segment: last.segment, hash: last.hash };
    expect(await client.audit.verify({ query: { from: last.segment, ...known } })).toMatchObject({ state: 'whole' });
    const forged = await client.audit.verify({ query: { segment: last.segment, hash: 'a'.repeat(64) } });
    expect(forged).toMatchObject({ state: 'broken', problem: { kind: 'segmentChanged', segment: last.segment } });
    const cut = await client.audit.verify({ query: { segment: 1_000_000, hash: last.hash } });
    expect(cut).toMatchObject({ state: 'broken', problem: { kind: 'segmentMissing' } });
  });

  test('names an event that the owner of the database changed', async () => {
    const { runId } = await smallRun();
    await sealNewEvents(jobs());
    const [newest] = (await client.audit.list({ query: { runId } })).items;
    await asOwner(server.database, `update audit_entries set actor_name = 'Other' where id = ${newest?.id}`);
    expect(await client.audit.verify({})).toMatchObject({
      state: 'broken',
      problem: { kind: 'eventChanged', eventId: newest?.id },
    });
    await asOwner(
      server.database,
      `update audit_entries set actor_name = '${newest?.actorName}' where id = ${newest?.id}`,
    );
    expect(await client.audit.verify({})).toMatchObject({ state: 'whole' });
  });

  test('tells the newest segment of another database from its own', async () => {
    const path = headFileOf(server.config);
    const own = await readFile(path, 'utf8');
    await writeFile(
      path,
      own.replace(/"database":"[^"]*"/, '"database":"1/1"').replace(/"number":\d+/, '"number":999'),
    );
    expect(await client.audit.verify({})).toMatchObject({ state: 'whole', head: 'otherDatabase' });
    await rm(path);
    expect(await client.audit.verify({})).toMatchObject({ state: 'whole', head: 'none' });
    await writeFile(path, own.replace(/"number":\d+/, '"number":999'));
    expect(await client.audit.verify({})).toMatchObject({ state: 'broken', problem: { kind: 'segmentMissing' } });
    await rm(path);
  });
});
