import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { asOwner } from '../../support/database/databases.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

const create = (fields: Parameters<typeof newOrganization>[0] = {}) =>
  client.organizations.create({ body: newOrganization(fields) });
const rows = async (text: string, values: unknown[]) =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const addressesOf = async (organizationId: string) =>
  (await rows('select address from document_sources where organization_id = $1 order by 1', [organizationId])).map(
    ({ address }) => address,
  );
const unknown = { params: { id: crypto.randomUUID() } };

describe('activation', () => {
  test('sends the e-mail to the primary contact and makes the records address once', async () => {
    const created = await create({
      subdomain: 'activated',
      contact: { firstName: 'Ann', email: 'ann@activated.example' },
    });
    const params = { id: created.id };
    const body = { activated: true, sendEmail: true, seedRecords: true };
    expect(await client.organizations.activate({ params, body })).toMatchObject({ isActivated: true, version: 2 });
    await client.organizations.activate({ params, body: { ...body, sendEmail: false } });
    const mails = await rows('select * from mails where recipient = $1', ['ann@activated.example']);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.['subject']).toContain(created.name);
    expect(await addressesOf(created.id)).toEqual(['records@activated.direct.carepost.example']);
    expect(await lastAudit(server, created.id)).toMatchObject({ action: 'organizations.activate' });
  });

  test('accepts the whole record of the specification; `activated` decides, not its `isActivated`', async () => {
    const { id, name, isActivated, createdBy, createDate, modifiedBy, modifiedDate } = await create();
    const record = { id, name, isActivated, createdBy, createDate, modifiedBy, modifiedDate };
    const options = { sendEmail: false, seedRecords: false };
    const changed = await client.organizations.activate({
      params: { id },
      body: { ...record, ...options, activated: true },
    });
    expect([isActivated, changed.isActivated]).toEqual([false, true]);
    // A client that confused two organizations changes neither.
    const { id: other } = await create();
    const confused = client.organizations.activate({ params: { id }, body: { id: other, activated: false } });
    expect(await refusal(confused)).toMatchObject({
      status: 400,
      modelState: { id: ['must be the id of the address'] },
    });
    expect((await client.organizations.get({ params: { id } })).isActivated).toBe(true);
  });

  test('makes the records address unless told otherwise', async () => {
    const [withAddress, without] = await Promise.all([create(), create()]);
    await client.organizations.activate({ params: { id: withAddress.id }, body: { activated: true } });
    await client.organizations.activate({ params: { id: without.id }, body: { activated: true, seedRecords: false } });
    expect(await addressesOf(withAddress.id)).toHaveLength(1);
    expect(await addressesOf(without.id)).toEqual([]);
  });

  test('takes the name of the records address from the Direct tab', async () => {
    const created = await create({ subdomain: 'named-records', direct: { recordsName: 'charts' } });
    await client.organizations.activate({ params: { id: created.id }, body: { activated: true } });
    expect(await addressesOf(created.id)).toEqual(['charts@named-records.direct.carepost.example']);
  });

  test.each([
    [
      'without a subdomain',
      `update organizations set subdomain = null where id = $1`,
      'the organization has no subdomain',
    ],
    [
      'with direct messaging switched off',
      `update organizations set direct_is_enabled = false where id = $1`,
      'direct messaging is switched off',
    ],
    [
      'with all its addresses in use',
      `update organizations set direct_max_addresses = 0 where id = $1`,
      'the organization has as many direct addresses as it may have',
    ],
    [
      'whose address another organization has',
      `insert into document_sources (id, organization_id, address, display_name)
       select gen_random_uuid(), (select id from organizations where id <> o.id limit 1),
         'records@' || o.subdomain || '.direct.carepost.example', 'Theirs' from organizations o where o.id = $1`,
      'another organization has records@',
    ],
  ])('of an organization %s makes no records address, and the history says why', async (_what, change, reason) => {
    const created = await create();
    await rows(change, [created.id]);
    const params = { id: created.id };
    const body = { activated: true, seedRecords: true };
    expect(await client.organizations.activate({ params, body })).toMatchObject({ isActivated: true });
    expect(await addressesOf(created.id)).toEqual([]);
    const changes = (await lastAudit(server, created.id))?.changes;
    expect(changes?.['records address']?.after).toContain(`not made: ${reason}`);
  });

  test('by twenty people at once happens without an error and makes one address', async () => {
    const created = await create({ subdomain: 'all-at-once' });
    const params = { id: created.id };
    const calls = Array.from({ length: 20 }, () =>
      client.organizations.activate({ params, body: { activated: true } }, { ifMatch: 1 }),
    );
    const ended = await Promise.allSettled(calls);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of ended)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 412, code: 'E-PRECONDITION-FAILED' });
    expect(await addressesOf(created.id)).toHaveLength(1);
  });

  test('that cannot be audited does not happen: no state, no mail, no address', async () => {
    const created = await create({ subdomain: 'unaudited', contact: { email: 'ann@unaudited.example' } });
    const params = { id: created.id };
    await asOwner(server.database, 'alter table audit_entries rename to audit_entries_away');
    try {
      const call = client.organizations.activate({ params, body: { activated: true, sendEmail: true } });
      expect(await refusal(call)).toMatchObject({ status: 503, code: 'E-UNAVAILABLE' });
      expect(await refusal(client.organizations.sync({ params }))).toMatchObject({ status: 503 });
    } finally {
      await asOwner(server.database, 'alter table audit_entries_away rename to audit_entries');
    }
    expect(await client.organizations.get({ params })).toMatchObject({ isActivated: false, version: 1 });
    expect(await rows('select 1 from mails where recipient = $1', ['ann@unaudited.example'])).toEqual([]);
    expect(await rows('select 1 from outbound_jobs where target_id = $1', [created.id])).toEqual([]);
    expect(await addressesOf(created.id)).toEqual([]);
  });

  test('can be taken back', async () => {
    const created = await create();
    const params = { id: created.id };
    await client.organizations.activate({ params, body: { activated: true } });
    expect(await client.organizations.activate({ params, body: { activated: false } })).toMatchObject({
      isActivated: false,
    });
  });

  test('with an e-mail needs a contact who has an address, else nothing changes', async () => {
    const created = await create();
    const params = { id: created.id };
    const problem = await refusal(
      client.organizations.activate({ params, body: { activated: true, sendEmail: true } }),
    );
    expect(problem).toMatchObject({
      status: 400,
      code: 'E-REQUEST-INVALID',
      modelState: { 'contact.email': expect.any(Array) },
    });
    expect(await client.organizations.get({ params })).toMatchObject({ isActivated: false, version: 1 });
  });
});

