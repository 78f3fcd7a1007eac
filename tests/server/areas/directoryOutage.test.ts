import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNationalSearch } from '../../../server/areas/directory/nationalSearch.ts';
import { FhirFailure, type NationalDirectory } from '../../../server/fhir/directory.ts';
import { demoPractitioners } from '../../../server/fhir/embedded/demoPractitioners.ts';
import { sharedServer, startApp, type TestApp } from '../../support/startApp.ts';
import { bundle, type FakeDirectory, json, organization, startDirectory } from '../fhir/fakeDirectory.ts';

let server: TestApp;
let fake: FakeDirectory;
beforeAll(async () => {
  fake = await startDirectory((_request, response) => json(response, {}, 503));
  server = await startApp({ env: { FHIR_DIRECTORY_URL: fake.url.href, FHIR_DIRECTORY_ALLOW_PRIVATE: 'true' } });
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

describe('without the national directory', () => {
  test('a search lists the entries of the platform and says that it is not complete', async () => {
    const user = server.client('User');
    const [organizationRow] = (
      await server.database.pool.query<{ name: string }>(
        'select organization_name as name from provider_directory where not is_provider and direct_address is not null limit 1',
      )
    ).rows;
    const found = await user.directory.search({ body: { organizationName: organizationRow?.name ?? '' } });
    expect(found.nationalDirectory).toBe('Unavailable');
    expect(found.organizations[0]).toMatchObject({ organizationName: organizationRow?.name, source: 'Platform' });
    const asked = fake.requested.length;
    await user.directory.search({ body: { lastName: 'Baker' } });
    // While it is down it is not asked again, so that searches stay fast.
    expect(fake.requested).toHaveLength(asked);
    const { items } = await user.directory.validate({ query: { addresses: 'ann@direct.partner.example' } });
    expect(items).toMatchObject([{ status: 'Unchecked', isKnown: false, canReceive: false }]);
  });

  test('where none is set up, it says that too', async () => {
    const alone = await startApp({ env: { DEMO: 'false' } });
    const { nationalDirectory } = await alone.client('User').directory.search({ body: { lastName: 'Baker' } });
    expect(nationalDirectory).toBe('NotConfigured');
    await alone.close();
  });
});

describe('a search of the national directory', () => {
  const queries = { providers: null, organizations: null, isSimilar: false };
  const found = { providers: [], organizations: [] };
  const of = (search: NationalDirectory['search']): NationalDirectory => ({
    search,
    findAddress: () => Promise.resolve('unknown'),
  });

  test('is given up after its time, also if the directory ignores that, and tried again after a pause', async () => {
    let now = 0;
    let isSlow = true;
    let calls = 0;
    const directory = of(async () => {
      calls += 1;
      if (isSlow) await delay(5_000, undefined, { ref: false });
      return found;
    });
    const search = createNationalSearch(directory, { timeoutMs: 30, pauseMs: 1_000, now: () => now });
    expect(await search(queries)).toBeNull();
    isSlow = false;
    expect(await search(queries)).toBeNull();
    now = 1_001;
    expect(await search(queries)).toEqual(found);
    expect(await search(queries)).toEqual(found);
    expect(calls).toBe(2);
  });

  test('that fails by a mistake of our own is an error', async () => {
    const search = createNationalSearch(of(() => Promise.reject(new TypeError('ours'))));
    await expect(search(queries)).rejects.toThrow(TypeError);
    const outage = createNationalSearch(of(() => Promise.reject(new FhirFailure('down'))));
    expect(await outage(queries)).toBeNull();
  });
});

describe('directories that know less than the standard', () => {
  test('are asked more simply, and what does not match is left out', async () => {
    const practitioner = (family: string, direct: string) => ({
      resourceType: 'Practitioner',
      id: family,
      name: [{ family, given: ['Ann'] }],
      telecom: [
        {
          system: 'email',
          value: direct,
          extension: [{ url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-direct', valueBoolean: true }],
        },
        { system: 'email', value: 'private@mail.example' },
      ],
    });
    fake.answer = ({ url = '' }, response) => {
      if (url.includes('PractitionerRole?') || url.includes('contains')) return json(response, {}, 400);
      if (url.includes('/Practitioner?'))
        return json(
          response,
          bundle([practitioner('Baker', 'Ann@Direct.example.org'), practitioner('Smith', 'x@y.example')]),
        );
      return json(
        response,
        bundle([organization('1.2.3', { name: 'Baker Clinic' }), organization('1.2.4', { active: false })]),
      );
    };
    const fresh = await startApp({ env: { FHIR_DIRECTORY_URL: fake.url.href, FHIR_DIRECTORY_ALLOW_PRIVATE: 'true' } });
    const user = fresh.client('User');
    const { providers } = await user.directory.search({ body: { lastName: 'baker' } });
    expect(providers.filter(({ source }) => source === 'NationalDirectory')).toMatchObject([
      { lastName: 'Baker', firstName: 'Ann', directAddress: 'ann@direct.example.org', organizationName: null },
    ]);
    const { organizations } = await user.directory.search({ body: { organizationName: 'clinic baker' } });
    expect(organizations.filter(({ source }) => source === 'NationalDirectory')).toMatchObject([
      { organizationName: 'Baker Clinic', standardizedCity: 'Phoenix' },
    ]);
    await fresh.close();
  });
});

test('the national directory is searched by any word of a city, and for a long ZIP code by that of the place', async () => {
  const user = (await sharedServer()).client('User');
  const national = async (body: Parameters<typeof user.directory.search>[0]['body']) => {
    const { providers } = await user.directory.search({ body: { ...body, pageSize: 100 } });
    return providers.filter(({ source }) => source === 'NationalDirectory').map(({ directAddress }) => directAddress);
  };
  const { directAddress, organization: office } =
    demoPractitioners.find(
      (one) => one.directAddress && one.organization.isActive && / /.test(one.organization.city),
    ) ?? {};
  const city = office?.city ?? '';
  for (const text of [city, city.split(' ').at(-1) ?? '', city.replace(' ', '-')])
    expect([text, await national({ city: text })]).toEqual([text, expect.arrayContaining([directAddress])]);
  const zip = office?.zip ?? '';
  expect(await national({ zip: `${zip.slice(0, 5)}-0001` })).toContain(directAddress);
});
