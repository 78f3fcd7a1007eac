import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, lookupId, refusal } from './organizationBuilders.ts';
import { agreementFile } from './termsBuilders.ts';

let server: TestApp;
let client: Client;
let administrator: Client;
let organizationId = '';
let brand = { id: '', name: '' };

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  administrator = server.client('Administrator');
  organizationId = (await administrator.profile.get({})).organizationId ?? '';
  brand = await client.brands.get({ params: { id: await lookupId(server, 'brands') } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await asOwner(server.database, 'truncate audit_entries');
  await server.database.pool.query(
    'delete from eula_acceptances; delete from eulas; delete from reseller_acceptances; update resellers set bypass_tos = false',
  );
  const affiliate = await lookupId(server, 'resellers', 'type = 0');
  await server.database.pool.query('update organizations set brand_id = $1, reseller_id = $2 where id = $3', [
    brand.id,
    affiliate,
    organizationId,
  ]);
});

const activate = async (version: string, brandName = '') => {
  const { id } = await client.eulas.create({ body: { version, brandName }, file: agreementFile(`Version ${version}`) });
  return client.eulas.activate({ params: { id } });
};
const acceptances = async () =>
  (await server.database.pool.query<{ user_id: string }>('select user_id from eula_acceptances')).rows;
/** Requests that are recorded as a change, for the home page, the history and the webhooks. */
const recordedChanges = async (action: string) =>
  (
    await server.database.pool.query(
      'select 1 from audit_entries where action = $1 and target_id = $2 and not is_read',
      [action, organizationId],
    )
  ).rows.length;
/** Sign-offs of the administrator. */
const signedOff = async () => {
  const { userId: id } = await administrator.profile.get({});
  return (await administrator.people.signatures({ params: { id } })).items.map(({ action }) => action);
};
const hasAccepted = async () => (await administrator.profile.get({})).orgIsAcceptedEULA;

describe('the active agreement', () => {
  test('is the one of the own brand, else the one of the platform, else none', async () => {
    const active = () => administrator.eulas.active({ query: {} });
    expect(await active()).toBeNull();
    const platform = await activate('platform');
    expect(await active()).toMatchObject({ id: platform.id, brandName: '', isAccepted: false });
    const own = await activate('own', brand.name);
    expect(await active()).toMatchObject({ id: own.id, brandName: brand.name, isAccepted: false });
    expect(await client.eulas.active({ query: {} })).toMatchObject({ id: platform.id });
    expect(await administrator.eulas.active({ query: { type: 'Other' } })).toBeNull();
  });

  test('is shown to everybody by the name of a brand', async () => {
    const user = server.client('User');
    const view = (query: { brandName?: string; type?: string }) => user.eulas.activeView({ query });
    expect(await refusal(view({}))).toMatchObject({ status: 404 });
    await activate('platform');
    await activate('own', brand.name);
    expect(await view({ brandName: brand.name.toUpperCase() })).toContain('Version own');
    expect(await view({ brandName: 'Some other brand' })).toContain('Version platform');
    expect(await view({})).toContain('Version platform');
    expect(await refusal(view({ type: 'Other' }))).toMatchObject({ status: 404 });
  });
});

