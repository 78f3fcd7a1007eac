/** @module-tag scaled */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkActionNamed } from '../../../shared/bulk/actions/catalogue.ts';
import { noHistory, type RunHistory } from '../../../shared/bulk/journal.ts';
import { createRateLimit } from '../../../shared/bulk/rateLimit.ts';
import type { Plan } from '../../../shared/bulk/plan.ts';
import type { Platform } from '../../../shared/bulk/platform.ts';
import { makePlan, type PlannedRow } from '../../../shared/bulk/planning.ts';
import { type RunResult, runPlan } from '../../../shared/bulk/running.ts';
import { undoRows } from '../../../shared/bulk/undoing.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import type { DirectoryEntryWrite } from '../../../shared/contract/carequality.ts';
import { newOrganization } from '../../server/areas/organizationBuilders.ts';
import { isHard } from '../../support/isHard.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { each, fastPlatform, memoryStore, openText, rowsOf } from './engineSetup.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

/** The clock everybody has: a busy server asks to wait, and means it. */
const platform: Platform = {
  ...fastPlatform(),
  now: Date.now,
  async sleep(ms, signal) {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  },
};
const limit = createRateLimit(null, platform);

interface Ended {
  readonly plan: Plan;
  readonly runHistory: RunHistory;
  readonly result: RunResult;
}

let runs = 0;
let sent = 0;

/** The same client; each call is counted. */
const counting = (plain: Client): Client =>
  Object.fromEntries(
    Object.entries(plain).map(([area, rows]) => [
      area,
      typeof rows === 'function'
        ? rows
        : Object.fromEntries(
            Object.entries(rows as Record<string, (...input: unknown[]) => unknown>).map(([row, call]) => [
              row,
              (...input: unknown[]) => {
                sent += 1;
                return call(...input);
              },
            ]),
          ),
    ]),
  ) as unknown as Client;

const planFor = async (name: string, rows: AsyncIterable<PlannedRow>): Promise<{ readonly plan: Plan }> => {
  const action = bulkActionNamed(name);
  if (action === undefined) throw new Error(`There is no action ${name}.`);
  let text = '';
  const problems: string[] = [];
  await makePlan({
    action,
    actionNamed: bulkActionNamed,
    rows,
    head: {
      action: name,
      createdBy: { subject: 'someone', name: 'Some One' },
      origin: 'https://api.example.org',
      source: { name: 'rows.csv', sha256: null },
      header: [],
    },
    client,
    rateLimit: limit,
    platform,
    output: {
      async write(part) {
        text += part;
      },
    },
    report: ({ message }) => void problems.push(message),
  });
  expect(problems).toEqual([]);
  return { plan: await openText(text) };
};

const carriedOut = async (plan: Plan): Promise<Ended> => {
  const disk = memoryStore();
  runs += 1;
  sent = 0;
  const result = await runPlan({
    run: `20260821T060000Z-${String(runs).padStart(4, '0')}`,
    plan,
    actionNamed: bulkActionNamed,
    client: counting(client),
    store: disk.store,
    history: noHistory,
    rateLimit: limit,
    platform,
  });
  return { plan, runHistory: await disk.runHistory(), result };
};

/** Plans and carries out, as the command line and the import page do. */
const apply = async (name: string, rows: AsyncIterable<PlannedRow>): Promise<Ended> =>
  carriedOut((await planFor(name, rows)).plan);

const file = (cells: readonly Values[]) => each(rowsOf(cells));
const undo = ({ plan, runHistory: past }: Ended) =>
  apply(plan.head.action, undoRows(plan, past.outcomes, past.before, bulkActionNamed));

const create = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.push((await client.organizations.create({ body: newOrganization({ phone: '520-555-0100' }) })).id);
  }
  return ids;
};
const get = (id: string) => client.organizations.get({ params: { id } });

