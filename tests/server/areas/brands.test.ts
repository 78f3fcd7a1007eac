import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';
import { agreementFile } from './termsBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

let made = 0;
const newBrand = (fields: object = {}) => {
  made += 1;
  const base = { name: `Sample Brand ${made}`, appUrl: 'https://brand.example/app', primaryColor: '#0B5f73' };
  return { ...base, supportEmail: 'support@brand.example', ...fields };
};

describe('a brand', () => {
  test('is added, read, changed and deleted, each with its audit row', async () => {
    const body = newBrand({ identityProvider: { connectionName: 'brand-sso' } });
    const added = await client.brands.create({ body });
    expect(added).toMatchObject({ ...body, termsHtml: null, organizationCount: 0, version: 1 });
    const { id } = added;
    expect(await client.brands.get({ params: { id } })).toEqual(added);

    const body2 = { identityProvider: { connectionName: '' }, supportEmail: 'help@brand.example', version: 1 };
    const changed = await client.brands.update({ params: { id }, body: body2 });
    expect(changed).toEqual({
      ...added,
      identityProvider: { connectionName: null },
      supportEmail: 'help@brand.example',
      version: 2,
    });
    expect(await lastAudit(server, id)).toEqual({
      action: 'brands.update',
      changes: {
        supportEmail: { before: 'support@brand.example', after: 'help@brand.example' },
        connectionName: { before: 'brand-sso', after: null },
      },
      version_checked: true,
    });

    await client.brands.delete({ params: { id } });
    expect(await refusal(client.brands.get({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await lastAudit(server, id)).toMatchObject({ action: 'brands.delete' });
  });

  test('keeps its terms sanitised, and tells the audit trail of long ones by length and hash', async () => {
    const termsHtml = `<p onclick="alert(1)">${'a'.repeat(600)}</p><script>alert(1)</script>`;
    const { id, termsHtml: stored } = await client.brands.create({ body: newBrand({ termsHtml }) });
    expect(stored).toBe(`<p>${'a'.repeat(600)}</p>`);
    const audited = await lastAudit(server, id);
    expect(audited?.changes['termsHtml']?.after).toMatch(/^607 characters, sha256 [0-9a-f]{16}$/);
    expect(await client.brands.update({ params: { id }, body: { termsHtml: '<script>x</script>' } })).toMatchObject({
      termsHtml: null,
    });
  });

  test.each([
    ['appUrl', { appUrl: 'http://brand.example' }],
    ['appUrl', { appUrl: 'javascript:alert(1)' }],
    ['primaryColor', { primaryColor: 'red' }],
    ['supportEmail', { supportEmail: 'nobody' }],
    ['name', { name: ' ' }],
    ['logoUrl', { logoUrl: 'x' } as { name?: string }],
  ])('with a wrong %s is refused when added and when changed', async (field, wrong) => {
    const added = await client.brands.create({ body: newBrand() });
    const calls = [
      () => client.brands.create({ body: newBrand(wrong) }),
      () => client.brands.update({ params: { id: added.id }, body: wrong }),
    ];
    for (const call of calls) {
      const error = await refusal(call());
      expect([error.status, Object.keys(error.modelState)]).toEqual([400, [field]]);
    }
  });

  test('may not have the name of another, and is not deleted while organizations have it', async () => {
    const brand = await client.brands.create({ body: newBrand() });
    const same = client.brands.create({ body: newBrand({ name: brand.name.toLowerCase() }) });
    expect(await refusal(same)).toMatchObject({ status: 409, code: 'E-NAME-TAKEN' });
    for (let count = 0; count < 2; count += 1)
      await client.organizations.create({ body: newOrganization({ brandId: brand.id }) });
    const stored = await refusal(client.brands.delete({ params: { id: brand.id } }));
    expect([stored.code, stored.message]).toEqual([
      'E-IN-USE',
      `"${brand.name}" cannot be deleted: 2 organizations have it.`,
    ]);
  });

  test('takes its agreements along when it is renamed, and is not deleted while it has some', async () => {
    const brand = await client.brands.create({ body: newBrand() });
    const eula = await client.eulas.create({ body: { version: '1', brandName: brand.name }, file: agreementFile() });
    await client.brands.update({ params: { id: brand.id }, body: { name: 'Renamed Brand' } });
    expect(await client.eulas.get({ params: { id: eula.id } })).toMatchObject({ brandName: 'Renamed Brand' });
    const stored = await refusal(client.brands.delete({ params: { id: brand.id } }));
    expect([stored.code, stored.message]).toEqual([
      'E-IN-USE',
      '"Renamed Brand" cannot be deleted: 1 license agreement names it.',
    ]);
  });

  test('loaded before somebody else saved it is refused', async () => {
    const { id } = await client.brands.create({ body: newBrand() });
    await client.brands.update({ params: { id }, body: { primaryColor: '#000000' } });
    const late = client.brands.update({ params: { id }, body: { primaryColor: '#111111', version: 1 } });
    expect(await refusal(late)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
  });
});

test('of 50 who want the same name at once, one gets it', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => client.brands.create({ body: newBrand({ name: 'Contested Brand' }) })),
  );
  const codes = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 201 : (outcome.reason as { code: string }).code,
  );
  expect(codes.filter((code) => code === 201)).toHaveLength(1);
  expect(codes.filter((code) => code === 'E-NAME-TAKEN')).toHaveLength(49);
});

test('a brand keeps its connection while an organization of it has no other way to sign in', async () => {
  const { id } = await client.brands.create({ body: newBrand({ identityProvider: { connectionName: 'only-way' } }) });
  const fields = newOrganization({ brandId: id, settings: { passwordSignIn: false } });
  const organization = await client.organizations.create({ body: fields });
  const takeAway = () => client.brands.update({ params: { id }, body: { identityProvider: { connectionName: null } } });
  expect(await refusal(takeAway())).toMatchObject({ status: 409, code: 'E-IN-USE' });
  expect((await client.brands.get({ params: { id } })).identityProvider.connectionName).toBe('only-way');
  await client.organizations.update({
    params: { id: organization.id },
    body: { settings: { passwordSignIn: true } },
  });
  expect((await takeAway()).identityProvider.connectionName).toBeNull();
});
