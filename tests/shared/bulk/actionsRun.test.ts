import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BulkAction } from '../../../shared/bulk/action.ts';
import { bulkActionNamed } from '../../../shared/bulk/actions/catalogue.ts';
import type { Plan } from '../../../shared/bulk/plan.ts';
import type { PlannedRow } from '../../../shared/bulk/planning.ts';
import type { RunResult } from '../../../shared/bulk/running.ts';
import { selectRows } from '../../../shared/bulk/selection.ts';
import { undoRows } from '../../../shared/bulk/undoing.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { newOrganization } from '../../server/areas/organizationBuilders.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { setupOf } from './actionSetup.ts';
import { memoryStore, planOf, rowsOf, run } from './engineSetup.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const create = (fields: Parameters<typeof newOrganization>[0] = {}) =>
  client.organizations.create({ body: newOrganization(fields) });
const get = (id: string) => client.organizations.get({ params: { id } });
const count = async (table: 'mails' | 'document_sources', ids: readonly string[]) => {
  const text = `select count(*)::int as count from ${table} where organization_id = any($1)`;
  return (await server.database.pool.query<{ count: number }>(text, [ids])).rows[0]?.count;
};

const named = (name: string): BulkAction => {
  const action = bulkActionNamed(name);
  if (action === undefined) throw new Error(`There is no action ${name}.`);
  return action;
};

interface Carried {
  readonly plan: Plan;
  readonly result: RunResult;
  /** Takes the run back by an ordinary plan. */
  readonly undo: () => Promise<Carried>;
}

let runs = 0;

const carryOut = async (action: BulkAction, rows: readonly PlannedRow[]): Promise<Carried> => {
  const { plan } = await planOf({ client }, action, rows, { actionNamed: bulkActionNamed });
  const stored = memoryStore();
  runs += 1;
  const name = `20260821T060000Z-t${String(runs).padStart(3, '0')}`;
  const result = await run({ client }, plan, { actionNamed: bulkActionNamed, store: stored.store, run: name });
  return {
    plan,
    result,
    async undo() {
      const { before } = await stored.runHistory();
      const back: PlannedRow[] = [];
      for await (const row of undoRows(plan, result.outcomes, before, bulkActionNamed)) back.push(row);
      return carryOut(action, back);
    },
  };
};

const carried = (name: string, rows: readonly Values[]) => carryOut(named(name), rowsOf(rows));