const [changes, edits] = isHard ? [100, 7] : [40, 3];
test(`of ${changes} changes with ${edits} later edits by hand, ${changes - edits} are restored and the ${edits} are left alone; the undo can be undone`, {
  tags: ['hard'],
  timeout: 120_000,
}, async () => {
  const ids = await create(changes);
  const former = [];
  for (const id of ids) former.push(await get(id));
  const changed = await apply('orgs.update', file(ids.map((id) => ({ id, phone: '520-555-0199', city: 'Tucson' }))));
  expect(changed.result.counts).toMatchObject({ ok: changes });

  const touched = ids.filter((_id, index) => index % 15 === 3);
  expect(touched).toHaveLength(edits);
  for (const id of touched) await client.organizations.update({ params: { id }, body: { fax: '520-555-0177' } });

  const back = await undo(changed);
  expect(back.result.counts).toMatchObject({ ok: changes - edits, conflict: edits, failed: 0, unknown: 0 });
  for (const [index, id] of ids.entries()) {
    const { phone, address, fax } = await get(id);
    const isTouched = touched.includes(id);
    expect(phone).toBe(isTouched ? '520-555-0199' : former[index]?.phone);
    expect(address).toEqual(isTouched ? { ...former[index]?.address, city: 'Tucson' } : former[index]?.address);
    expect(fax).toBe(isTouched ? '520-555-0177' : former[index]?.fax);
  }

  const again = await undo(back);
  expect(again.result.counts).toMatchObject({ ok: changes - edits, conflict: 0 });
  for (const id of ids) expect((await get(id)).phone).toBe('520-555-0199');
});

test('organizations that a run added are deleted again, but for one that was changed since', async () => {
  const cells = ['one', 'two', 'three'].map((word) => ({ name: `Undo ${word}`, subdomain: `undo-server-${word}` }));
  const added = await apply('orgs.create', file(cells));
  expect(added.result.counts).toMatchObject({ ok: 3 });
  const id = added.result.outcomes.get(2)?.id ?? '';
  await client.organizations.update({ params: { id }, body: { phone: '520-555-0111' } });
  const back = await undo(added);
  expect(back.result.counts).toMatchObject({ ok: 2, conflict: 1 });
  expect(await get(id)).toMatchObject({ phone: '520-555-0111' });
  await expect(get(added.result.outcomes.get(1)?.id ?? '')).rejects.toMatchObject({ status: 404 });
});

const newEntry = (organizationId: string): DirectoryEntryWrite => ({
  responderType: 'DirectResponder',
  organizationId,
  displayName: 'Undo Annex',
  address: '1 Harbor Street',
  city: 'Tucson',
  state: 'AZ',
  zipCode: '85701',
  country: 'US',
});

/** Changes of an organization that leave the fields of its record as they are. */
const belongings: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  'an OID is added': (id) => client.carequality.addOid({ params: { id }, body: { value: '2.999.7.1' } }),
  'two OIDs and a directory entry are added': async (id) => {
    for (const value of ['2.999.7.1', '2.999.7.2'])
      await client.carequality.addOid({ params: { id }, body: { value } });
    await client.carequality.upsertEntry({ params: { id }, body: newEntry('2.999.7.3') });
  },
  'a mail domain is added': (id) =>
    client.organizations.addDomain({ params: { id }, body: { domain: `${id.slice(-8)}.undo.example` } }),
  'saved addresses are written': (id) =>
    client.organizations.saveAddresses({
      params: { id },
      body: { items: [{ address: 'a@direct.example', displayName: 'A' }] },
    }),
  'the limit of service accounts is set': (id) =>
    client.organizations.setServiceAccountLimit({ params: { id }, body: { count: 3 } }),
  'its login is disabled': (id) => client.organizations.enable({ params: { id }, body: { enabled: false } }),
  'it is activated': (id) =>
    client.organizations.activate({ params: { id }, body: { activated: true, sendEmail: false, seedRecords: true } }),
};

test.each(Object.keys(belongings))('an added organization is not deleted by an undo after %s', async (name) => {
  const text = name.replace(/\W+/g, '-').toLowerCase();
  const cells = ['one', 'two'].map((word) => ({ name: `Undo ${word}`, subdomain: `${text}-${word}` }));
  const added = await apply('orgs.create', file(cells));
  const [changed = '', untouched = ''] = [1, 2].map((row) => added.result.outcomes.get(row)?.id ?? '');
  await belongings[name]?.(changed);
  const back = await undo(added);
  expect(back.result.counts).toMatchObject({ ok: 1, conflict: 1 });
  expect(back.result.outcomes.get(1)?.message).toContain('Last change: ');
  expect(await get(changed)).toMatchObject({ id: changed });
  await expect(get(untouched)).rejects.toMatchObject({ status: 404 });
});

test('an organization whose OIDs changed after its deletion was planned is not deleted', async () => {
  const [id = ''] = await create(1);
  const { name } = await get(id);
  const { plan } = await planFor('orgs.delete', file([{ id, expected_name: name }]));
  await client.carequality.addOid({ params: { id }, body: { value: '2.999.7.9' } });
  expect((await carriedOut(plan)).result.counts).toMatchObject({ ok: 0, conflict: 1 });
  expect(await get(id)).toMatchObject({ name });
});