describe('accepting', () => {
  test('is done once on behalf of the organization, by whom and when, and may be repeated', async () => {
    const { id, version } = await activate('1');
    await administrator.eulas.accept({ params: { id } });
    expect(await lastAudit(server, organizationId)).toMatchObject({
      action: 'eulas.accept',
      changes: { [`EULA ${version}`]: { before: null, after: 'accepted' } },
    });
    await administrator.eulas.accept({ params: { id } });
    const { userId } = await administrator.profile.get({});
    expect(await acceptances()).toEqual([{ user_id: userId }]);
    expect(await recordedChanges('eulas.accept')).toBe(1);
    expect(await signedOff()).toEqual(['eulas.accept']);
    const { events } = await administrator.home.organization({});
    expect(events.filter(({ action }) => action === 'eulas.accept')).toHaveLength(1);
    expect(await administrator.eulas.active({ query: {} })).toMatchObject({ isAccepted: true });
    expect(await client.eulas.get({ params: { id } })).toMatchObject({ acceptances: 1 });
  });

  test('of an agreement that is not active, or another brand’s, is refused', async () => {
    const { id: draft } = await client.eulas.create({ body: { version: 'draft' }, file: agreementFile() });
    const { id: platform } = await activate('platform');
    await activate('own', brand.name);
    for (const id of [draft, platform]) {
      const error = await refusal(administrator.eulas.accept({ params: { id } }));
      expect(error).toMatchObject({ status: 409, code: 'E-EULA-INACTIVE' });
    }
    expect(await refusal(administrator.eulas.accept({ params: { id: crypto.randomUUID() } }))).toMatchObject({
      status: 404,
    });
    expect(await acceptances()).toEqual([]);
  });

  test('keeps the agreement from being deleted', async () => {
    const { id } = await activate('1');
    await administrator.eulas.accept({ params: { id } });
    await activate('2');
    const stored = await refusal(client.eulas.delete({ params: { id } }));
    expect([stored.code, stored.message]).toEqual([
      'E-IN-USE',
      'Version 1 cannot be deleted: 1 organization has accepted it.',
    ]);
  });

  test('by 50 at once leaves one row and refuses nobody', async () => {
    const { id } = await activate('1');
    await Promise.all(Array.from({ length: 50 }, () => administrator.eulas.accept({ params: { id } })));
    expect(await acceptances()).toHaveLength(1);
    expect(await recordedChanges('eulas.accept')).toBe(1);
    expect(await signedOff()).toEqual(['eulas.accept']);
  });
});

describe('the profile', () => {
  test('says whether the organization accepted the agreement that is active now', async () => {
    expect(await hasAccepted()).toBe(true);
    const { id } = await activate('1');
    expect(await hasAccepted()).toBe(false);
    await administrator.eulas.accept({ params: { id } });
    expect(await hasAccepted()).toBe(true);
    await activate('2');
    expect(await hasAccepted()).toBe(false);
    expect(await client.profile.get({})).toMatchObject({ orgIsAcceptedEULA: true });
  });

  test('asks for the reseller’s terms where those stand in the place of the platform’s', async () => {
    const { resellerId: id, resellerName } = await administrator.profile.get({});
    if (!id) throw new Error('The organization has no reseller.');
    await client.resellers.update({ params: { id }, body: { bypassTos: true, termsHtml: '<p>Ours.</p>' } });
    expect(await administrator.profile.get({})).toMatchObject({ resellerBypassTos: true, orgIsAcceptedEULA: false });
    expect(await administrator.resellers.eula({ params: { id } })).toBe('<p>Ours.</p>');
    await administrator.resellers.acceptEula({ params: { id } });
    expect(await hasAccepted()).toBe(true);
    expect(await lastAudit(server, organizationId)).toMatchObject({
      action: 'resellers.acceptEula',
      changes: { [`terms of ${resellerName}`]: { before: null, after: 'accepted' } },
    });
    await Promise.all(Array.from({ length: 50 }, () => administrator.resellers.acceptEula({ params: { id } })));
    const { rows } = await server.database.pool.query('select 1 from reseller_acceptances');
    expect(rows).toHaveLength(1);
    expect(await recordedChanges('resellers.acceptEula')).toBe(1);
    expect(await signedOff()).toEqual(['resellers.acceptEula']);
    await client.resellers.update({ params: { id }, body: { bypassTos: false } });
    expect(await hasAccepted()).toBe(true);
    await activate('1');
    expect(await hasAccepted()).toBe(false);
  });

  test('lets nobody read or accept the terms of another organization’s reseller', async () => {
    const { resellerId } = await administrator.profile.get({});
    const other = await lookupId(server, 'resellers', `id <> '${resellerId}'`);
    const refusals = await Promise.all(
      [other, crypto.randomUUID()].flatMap((id) => [
        refusal(administrator.resellers.acceptEula({ params: { id } })),
        refusal(administrator.resellers.eula({ params: { id } })),
      ]),
    );
    for (const error of refusals) expect(error).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});
