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

const organization = async () => {
  const body = newOrganization();
  const { id } = await client.organizations.create({ body });
  return { params: { id }, id, subdomain: body.subdomain };
};
const unknown = { id: crypto.randomUUID() };

describe('mail domains', () => {
  test('are listed by name beside the one made of the subdomain', async () => {
    const { params, subdomain } = await organization();
    for (const domain of ['Mail.Two.Example.org', 'mail.one.example.org']) {
      await client.organizations.addDomain({ params, body: { domain } });
    }
    const { items, ownDomain } = await client.organizations.domains({ params });
    expect(items.map(({ domain }) => domain)).toEqual(['mail.one.example.org', 'mail.two.example.org']);
    expect(ownDomain).toBe(`${subdomain}.direct.carepost.example`);
    await client.organizations.update({ params, body: { subdomain: null } });
    expect(await client.organizations.domains({ params })).toEqual({ items, ownDomain: null });
  });

  test.each([
    ['nodot', 'Enter a domain such as direct.example.org.'],
    ['-edge.example.org', 'Enter a domain such as direct.example.org.'],
    ['has space.example', 'Enter a domain such as direct.example.org.'],
    ['10.0.0.1', 'Enter a domain such as direct.example.org.'],
    ['carepost.example', 'This domain belongs to the platform.'],
    ['other.direct.CAREPOST.example', 'This domain belongs to the platform.'],
  ])('%s is refused', async (domain, text) => {
    const { params } = await organization();
    expect(await refusal(client.organizations.addDomain({ params, body: { domain } }))).toMatchObject({
      status: 400,
      modelState: { domain: [text] },
    });
  });

  test('with addresses stay with the organization that changes its subdomain, and nobody else gets that subdomain', async () => {
    const { id, params, ...made } = await organization();
    const subdomain = made.subdomain ?? '';
    const domain = `${subdomain}.direct.carepost.example`;
    const address = { organizationId: id, type: 'DirectMessaging', displayName: 'R', address: `records@${domain}` };
    const source = await client.documentsources.create({ body: address });
    await client.organizations.update({ params, body: { subdomain: null } });
    const { items } = await client.organizations.domains({ params });
    expect(items.map((item) => item.domain)).toEqual([domain]);
    expect((await lastAudit(server, id))?.changes).toMatchObject({
      [`domain ${domain}`]: { before: null, after: domain },
    });

    const other = await organization();
    const take = () => client.organizations.update({ params: other.params, body: { subdomain } });
    expect(await client.organizations.subdomainIsValid({ query: { subdomain, organizationId: other.id } })).toBe(false);
    expect(await refusal(take())).toMatchObject({ status: 409, code: 'E-ORG-SUBDOMAIN-TAKEN' });

    expect(await client.organizations.subdomainIsValid({ query: { subdomain, organizationId: id } })).toBe(true);
    await client.organizations.update({ params, body: { subdomain } });
    expect((await client.organizations.domains({ params })).items).toEqual([]);
    await client.documentsources.delete({ params: { id: source.id } });
    await client.organizations.update({ params, body: { subdomain: null } });
    expect((await take()).subdomain).toBe(subdomain);
  });

  test('wanted by many at once go to one organization', async () => {
    const homes = await Promise.all(Array.from({ length: 10 }, () => organization()));
    const calls = homes.map(({ params }) =>
      client.organizations.addDomain({ params, body: { domain: 'wanted.example.org' } }).then(
        () => 'added',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      ),
    );
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'E-DOMAIN-TAKEN')).toHaveLength(9);
  });

  test('stay while addresses use them', async () => {
    const { params, id } = await organization();
    const domain = await client.organizations.addDomain({ params, body: { domain: 'used.example.org' } });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'organizations.addDomain',
      changes: { 'domain used.example.org': { before: null, after: 'used.example.org' } },
    });
    const address = 'records@used.example.org';
    const source = await client.documentsources.create({
      body: { organizationId: id, type: 'DirectMessaging', address, displayName: 'Records' },
    });
    const remove = () => client.organizations.removeDomain({ params: { id, domainId: domain.id } });
    expect(await refusal(remove())).toMatchObject({ status: 409, code: 'E-DOMAIN-IN-USE' });
    await client.documentsources.delete({ params: { id: source.id } });
    await remove();
    expect(await refusal(remove())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });

  test('of another organization are not found', async () => {
    const [local, other] = [await organization(), await organization()];
    const { id: domainId } = await client.organizations.addDomain({
      params: local.params,
      body: { domain: 'mine.example.org' },
    });
    const calls = [
      () => client.organizations.removeDomain({ params: { id: other.id, domainId } }),
      () => client.organizations.removeDomain({ params: { ...unknown, domainId } }),
      () => client.organizations.addDomain({ params: unknown, body: { domain: 'new.example.org' } }),
      () => client.organizations.domains({ params: unknown }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect((await client.organizations.domains({ params: local.params })).items).toHaveLength(1);
  });
});

