import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
let id = '';

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});
beforeEach(async () => {
  id = (await client.organizations.create({ body: newOrganization() })).id;
});

const add = (value: string, isDefault = false) =>
  client.carequality.addOid({ params: { id }, body: { value, isDefault } });
const list = async () => (await client.carequality.oids({ params: { id } })).items;
const visible = async () => (await list()).map(({ value, isDefault }) => (isDefault ? `${value}*` : value));
const update = (body: { id: string; value?: string; isDefault?: boolean; version?: number }, ifMatch?: number) =>
  client.carequality.updateOid({ params: { id }, body }, ifMatch === undefined ? {} : { ifMatch });

describe('the list', () => {
  test('begins with the default, then goes by value', async () => {
    expect(await list()).toEqual([]);
    await add('1.2.9');
    await add('1.2.5', true);
    await add('1.2.1');
    expect(await visible()).toEqual(['1.2.5*', '1.2.1', '1.2.9']);
  });

  test('of an organization that does not exist is not found', async () => {
    const call = client.carequality.oids({ params: { id: crypto.randomUUID() } });
    expect(await refusal(call)).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});

describe('adding', () => {
  test('answers the record and audits it under the organization', async () => {
    expect(await add('1.2.3')).toEqual({
      id: expect.any(String) as string,
      organizationId: id,
      value: '1.2.3',
      isDefault: false,
      version: 1,
    });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'carequality.addOid',
      changes: {
        'oid 1.2.3.value': { before: null, after: '1.2.3' },
        'oid 1.2.3.isDefault': { before: null, after: false },
      },
    });
  });

  test('a new default takes the flag from the old one, in one audited deed', async () => {
    const { id: oldId } = await add('1.2.3', true);
    await add('1.2.4', true);
    expect(await visible()).toEqual(['1.2.4*', '1.2.3']);
    expect((await list()).find((oid) => oid.id === oldId)).toMatchObject({ version: 2 });
    expect((await lastAudit(server, id))?.changes).toMatchObject({
      'oid 1.2.3.isDefault': { before: true, after: false },
      'oid 1.2.4.isDefault': { before: null, after: true },
    });
  });

  test('the same value twice is refused, and the default stays where it was', async () => {
    await add('1.2.3', true);
    await add('1.2.4');
    expect(await refusal(add('1.2.4', true))).toMatchObject({ status: 409, code: 'E-OID-TAKEN' });
    expect(await visible()).toEqual(['1.2.3*', '1.2.4']);
  });

  test('the same OID with its prefix is the same OID, and is refused', async () => {
    const one = await add('1.2.3');
    const two = await add('urn:oid:1.2.4');
    const taken = { status: 409, code: 'E-OID-TAKEN' };
    expect(await refusal(add('URN:OID:1.2.3'))).toMatchObject(taken);
    expect(await refusal(update({ id: two.id, value: 'urn:oid:1.2.3' }))).toMatchObject(taken);
    expect((await update({ id: one.id, value: 'urn:oid:1.2.3' })).value).toBe('urn:oid:1.2.3');
  });

  test.each([
    ['', 'is required'],
    ['1'.repeat(256), undefined],
    ['1.2\u0007', 'must be one line, without control characters'],
  ])('%j is refused at its field', async (value, text) => {
    const { status, modelState } = await refusal(add(value));
    expect(status).toBe(400);
    expect(modelState?.['value']).toEqual([text ?? expect.any(String)]);
  });

  test('a value that is no OID is taken: the specification asks for none', async () => {
    expect(await add('  local requester 7 ')).toMatchObject({ value: 'local requester 7' });
  });

  test('two organizations may have the same value', async () => {
    await add('1.2.3');
    const other = await client.organizations.create({ body: newOrganization() });
    const added = client.carequality.addOid({ params: { id: other.id }, body: { value: '1.2.3' } });
    expect(await added).toMatchObject({ organizationId: other.id, isDefault: false });
  });
});

