import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

let made = 0;
const newAccount = async (fields: Record<string, unknown> = {}) => {
  const { id: organizationId } = await client.organizations.create({ body: newOrganization() });
  made += 1;
  return { organizationId, accountNumber: `A-${made}`, displayName: 'Main', ...fields };
};

describe.each([
  ['efax', 'saveEfax', 'deleteEfax', 'eFax account'],
  ['westfax', 'saveWestFax', 'deleteWestFax', 'WestFax account'],
] as const)('%s accounts', (kind, save, remove, name) => {
  test('an organization has one: saving adds it, then changes it', async () => {
    const body = await newAccount();
    const added = await client.fax[save]({ body });
    expect(added).toMatchObject({ ...body, kind, isEnabled: true, retentionDays: 30, version: 1, numbers: [] });
    const changed = await client.fax[save]({ body: { ...body, displayName: 'Other', version: 1 } });
    expect(changed).toMatchObject({ id: added.id, displayName: 'Other', version: 2 });
    expect(await lastAudit(server, body.organizationId)).toMatchObject({
      action: `fax.${save}`,
      changes: { [`${name}.displayName`]: { before: 'Main', after: 'Other' } },
      version_checked: true,
    });
    const stale = client.fax[save]({ body: { ...body, displayName: 'Late', version: 1 } });
    expect(await refusal(stale)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
    const ifMatch = client.fax[save]({ body }, { ifMatch: 1 });
    expect(await refusal(ifMatch)).toMatchObject({ status: 412, code: 'E-PRECONDITION-FAILED' });
    expect(await client.fax.accounts({ params: { id: body.organizationId } })).toEqual({ items: [changed] });
  });

  test('saving what is there already changes nothing', async () => {
    const body = await newAccount();
    await client.fax[save]({ body });
    expect(await client.fax[save]({ body })).toMatchObject({ version: 1 });
  });

  test('an account number belongs to one organization', async () => {
    const [local, other] = [await newAccount(), await newAccount()];
    await client.fax[save]({ body: local });
    const taken = client.fax[save]({ body: { ...other, accountNumber: local.accountNumber.toLowerCase() } });
    expect(await refusal(taken)).toMatchObject({
      status: 409,
      code: 'E-FAX-ACCOUNT-TAKEN',
      modelState: { accountNumber: ['Another organization has this account number.'] },
    });
  });

  test('saved many times at once is one account', async () => {
    const body = await newAccount();
    const calls = Array.from({ length: 30 }, () => client.fax[save]({ body }));
    const ids = new Set((await Promise.all(calls)).map(({ id }) => id));
    expect(ids.size).toBe(1);
  });

  test('names an organization that exists', async () => {
    const body = await newAccount({ organizationId: crypto.randomUUID() });
    expect(await refusal(client.fax[save]({ body }))).toMatchObject({ status: 400, code: 'E-ORG-REFERENCE' });
    expect(await refusal(client.fax.accounts({ params: { id: body.organizationId } }))).toMatchObject({
      status: 404,
      code: 'E-NOT-FOUND',
    });
  });

  test('is deleted with its numbers, once', async () => {
    const body = await newAccount();
    const { id } = await client.fax[save]({ body });
    const address = `60355501${String(made).padStart(2, '0')}`;
    const source = { organizationId: body.organizationId, type: 'Fax', address, displayName: 'Desk', faxAccountId: id };
    await client.documentsources.create({ body: source });
    expect((await client.fax.accounts({ params: { id: body.organizationId } })).items[0]?.numbers).toHaveLength(1);
    expect(await refusal(client.fax[remove]({ params: { id } }, { ifMatch: 5 }))).toMatchObject({ status: 412 });
    await client.fax[remove]({ params: { id } });
    expect((await lastAudit(server, body.organizationId))?.changes).toMatchObject({
      [`${name}.accountNumber`]: { before: body.accountNumber, after: null },
      [`fax number ${address}.displayName`]: { before: 'Desk', after: null },
    });
    expect(await client.documentsources.exists({ query: { val: address } })).toBe(false);
    expect(await refusal(client.fax[remove]({ params: { id } }))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    const gone = client.fax[save]({ body: { ...body, version: 1 } });
    expect(await refusal(gone)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
  });
});

describe('numbers of a WestFax account', () => {
  test('are added and taken off', async () => {
    const body = await newAccount();
    const { id } = await client.fax.saveWestFax({ body });
    const number = await client.fax.addWestFaxNumber({
      params: { id },
      body: { number: '603.555.0188', displayName: 'Desk' },
    });
    expect(number).toMatchObject({ address: '6035550188', status: 0, faxAccountId: id, providerName: 'WestFax' });
    expect((await client.fax.accounts({ params: { id: body.organizationId } })).items[0]?.numbers).toEqual([number]);
    const again = client.fax.addWestFaxNumber({ params: { id }, body: { number: '6035550188', displayName: 'Desk' } });
    expect(await refusal(again)).toMatchObject({ status: 409, code: 'E-ADDRESS-TAKEN' });
    await client.fax.removeWestFaxNumber({ params: { id, number: '6035550188' } });
    expect(await lastAudit(server, body.organizationId)).toMatchObject({ action: 'fax.removeWestFaxNumber' });
    const gone = client.fax.removeWestFaxNumber({ params: { id, number: '6035550188' } });
    expect(await refusal(gone)).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });

  test('are refused where they are none, where the account is off, and at an account of another service', async () => {
    const body = await newAccount();
    const { id } = await client.fax.saveWestFax({ body });
    const add = (account: string, number: string) =>
      client.fax.addWestFaxNumber({ params: { id: account }, body: { number, displayName: 'Desk' } });
    expect(await refusal(add(id, '12345'))).toMatchObject({
      status: 400,
      modelState: { number: ['Enter a valid fax number with 10 to 13 digits.'] },
    });
    const efax = await client.fax.saveEfax({ body });
    expect(await refusal(add(efax.id, '6035550189'))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    await client.fax.saveWestFax({ body: { ...body, isEnabled: false } });
    expect(await refusal(add(id, '6035550189'))).toMatchObject({ status: 409, code: 'E-FAX-ACCOUNT-OFF' });
    expect(await refusal(client.fax.syncWestFax({ params: { id } }))).toMatchObject({ code: 'E-FAX-ACCOUNT-OFF' });
  });
});

test('a sync with the WestFax service is a job of its own', async () => {
  const body = await newAccount();
  const { id } = await client.fax.saveWestFax({ body });
  const job = await client.fax.syncWestFax({ params: { id } });
  expect(job.status).toBe('Pending');
  const { rows } = await server.database.pool.query('select kind, target_id from outbound_jobs where id = $1', [
    job.jobId,
  ]);
  expect(rows).toEqual([{ kind: 'westfax.sync', target_id: id }]);
  expect(await lastAudit(server, body.organizationId)).toMatchObject({
    action: 'fax.syncWestFax',
    changes: { 'WestFax account.jobId': { before: null, after: job.jobId } },
  });
});