describe('saved addresses', () => {
  const ann = { address: 'ann@direct.partner.example', displayName: 'Ann' };
  const bob = { address: 'bob@direct.partner.example', displayName: 'Bob' };

  test('are one list: saved as a whole, its differences in the history', async () => {
    const { params, id } = await organization();
    expect(await client.organizations.savedAddresses({ params })).toEqual({ items: [], version: 0 });
    const first = await client.organizations.saveAddresses({
      params,
      body: { items: [bob, { ...ann, address: ' Ann@Direct.Partner.example' }], version: 0 },
    });
    expect(first).toEqual({ items: [ann, bob], version: 1 });
    const items = [{ ...bob, displayName: 'Robert' }];
    expect(await client.organizations.saveAddresses({ params, body: { items, version: 1 } })).toEqual({
      items,
      version: 2,
    });
    expect(await lastAudit(server, id)).toEqual({
      action: 'organizations.saveAddresses',
      changes: {
        [`saved address ${bob.address}`]: { before: 'Bob', after: 'Robert' },
        [`saved address ${ann.address}`]: { before: 'Ann', after: null },
      },
      version_checked: true,
    });
    expect(await client.organizations.saveAddresses({ params, body: { items } })).toMatchObject({ version: 2 });
    expect(await client.organizations.saveAddresses({ params, body: { items: [] } })).toEqual({
      items: [],
      version: 3,
    });
  });

  test('are refused line by line', async () => {
    const { params } = await organization();
    const items = [
      ann,
      { ...bob, address: 'nobody' },
      { ...ann, address: 'ANN@direct.partner.example' },
      { ...bob, address: 'a..b@x.example' },
    ];
    expect(await refusal(client.organizations.saveAddresses({ params, body: { items } }))).toMatchObject({
      status: 400,
      modelState: {
        'items.1.address': ['Enter a direct address such as records@clinic.direct.example.org.'],
        'items.2.address': ['This value already exists.'],
        'items.3.address': ["Direct Address can't have consecutive period character."],
      },
    });
    expect(await client.organizations.savedAddresses({ params })).toEqual({ items: [], version: 0 });
  });

  test('saved by many at once have one winner for each version', async () => {
    const { params } = await organization();
    const calls = Array.from({ length: 50 }, (_, turn) =>
      client.organizations
        .saveAddresses({ params, body: { items: [{ ...ann, displayName: `Ann ${turn}` }], version: 0 } })
        .then(
          () => 'saved',
          (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
        ),
    );
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'E-VERSION-CONFLICT')).toHaveLength(49);
    const stale = client.organizations.saveAddresses({ params, body: { items: [] } }, { ifMatch: 9 });
    expect(await refusal(stale)).toMatchObject({ status: 412, code: 'E-PRECONDITION-FAILED' });
  });

  test('of an organization that does not exist are not found', async () => {
    const calls = [
      () => client.organizations.savedAddresses({ params: unknown }),
      () => client.organizations.saveAddresses({ params: unknown, body: { items: [] } }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});