describe('through the engine', () => {
  test('the consequences of a plan are what mailer and server record when it is applied', async () => {
    const contact = { email: 'a@preview.example' };
    const copies = { notificationEmails: ['A@preview.example', 'b@preview.example'] };
    const organizations = await Promise.all([
      create({ contact }),
      create({ contact, settings: copies }),
      create({ contact, direct: { isEnabled: false } }),
      create({}),
    ]);
    const ids = organizations.map(({ id }) => id);
    const [one = '', two = '', three = '', four = ''] = ids;
    const { plan, result, undo } = await carried('orgs.activate', [
      { id: one, activated: true, send_email: true },
      { id: two, activated: true, send_email: true, seed_records: false },
      { id: three, activated: true, send_email: true },
      { id: four, activated: true },
    ]);
    expect(plan.foot.consequences).toEqual({ 'activation-mail': 4, 'records-address': 2, irreversible: 3 });
    expect(result).toMatchObject({ end: 'finished', counts: { ok: 4 } });
    expect([await count('mails', ids), await count('document_sources', ids)]).toEqual([4, 2]);
    expect((await undo()).result.counts).toMatchObject({ ok: 4 });
    expect((await get(one)).isActivated).toBe(false);
    expect([await count('mails', ids), await count('document_sources', ids)]).toEqual([4, 2]);
  });

  test('undo deletes added records, except for those that another user changed since', async () => {
    const rows = [1, 2, 3].map((number) => ({ name: `Batch ${number}`, subdomain: `batch-${number}`, city: 'Tucson' }));
    const { result, undo } = await carried('orgs.create', rows);
    expect(result.counts.ok).toBe(3);
    const ids = [1, 2, 3].map((row) => result.outcomes.get(row)?.id ?? '');
    await client.organizations.update({ params: { id: ids[1] ?? '' }, body: { phone: '520-555-0199' } });
    const back = await undo();
    expect(back.plan.foot.counts).toMatchObject({ delete: 2, conflict: 1 });
    expect(back.result.counts).toMatchObject({ ok: 2, conflict: 1 });
    expect((await client.organizations.list({ query: { search: 'batch-' } })).items).toMatchObject([{ id: ids[1] }]);
    const again = await carried('orgs.create', rows.slice(1, 2));
    expect(again.plan.foot.counts).toMatchObject({ unchanged: 1, create: 0 });
  });

  test('directory entries are added, changed or left unchanged by one file, and can be undone', async () => {
    const { id } = await create({ carequality: { isParticipating: true } });
    const row = (oid: string, cells: Values = {}): Values => ({
      org_id: id,
      responder_type: 'DirectResponder',
      display_name: 'Lakeside',
      street: '1 Harbor Street',
      city: 'Tucson',
      state: 'AZ',
      zip: '85701',
      organization_id: oid,
      ...cells,
    });
    await carried('directory.upsert', [row('2.999.1'), row('2.999.2')]);
    const changed = [row('2.999.1'), row('2.999.2', { city: 'Phoenix' }), row('2.999.3')];
    const { plan, undo } = await carried('directory.upsert', changed);
    expect(plan.foot.counts).toMatchObject({ unchanged: 1, update: 1, create: 1 });
    const entries = async () =>
      (await client.carequality.entries({ params: { id } })).items
        .map(({ organizationId, city, isActive }) => `${organizationId} ${city} ${isActive ? 'active' : 'inactive'}`)
        .sort();
    expect(await entries()).toEqual(['2.999.1 Tucson active', '2.999.2 Phoenix active', '2.999.3 Tucson active']);
    expect((await undo()).result.counts).toMatchObject({ ok: 2 });
    expect(await entries()).toEqual(['2.999.1 Tucson active', '2.999.2 Tucson active', '2.999.3 Tucson inactive']);
  });

  test('an undo is undone', async () => {
    const { id } = await create();
    for (const value of ['2.999.1', '2.999.2'])
      await client.carequality.addOid({ params: { id }, body: { value, isDefault: value === '2.999.1' } });
    const standing = async () => ({
      oids: (await client.carequality.oids({ params: { id } })).items.map(({ value, isDefault }) => [value, isDefault]),
      features: (await get(id)).enabledFeatures,
      isEnabled: (await get(id)).isEnabled,
    });
    const [feature = ''] = (await client.features.list()).items
      .filter((one) => one.isEnabled && one.isOrganizationFeature)
      .map((one) => one.id);
    const rows: readonly (readonly [name: string, row: Values])[] = [
      ['oids.default', { org_id: id, value: '2.999.2' }],
      ['oids.update', { org_id: id, oid_id: '2.999.1', value: '2.999.3' }],
      ['oids.delete', { org_id: id, value: '2.999.2' }],
      ['oids.add', { org_id: id, value: '2.999.4' }],
      ['orgs.features', { id, add: [feature] }],
      ['orgs.login', { id, enabled: false }],
    ];
    for (const [name, row] of rows) {
      const before = await standing();
      const done = await carried(name, [row]);
      expect(done.result.counts.ok, name).toBe(1);
      const after = await standing();
      expect(after).not.toEqual(before);
      const back = await done.undo();
      expect(back.result.counts.ok, name).toBe(1);
      expect(await standing(), name).toEqual(before);
      expect((await back.undo()).result.counts.ok, name).toBe(1);
      expect(await standing(), name).toEqual(after);
    }
  });

  test('a selection without values to set is refused, and does not clear anything', async () => {
    const action = named('orgs.login');
    const { id } = await create({ name: 'Selected Clinic' });
    const { context } = setupOf(server, 'orgs.login');
    const select = async (set: Values) => {
      const rows: PlannedRow[] = [];
      const keep = (row: Readonly<Record<string, unknown>>) => row['id'] === id;
      for await (const row of selectRows(action, context(), keep, set)) rows.push(row);
      return rows;
    };
    await expect(select({})).rejects.toMatchObject({
      code: 'E-CELL-REQUIRED',
      hint: 'Set it: --set enabled=<value>.',
    });
    const { plan, result } = await carryOut(action, await select({ enabled: false }));
    expect(plan.foot).toMatchObject({ counts: { update: 1 }, consequences: { 'login-off': 1 } });
    expect(result.counts.ok).toBe(1);
    expect((await get(id)).isEnabled).toBe(false);
  });

  test('a selection cannot give the same subdomain to two organizations', async () => {
    const made = await Promise.all([create(), create()]);
    const { context } = setupOf(server, 'orgs.update');
    const ids = new Set<unknown>(made.map(({ id }) => id));
    const codes: unknown[] = [];
    const set = { subdomain: 'same-for-all' };
    for await (const { problems } of selectRows(named('orgs.update'), context(), (row) => ids.has(row['id']), set))
      codes.push(problems.map(({ code }) => code));
    expect(codes).toEqual([[], ['E-ROW-CONTRADICTS']]);
  });

  test('the plan says which rows cannot be undone', async () => {
    const { id, name } = await create();
    const synced = await carried('orgs.sync', [{ id }]);
    expect(synced.plan.foot).toMatchObject({
      counts: { do: 1 },
      consequences: { 'outbound-sync': 1, irreversible: 1 },
    });
    expect((await synced.undo()).plan.foot.counts).toMatchObject({ conflict: 1 });
    const deleted = await carried('orgs.delete', [{ id, expected_name: name }]);
    expect(deleted.plan.foot).toMatchObject({ counts: { delete: 1 }, consequences: { irreversible: 1 } });
    expect(deleted.result.counts.ok).toBe(1);
  });
});
