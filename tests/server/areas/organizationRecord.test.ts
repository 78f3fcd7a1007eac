import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { subdomainText } from '../../../shared/rules/subdomain.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, lookupId, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

describe('creating an organization', () => {
  test('answers the whole record, version 1, not activated', async () => {
    const networkDbId = await lookupId(server, 'networks');
    const created = await client.organizations.create({
      body: newOrganization({
        subdomain: 'Cedar-Care',
        networkDbId,
        address: { street: '1 Main Street', city: 'Mesa', state: 'AZ', zip: '85201', country: 'US' },
        contact: { firstName: 'Ann', email: 'ann@cedar.example' },
      }),
    });
    expect(created).toMatchObject({
      subdomain: 'cedar-care',
      networkDbId,
      isActivated: false,
      isEnabled: true,
      version: 1,
      createdBy: 'Sidney Adler',
      address: { state: 'AZ' },
      contact: { firstName: 'Ann', lastName: null },
    });
    expect(await client.organizations.get({ params: { id: created.id } })).toEqual(created);
  });

  test('leaves an audit row with each field', async () => {
    const created = await client.organizations.create({ body: newOrganization({ subdomain: 'audited' }) });
    const entry = await lastAudit(server, created.id);
    expect(entry).toMatchObject({
      action: 'organizations.create',
      changes: { subdomain: { before: null, after: 'audited' }, name: { before: null, after: created.name } },
    });
  });

  test('needs a subdomain', async () => {
    const problem = await refusal(client.organizations.create({ body: { name: 'No Subdomain' } }));
    expect(problem).toMatchObject({ status: 400, code: 'E-ORG-SUBDOMAIN', modelState: { subdomain: [subdomainText] } });
  });

  test.each(['www', 'ADMIN'])('refuses the reserved word %s', async (subdomain) => {
    const problem = await refusal(client.organizations.create({ body: newOrganization({ subdomain }) }));
    expect(problem).toMatchObject({ status: 400, code: 'E-ORG-SUBDOMAIN', modelState: { subdomain: [subdomainText] } });
  });

  test('refuses a subdomain that is taken, whatever its case', async () => {
    await client.organizations.create({ body: newOrganization({ subdomain: 'first-come' }) });
    const problem = await refusal(client.organizations.create({ body: newOrganization({ subdomain: 'First-Come' }) }));
    expect(problem).toMatchObject({
      status: 409,
      code: 'E-ORG-SUBDOMAIN-TAKEN',
      modelState: { subdomain: [subdomainText] },
    });
  });

  test('of fifty at once with one subdomain one wins and the others learn why not', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        client.organizations
          .create({ body: newOrganization({ subdomain: 'race' }) })
          .then(() => 'won')
          .catch((error: { code: string; status: number; modelState: unknown }) => `${error.status} ${error.code}`),
      ),
    );
    expect(responses.filter((response) => response === 'won')).toHaveLength(1);
    expect(responses.filter((response) => response === '409 E-ORG-SUBDOMAIN-TAKEN')).toHaveLength(49);
  });

  test('names every field that breaks a rule', async () => {
    const problem = await refusal(
      client.organizations.create({
        body: newOrganization({
          npi: '1234567890',
          phone: 'call me',
          ssoUrl: 'http://insecure.example',
          address: { street: 'P.O. Box 7', state: 'ZZ', zip: '12' },
          contact: { email: 'nobody' },
        }),
      }),
    );
    expect(problem).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID' });
    expect(Object.keys(problem.modelState).sort()).toEqual(
      ['address.state', 'address.street', 'address.zip', 'contact.email', 'npi', 'phone', 'ssoUrl'].sort(),
    );
  });

  test.each(['networkDbId', 'brandId', 'planId', 'resellerId', 'typeId', 'specialtyId'])(
    'refuses an unknown %s by name',
    async (field) => {
      const body = newOrganization({ [field]: crypto.randomUUID() });
      const problem = await refusal(client.organizations.create({ body }));
      expect(problem).toMatchObject({ status: 400, code: 'E-ORG-REFERENCE' });
      expect(Object.keys(problem.modelState)).toEqual([field]);
    },
  );
});