describe.each([
  ['enable', 'isEnabled', true],
  ['apiCapture', 'apiCapture', false],
] as const)('%s', (row, field, atFirst) => {
  test('takes the wanted state in the body, however often it is sent', async () => {
    const params = { id: (await create()).id };
    for (const enabled of [false, false, true, true]) {
      expect(await client.organizations[row]({ params, body: { enabled } })).toMatchObject({ [field]: enabled });
    }
  });

  test('flips without a body', async () => {
    const params = { id: (await create()).id };
    expect(await client.organizations[row]({ params })).toMatchObject({ [field]: !atFirst });
    expect(await client.organizations[row]({ params })).toMatchObject({ [field]: atFirst });
  });

  test('refuses another version than the one loaded', async () => {
    const params = { id: (await create()).id };
    const call = client.organizations[row]({ params, body: { enabled: true } }, { ifMatch: 7 });
    expect(await refusal(call)).toMatchObject({ code: 'E-PRECONDITION-FAILED' });
  });

  test('knows no organization of a made-up id', async () => {
    expect(await refusal(client.organizations[row](unknown))).toMatchObject({ code: 'E-NOT-FOUND' });
  });
});

describe('clearing a cancellation', () => {
  const cancel = async (when: string) => {
    const created = await create();
    await rows(`update organizations set cancel_at = now() + $2::interval, cancel_requested_at = now() where id = $1`, [
      created.id,
      when,
    ]);
    return { id: created.id };
  };

  test('takes a pending one back', async () => {
    const params = await cancel('10 days');
    expect(await client.organizations.get({ params })).toMatchObject({ isPendingCancellation: true });
    expect(await client.organizations.clearCancel({ params })).toMatchObject({
      isPendingCancellation: false,
      cancelAt: null,
    });
    expect(await lastAudit(server, params.id)).toMatchObject({ action: 'organizations.clearCancel' });
  });

  test.each(['none', '-1 day'])('is refused where none is pending (%s)', async (when) => {
    const params = when === 'none' ? { id: (await create()).id } : await cancel(when);
    expect(await refusal(client.organizations.clearCancel({ params }))).toMatchObject({
      status: 409,
      code: 'E-ORG-NOT-CANCELING',
      message: 'There was an error clearing the cancellation for this organization.',
    });
  });
});

describe('sync', () => {
  test('leaves a job for the customer-messaging service', async () => {
    const { id } = await create();
    const { jobId, status } = await client.organizations.sync({ params: { id } });
    expect(status).toBe('Pending');
    expect(await rows('select target_id, status from outbound_jobs where id = $1', [jobId])).toEqual([
      { target_id: id, status: 'Pending' },
    ]);
  });

  test('knows no organization of a made-up id', async () => {
    expect(await refusal(client.organizations.sync(unknown))).toMatchObject({ code: 'E-NOT-FOUND' });
  });
});