test('undo restores changed sign-in settings and OIDs', async () => {
  const [first = '', second = ''] = await create(2);
  const switched = await apply(
    'orgs.login',
    file([
      { id: first, enabled: false },
      { id: second, enabled: false },
    ]),
  );
  expect(switched.result.counts).toMatchObject({ ok: 2 });
  await client.organizations.enable({ params: { id: second }, body: { enabled: true } });
  const back = await undo(switched);
  expect(back.result.counts).toMatchObject({ ok: 1, conflict: 1 });
  expect((await get(first)).isEnabled).toBe(true);

  const added = await apply(
    'oids.add',
    file([
      { org_id: first, value: '2.999.4.1' },
      { org_id: first, value: '2.999.4.2' },
    ]),
  );
  expect(added.result.counts).toMatchObject({ ok: 2 });
  const removed = await undo(added);
  expect(removed.result.counts).toMatchObject({ ok: 2 });
  const restored = await undo(removed);
  expect(restored.result.counts).toMatchObject({ ok: 2 });
});

test('a name that another record has meanwhile is a conflict of its row; the other rows are undone', async () => {
  const made = [];
  for (const name of ['Undo Lead', 'Undo Scout']) made.push((await client.apps.create({ body: { name } })).id);
  const [first = '', second = ''] = made;
  const renamed = await apply(
    'apps.update',
    file([
      { id: first, name: 'Undo Leader' },
      { id: second, name: 'Undo Scouts' },
    ]),
  );
  await client.apps.create({ body: { name: 'UNDO LEAD' } });
  const back = await undo(renamed);
  expect(back.result.counts).toMatchObject({ ok: 1, conflict: 1, failed: 0 });
  expect(back.result.outcomes.get(1)).toMatchObject({
    code: 'E-UNDO-TAKEN',
    message: 'The former state cannot be restored: "Undo Lead" already exists.',
  });
  expect(await client.apps.get({ params: { id: second } })).toMatchObject({ name: 'Undo Scout' });
});

test('a deleted record that was added again by hand is a conflict that says so', async () => {
  await client.apps.create({ body: { name: 'Undo Twin' } });
  const deleted = await apply('apps.delete', file([{ name: 'Undo Twin' }]));
  await client.apps.create({ body: { name: 'Undo Twin' } });
  const back = await undo(deleted);
  expect(back.result.counts).toMatchObject({ ok: 0, conflict: 1 });
  expect(back.result.outcomes.get(1)).toMatchObject({
    code: 'E-ROW-CONFLICT',
    message: '"Undo Twin" was added again in the meantime.',
  });
});

test('a plan has the number of calls of the run', async () => {
  const [first = '', second = ''] = await create(2);
  const files: Record<string, readonly Values[]> = {
    'orgs.create': [{ name: 'Counted Calls', subdomain: 'counted-calls' }],
    'orgs.update': [
      { id: first, phone: '520-555-0123' },
      { id: second, phone: '520-555-0100' },
    ],
    'orgs.login': [{ id: first, enabled: false }],
    'orgs.api-capture': [{ id: first, enabled: true }],
    'oids.add': [{ org_id: first, value: '2.999.6.1' }],
    'oids.delete': [{ org_id: first, value: '2.999.6.1' }],
    'orgs.sync': [{ id: second }],
  };
  for (const [name, cells] of Object.entries(files)) {
    const { plan, result } = await apply(name, file(cells));
    expect(result.counts.ok, name).toBe(1);
    expect(sent, name).toBe(plan.foot.calls);
  }
});

test('the same row sent again with its idempotency key is applied once', async () => {
  const planned = await apply('orgs.create', file([{ name: 'Sent Twice', subdomain: 'sent-twice-once' }]));
  const again = await runPlan({
    run: `20260821T060000Z-${String(runs).padStart(4, '0')}`,
    plan: planned.plan,
    actionNamed: bulkActionNamed,
    client,
    store: memoryStore().store,
    history: { ...noHistory, open: new Map([[1, 1]]) },
    rateLimit: limit,
    platform,
  });
  expect(again.outcomes.get(1)).toMatchObject({ status: 'ok', id: planned.result.outcomes.get(1)?.id, attempts: 1 });
});