describe('changing an organization', () => {
  test('leaves absent fields alone, null clears, and the version counts up', async () => {
    const created = await client.organizations.create({
      body: newOrganization({ phone: '(602) 555-0100', fax: '602-555-0101', address: { city: 'Mesa', state: 'AZ' } }),
    });
    const params = { id: created.id };
    const changed = await client.organizations.update({ params, body: { fax: null, address: { city: 'Tempe' } } });
    expect(changed).toMatchObject({
      phone: '(602) 555-0100',
      fax: null,
      address: { city: 'Tempe', state: 'AZ' },
      version: 2,
      name: created.name,
    });
    expect(await lastAudit(server, created.id)).toMatchObject({
      action: 'organizations.update',
      version_checked: false,
      changes: {
        fax: { before: '602-555-0101', after: null },
        'address.city': { before: 'Mesa', after: 'Tempe' },
      },
    });
  });

  test('takes the whole record back as the editor sends it', async () => {
    const created = await client.organizations.create({ body: newOrganization() });
    const changed = await client.organizations.update({
      params: { id: created.id },
      body: { ...created, name: 'Renamed' },
    });
    expect(changed).toMatchObject({ name: 'Renamed', version: 2 });
    expect(await lastAudit(server, created.id)).toMatchObject({ version_checked: true });
  });

  test('refuses a version that is not the present one, in the body and in If-Match', async () => {
    const created = await client.organizations.create({ body: newOrganization() });
    const params = { id: created.id };
    await client.organizations.update({ params, body: { name: 'Second', version: 1 } });
    expect(await refusal(client.organizations.update({ params, body: { name: 'Third', version: 1 } }))).toMatchObject({
      status: 409,
      code: 'E-VERSION-CONFLICT',
    });
    expect(
      await refusal(client.organizations.update({ params, body: { name: 'Third' } }, { ifMatch: 1 })),
    ).toMatchObject({
      status: 412,
      code: 'E-PRECONDITION-FAILED',
    });
    expect(await client.organizations.get({ params })).toMatchObject({ name: 'Second', version: 2 });
  });

  test('of twenty at once with the same version one is saved', async () => {
    const created = await client.organizations.create({ body: newOrganization() });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, turn) =>
        client.organizations.update({ params: { id: created.id }, body: { name: `Turn ${turn}`, version: 1 } }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await client.organizations.get({ params: { id: created.id } })).toMatchObject({ version: 2 });
  });

  test('refuses the subdomain of another organization and keeps its own', async () => {
    const [one, other] = await Promise.all([
      client.organizations.create({ body: newOrganization({ subdomain: 'house-one' }) }),
      client.organizations.create({ body: newOrganization({ subdomain: 'house-two' }) }),
    ]);
    const params = { id: one.id };
    const problem = await refusal(client.organizations.update({ params, body: { subdomain: 'house-two' } }));
    expect(problem).toMatchObject({ status: 409, code: 'E-ORG-SUBDOMAIN-TAKEN' });
    expect(other.subdomain).toBe('house-two');
    const stored = await client.organizations.update({ params, body: { subdomain: 'house-one', name: 'Kept' } });
    expect(stored).toMatchObject({ subdomain: 'house-one', name: 'Kept' });
  });

  test('answers 404 for an organization that does not exist', async () => {
    const params = { id: crypto.randomUUID() };
    expect(await refusal(client.organizations.update({ params, body: { name: 'x' } }))).toMatchObject({
      code: 'E-NOT-FOUND',
    });
    expect(await refusal(client.organizations.get({ params }))).toMatchObject({ code: 'E-NOT-FOUND' });
    expect(await refusal(client.organizations.delete({ params }))).toMatchObject({ code: 'E-NOT-FOUND' });
  });
});

describe('deleting an organization', () => {
  test('takes what hangs on it and moves its people on', async () => {
    const { rows } = await server.database.pool.query<{ organization_id: string; id: string }>(
      `select organization_id, id from users where user_name = 'admin@carepost.example'`,
    );
    const home = rows[0]?.organization_id ?? '';
    const before = await server.client('Administrator').profile.get({});
    await client.organizations.delete({ params: { id: home } });
    expect(await refusal(client.organizations.get({ params: { id: home } }))).toMatchObject({ code: 'E-NOT-FOUND' });
    const after = await server.client('Administrator').profile.get({});
    const others = before.organizations.map(({ id }) => id).filter((id) => id !== home);
    expect(others).toContain(after.organizationId);
    expect(after.organizations.map(({ id }) => id).sort()).toEqual(others.sort());
    const left = await server.database.pool.query('select 1 from document_sources where organization_id = $1', [home]);
    expect(left.rowCount).toBe(0);
    expect(await lastAudit(server, home)).toMatchObject({ action: 'organizations.delete' });
  });

  test('refuses another version than the one loaded', async () => {
    const created = await client.organizations.create({ body: newOrganization() });
    const params = { id: created.id };
    expect(await refusal(client.organizations.delete({ params }, { ifMatch: 9 }))).toMatchObject({
      status: 412,
      code: 'E-PRECONDITION-FAILED',
    });
    await client.organizations.delete({ params }, { ifMatch: 1 });
    expect(await refusal(client.organizations.get({ params }))).toMatchObject({ status: 404 });
  });
});