describe('changing', () => {
  test('sets and takes the default, and changes the value', async () => {
    const one = await add('1.2.3');
    const two = await add('1.2.4');
    await update({ id: one.id, isDefault: true });
    expect(await update({ id: two.id, isDefault: true, version: 1 })).toMatchObject({ isDefault: true, version: 2 });
    expect(await visible()).toEqual(['1.2.4*', '1.2.3']);
    await update({ id: two.id, isDefault: false, value: '1.2.0' });
    expect(await visible()).toEqual(['1.2.0', '1.2.3']);
    expect(await lastAudit(server, id)).toMatchObject({
      changes: {
        'oid 1.2.4.value': { before: '1.2.4', after: '1.2.0' },
        'oid 1.2.4.isDefault': { before: true, after: false },
      },
      version_checked: false,
    });
  });

  test('nothing changes nothing', async () => {
    const one = await add('1.2.3', true);
    expect(await update({ id: one.id, value: '1.2.3', isDefault: true })).toEqual(one);
  });

  test('an older version is refused, in the body and in If-Match', async () => {
    const one = await add('1.2.3');
    await update({ id: one.id, value: '1.2.4' });
    expect(await refusal(update({ id: one.id, value: '1.2.5', version: 1 }))).toMatchObject({
      status: 409,
      code: 'E-VERSION-CONFLICT',
    });
    expect(await refusal(update({ id: one.id, value: '1.2.5' }, 1))).toMatchObject({
      status: 412,
      code: 'E-PRECONDITION-FAILED',
    });
    expect(await visible()).toEqual(['1.2.4']);
  });

  test('to a value that is there is refused', async () => {
    await add('1.2.3');
    const two = await add('1.2.4');
    expect(await refusal(update({ id: two.id, value: '1.2.3' }))).toMatchObject({ status: 409, code: 'E-OID-TAKEN' });
  });

  test("another organization's OID is not found", async () => {
    const one = await add('1.2.3');
    const other = await client.organizations.create({ body: newOrganization() });
    const calls = [
      () => client.carequality.updateOid({ params: { id: other.id }, body: { id: one.id, value: '9' } }),
      () => client.carequality.deleteOid({ params: { id: other.id, oidId: one.id } }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});

describe('deleting', () => {
  test('removes it, audited, once', async () => {
    const one = await add('1.2.3', true);
    const call = () => client.carequality.deleteOid({ params: { id, oidId: one.id } }, { ifMatch: 1 });
    await call();
    expect(await list()).toEqual([]);
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'carequality.deleteOid',
      changes: { 'oid 1.2.3.value': { before: '1.2.3', after: null } },
      version_checked: true,
    });
    expect(await refusal(call())).toMatchObject({ status: 404 });
  });

  test('with an older version is refused', async () => {
    const one = await add('1.2.3');
    await update({ id: one.id, value: '1.2.4' });
    const call = client.carequality.deleteOid({ params: { id, oidId: one.id } }, { ifMatch: 1 });
    expect(await refusal(call)).toMatchObject({ status: 412 });
    expect(await visible()).toEqual(['1.2.4']);
  });
});

describe('fifty at once (CO-1, CO-3)', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => index);
  const statusesOf = async (calls: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(calls.map(async (call) => call));
    const refused = settled.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { status: number }] : [],
    );
    return { won: settled.length - refused.length, statuses: [...new Set(refused.map(({ status }) => status))] };
  };

  test('adding the same default: one wins', { tags: ['hard'] }, async () => {
    expect(await statusesOf(fifty.map(() => add('1.2.3', true)))).toEqual({ won: 1, statuses: [409] });
    expect(await visible()).toEqual(['1.2.3*']);
  });

  test('adding different defaults: there is one default in the end', async () => {
    expect(await statusesOf(fifty.map((number) => add(`1.2.${number}`, true)))).toEqual({ won: 50, statuses: [] });
    expect((await list()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  test('changing one record of the same version: one wins', async () => {
    const one = await add('1.2.3');
    const calls = fifty.map((number) => update({ id: one.id, value: `1.2.3.${number}` }, 1));
    expect(await statusesOf(calls)).toEqual({ won: 1, statuses: [412] });
  });
});
