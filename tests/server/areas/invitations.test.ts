import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invitationsPerDay } from '../../../shared/rules/directory.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newAdministrator } from '../proofing/proofingVisitor.ts';
import { refusal } from './organizationBuilders.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const mailTo = async (recipient: string) =>
  (
    await server.database.pool.query<{ subject: string; body: string; status: string }>(
      'select subject, body, status from mails where recipient = $1',
      [recipient],
    )
  ).rows;
const invite = (role: 'User' | 'Administrator' | 'SysAdmin', fields: Record<string, unknown> = {}) =>
  server.client(role).users.sendInvitation({
    body: { fullName: 'Ann Baker', emailAddress: 'ann@outside.example', ...fields },
  });

describe('an invitation', () => {
  test('is a mail that names the sender, the organization and the address to share', async () => {
    const administrator = server.client('Administrator');
    const [own] = (await administrator.directory.ownAddresses({})).items;
    if (!own) throw new Error('The demo organization has no address.');
    const emailAddress = 'shared@outside.example';
    const { id, remaining } = await invite('Administrator', { emailAddress, directAddress: own.address.toUpperCase() });
    expect(remaining).toBe(invitationsPerDay - 1);
    const [mail, ...others] = await mailTo(emailAddress);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/ invites you to /);
    expect(mail?.body).toContain('Hello Ann Baker,');
    expect(mail?.body).toContain(own.address);
    expect(mail?.status).toBe('Captured');

    const { rows } = await server.database.pool.query<{ entry: string }>(
      `select to_jsonb(a)::text as entry from audit_entries a where target_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.entry).toContain('users.sendInvitation');
    for (const secret of ['outside.example', 'Ann Baker', own.address]) expect(rows[0]?.entry).not.toContain(secret);
  });

  test('of a platform administrator has no address to share', async () => {
    expect((await server.client('SysAdmin').directory.ownAddresses({})).items).toEqual([]);
    await invite('SysAdmin', { emailAddress: 'plain@outside.example' });
    expect((await mailTo('plain@outside.example'))[0]?.body).not.toContain('direct address');
  });

  test('shares no address of another organization', async () => {
    const own = (await server.client('Administrator').directory.ownAddresses({})).items.map(({ address }) => address);
    const { rows } = await server.database.pool.query<{ address: string }>(
      `select address from document_sources where type = 'DirectMessaging' and not address = any ($1) limit 1`,
      [own],
    );
    const emailAddress = 'foreign@outside.example';
    expect(await refusal(invite('Administrator', { emailAddress, directAddress: rows[0]?.address }))).toMatchObject({
      status: 400,
      code: 'E-INVITATION-ADDRESS',
    });
    expect(await mailTo(emailAddress)).toEqual([]);
  });

  test.each([
    [{ fullName: ' ' }, 'fullName'],
    [{ fullName: 'Ann\r\nBcc: all@outside.example' }, 'fullName'],
    [{ emailAddress: '' }, 'emailAddress'],
    [{ emailAddress: 'ann@outside.example, eve@outside.example' }, 'emailAddress'],
  ])('with %j is refused at its field', async (fields, field) => {
    const error = await refusal(invite('User', fields));
    expect([error.status, Object.keys(error.modelState ?? {})]).toEqual([400, [field]]);
  });

  test('counts for its sender: of 25 at the same time 20 are sent', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: invitationsPerDay + 5 }, (_, index) =>
        invite('User', { emailAddress: `many-${index}@outside.example` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(invitationsPerDay);
    expect(await refusal(invite('User'))).toMatchObject({ status: 409, code: 'E-INVITATION-LIMIT' });
    const { rows } = await server.database.pool.query<{ sent: number }>(
      `select count(*)::int as sent from mails where recipient like 'many-%@outside.example'`,
    );
    expect(rows[0]?.sent).toBe(invitationsPerDay);
  });

  test('is refused, as the directory is, while the organization of the sender is not activated', async () => {
    const { client, organizationId } = await newAdministrator(server);
    const refused = { status: 403, code: 'E-ORG-NOT-ACTIVATED' };
    const body = { fullName: 'Ann Baker', emailAddress: 'early@outside.example' };
    const calls = [
      () => client.users.sendInvitation({ body }),
      () => client.directory.search({ body: { organizationName: 'clinic' } }),
      () => client.directory.validate({ query: { addresses: 'a@direct.example.org' } }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject(refused);
    expect(await mailTo('early@outside.example')).toEqual([]);
    await server
      .client('SysAdmin')
      .organizations.activate({ params: { id: organizationId }, body: { activated: true, seedRecords: false } });
    for (const call of calls) await call();
    expect(await mailTo('early@outside.example')).toHaveLength(1);
  });
});
