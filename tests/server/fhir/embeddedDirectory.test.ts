import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { agencies, demoDirectory } from '../../../server/fhir/embedded/demoDirectory.ts';
import { isStateCode } from '../../../shared/rules/states.ts';
import { isOid } from '../../../shared/rules/carequality.ts';
import { newOrganization, refusal } from '../areas/organizationBuilders.ts';
import { startApp, startServer, type TestServer } from '../../support/startApp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const searchset = z.object({
  resourceType: z.literal('Bundle'),
  total: z.int(),
  link: z.array(z.object({ relation: z.string(), url: z.string() })),
  entry: z.array(z.object({ resource: z.object({ id: z.string(), name: z.string() }) })),
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(path, server.url), { headers });
  const body: unknown = await response.json();
  return { status: response.status, type: response.headers.get('content-type'), body };
};
const search = async (query: string) => searchset.parse((await get(`/fhir/Organization?${query}`)).body);

describe('the demo directory', () => {
  test('holds sixty made-up organizations with parents, inactive ones and systems of two OIDs', () => {
    expect(demoDirectory).toHaveLength(60);
    const ids = new Set(demoDirectory.map(({ id }) => id));
    expect(ids.size).toBe(60);
    expect(demoDirectory.every(({ oids, state }) => oids.every(isOid) && isStateCode(state))).toBe(true);
    expect(demoDirectory.filter(({ parentId }) => parentId === null)).toHaveLength(6);
    expect(demoDirectory.every(({ parentId }) => parentId === null || ids.has(parentId))).toBe(true);
    expect(demoDirectory.filter(({ oids }) => oids.length === 2)).toHaveLength(18);
    expect(demoDirectory.some(({ isActive }) => !isActive)).toBe(true);
  });

  test('says what it can do, to anybody', async () => {
    expect(await get('/fhir/metadata')).toMatchObject({
      status: 200,
      type: 'application/fhir+json; charset=utf-8',
      body: { resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' },
    });
  });

  test('finds by identifier, with and without its system, and by the beginning of a name', async () => {
    const demo = demoDirectory[1];
    if (!demo) throw new Error('The demo directory is empty.');
    const [first = '', second = ''] = demo.oids;
    const tokens = [
      `urn:ietf:rfc:3986|urn:oid:${first}`,
      `urn:oid:${first}`,
      first,
      second,
      `|${first}`,
      `9.9.9,${first}`,
    ];
    for (const token of tokens) {
      const match = await search(new URLSearchParams({ identifier: token }).toString());
      expect(
        match.entry.map(({ resource }) => resource.id),
        token,
      ).toEqual([demo.id]);
    }
    expect((await search(`identifier=http://other|${first}`)).total).toBe(0);
    const byName = await search(new URLSearchParams({ name: demo.name.slice(0, 9).toUpperCase() }).toString());
    expect(byName.entry.map(({ resource }) => resource.name)).toContain(demo.name);
  });

  test('pages through all of them by its own links', async () => {
    const ids: string[] = [];
    let next: string | undefined = '/fhir/Organization?_count=25';
    for (let pages = 0; next !== undefined && pages < 10; pages++) {
      const page = searchset.parse((await get(next)).body);
      expect(page.total).toBe(67);
      ids.push(...page.entry.map(({ resource }) => resource.id));
      next = page.link.find(({ relation }) => relation === 'next')?.url;
    }
    expect(ids).toEqual([...demoDirectory, ...agencies.map(({ oid }) => ({ id: oid }))].map(({ id }) => id));
    expect((await search('_count=0')).entry).toEqual([]);
  });

  test.each([
    ['/fhir/Organization/9.9.9', {}, 404, 'not-found'],
    ['/fhir/Patient', {}, 404, 'not-supported'],
    ['/fhir/Organization?_count=x', {}, 400, 'invalid'],
    ['/fhir/Organization?page=0', {}, 400, 'invalid'],
    ['/fhir/Organization?_format=xml', {}, 406, 'not-supported'],
    ['/fhir/metadata', { accept: 'application/fhir+xml' }, 406, 'not-supported'],
  ])('%s is refused with an OperationOutcome', async (path, headers, status, code) => {
    expect(await get(path, headers)).toMatchObject({
      status,
      body: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code }] },
    });
  });

  test('takes no writes', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(new URL('/fhir/Organization', server.url), { method: 'POST', body: '{}', headers });
    expect(response.status).toBe(405);
  });
});

describe('an import from it', () => {
  const system = demoDirectory[1];
  const gateway = demoDirectory[0];

  test.each([
    ['over the server’s own port', () => Promise.resolve(server)],
    ['in memory, where there is no port', () => startApp()],
  ])('works %s', async (_name, start) => {
    const started = await start();
    const client = started.client('SysAdmin');
    const { id } = await client.organizations.create({ body: newOrganization() });
    const body = { oids: [system?.oids[1] ?? '', gateway?.id ?? ''] };
    const { results } = await client.carequality.importEntries({ params: { id }, body });
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    const { items } = await client.carequality.entries({ params: { id } });
    expect(items.find(({ displayName }) => displayName === system?.name)).toMatchObject({
      organizationId: system?.oids[1],
      parentOrgId: gateway?.id,
      homeCommunityId: system?.homeCommunityId,
      responderType: 'GatewayMember',
      otherNames: system?.aliases,
      purposeOfUseCodes: system?.purposeOfUseCodes,
      address: system?.street,
      state: system?.state,
      country: 'US',
      driftedFields: [],
    });
    expect(items.find(({ displayName }) => displayName === gateway?.name)).toMatchObject({ isParent: true });
    if (started !== server) await started.close();
  });

  test('is not possible where there is neither demo nor directory, and /fhir is not there', async () => {
    const started = await startApp({ env: { DEMO: 'false' } });
    const client = started.client('SysAdmin');
    const { id } = await client.organizations.create({ body: newOrganization() });
    const call = client.carequality.importEntries({ params: { id }, body: { oids: ['1.2.3'] } });
    expect(await refusal(call)).toMatchObject({
      status: 503,
      code: 'E-DIRECTORY-UNAVAILABLE',
      message: 'No FHIR directory is set up for this installation.',
    });
    expect((await started.app.inject('/fhir/metadata')).statusCode).toBe(404);
    await started.close();
  });
});
