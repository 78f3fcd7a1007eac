import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPractitioners } from '../../../server/fhir/embedded/demoPractitioners.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { directoryTotalMax } from '../../../shared/rules/directory.ts';
import { directoryWordsOf } from '../../../shared/rules/directoryWords.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
let user: Client;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  user = server.client('User');
});
afterAll(() => server.close());

const place = { street: '1 Main Street', city: 'Quartzburg', state: 'AZ', zip: '99501-1234', country: 'US' };

/** An activated organization at a place that the demo data does not have, without addresses. */
const organization = async (name: string, address: Partial<typeof place> = {}) => {
  const body = {
    ...newOrganization({ name }),
    address: { ...place, ...address },
    phone: '5550100100',
    fax: '5550100101',
  };
  const { id, subdomain } = await client.organizations.create({ body });
  await client.organizations.activate({ params: { id }, body: { activated: true, seedRecords: false } });
  const domain = `${subdomain}.direct.carepost.example`;
  const add = async (local: string, displayName: string) => {
    const directAddress = `${local}@${domain}`;
    const source = await client.documentsources.create({
      body: { organizationId: id, type: 'DirectMessaging', address: directAddress, displayName },
    });
    return { id: source.id, address: directAddress };
  };
  return { id, domain, add };
};

type Query = Parameters<Client['directory']['search']>[0]['body'];
const search = (body: Query) => user.directory.search({ body });
const providersOf = async (body: Query) => (await search(body)).providers.map(({ directAddress }) => directAddress);
const organizationsOf = async (body: Query) =>
  (await search(body)).organizations.map(({ directAddress }) => directAddress);

describe('a search', () => {
  test('lists an organization with its address, place and numbers', async () => {
    const { add } = await organization('Opaline Cardiology of Quartzburg');
    const { address } = await add('referrals', 'Opaline Referrals');
    const found = await search({ organizationName: 'quartz OPALINE' });
    expect(found).toEqual({
      providers: [],
      totalProvidersCount: 0,
      organizations: [
        {
          directAddress: address,
          organizationName: 'Opaline Cardiology of Quartzburg',
          lastName: null,
          firstName: null,
          middleName: null,
          clinicName: 'Opaline Referrals',
          phonePrimary: '5550100100',
          fax: '5550100101',
          standardizedAddressLine1: '1 Main Street',
          standardizedCity: 'Quartzburg',
          standardizedState: 'AZ',
          standardizedZip: '99501-1234',
          source: 'Platform',
        },
      ],
      totalOrganizationsCount: 1,
      nationalDirectory: 'Searched',
      hasSimilarProviders: false,
      hasSimilarOrganizations: false,
    });
  });

  test.each([
    ['Dr. Zoë van Ostrander', { firstName: 'Zoë', middleName: 'van', lastName: 'Ostrander' }],
    ['Ann C. O’Quillan, MD, FACC', { firstName: 'Ann', middleName: 'C.', lastName: 'O’Quillan' }],
  ])('lists the address of %s as a provider', async (displayName, names) => {
    const { add } = await organization(`Tourmaline ${names.lastName}`);
    const { address } = await add('doctor', displayName);
    expect((await search({ organizationName: `Tourmaline ${names.lastName}` })).providers).toMatchObject([
      { ...names, directAddress: address, clinicName: `Tourmaline ${names.lastName}` },
    ]);
    expect(await providersOf({ firstName: names.firstName.toLowerCase(), lastName: names.lastName })).toEqual([
      address,
    ]);
    expect(await providersOf({ lastName: names.lastName.replace('’', ''), state: 'AZ' })).toEqual([address]);
    expect(await providersOf({ lastName: names.lastName, state: 'TX' })).toEqual([]);
  });

  test('finds by place: city and state, the beginning of a ZIP code', async () => {
    const { add } = await organization('Agate Clinic', { city: 'San Beryl', state: 'NV', zip: '00017' });
    const { address } = await add('office', 'Agate Office');
    expect(await organizationsOf({ city: 'ber san', state: 'nv' })).toEqual([address]);
    expect(await organizationsOf({ city: 'san beryl', state: 'AZ' })).toEqual([]);
    expect(await organizationsOf({ zip: '00017-1234' })).toEqual([address]);
    expect(await organizationsOf({ zip: '0001', city: 'san' })).toEqual([address]);
    expect(await organizationsOf({ zip: '00018' })).toEqual([]);
  });

  test('finds misspelled names and says so; names as they were typed come alone', async () => {
    const { add } = await organization('Chrysoberyl Pediatrics');
    const { address } = await add('john', 'Dr. Jonathan Wexelblatt');
    const misspelled = await search({ firstName: 'Jonahtan', lastName: 'Wekselblat' });
    expect(misspelled).toMatchObject({ providers: [{ directAddress: address }], totalProvidersCount: 1 });
    expect([misspelled.hasSimilarProviders, misspelled.hasSimilarOrganizations]).toEqual([true, false]);
    expect(await search({ organizationName: 'Crysoberil Pediatric' })).toMatchObject({
      providers: [{ directAddress: address }],
      hasSimilarProviders: true,
    });
    expect(await search({ lastName: 'Wexelblatt' })).toMatchObject({
      totalProvidersCount: 1,
      hasSimilarProviders: false,
    });
  });

  test('for a person lists organizations only where one is named too', async () => {
    const { add } = await organization('Jasper Clinic');
    await add('office', 'Jasper Office');
    expect((await search({ lastName: 'Baker', city: 'Quartzburg' })).totalOrganizationsCount).toBe(0);
    expect((await search({ lastName: 'Baker', organizationName: 'Jasper' })).totalOrganizationsCount).toBe(1);
  });

  test.each([
    [{}, { firstName: ['Enter at least one value to search for.'] }],
    [{ firstName: '  ', city: '--' }, { city: ['Enter at least one letter or digit.'] }],
    [{ organizationName: `%_'\\` }, { organizationName: ['Enter at least one letter or digit.'] }],
    [{ state: 'ZZ' }, { state: ['must be the two-letter code of a state'] }],
    [{ zip: '8500x' }, { zip: ['Enter a ZIP code of 5 or 9 digits, or its first digits.'] }],
  ])('for %j is refused at its field', async (body, modelState) => {
    expect(await refusal(search(body))).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID', modelState });
  });

  test('takes quotes, wildcards and operators for text', async () => {
    for (const organizationName of [`'`, `a' | 'b`, '%_\\', `x:*'&!y`, "'; select 1 --"])
      await search({ organizationName, city: 'Quartzburg' });
  });

  test('compares names and requests by the same words', async () => {
    const words = async (text: string) =>
      (await server.database.pool.query<{ words: string[] }>('select directory_words_of($1) as words', [text])).rows[0]
        ?.words;
    const letters = fc.constantFrom(...Array.from('aZ9éÅñß’\'`"-–&.,/\\|:*()[]{}~^_ \tİ中'));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: letters, maxLength: 20 }), async (text) => {
        expect(new Set(await words(text))).toEqual(new Set(directoryWordsOf(text)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the entries of this platform', () => {
  test('follow their address and their organization', async () => {
    const { id, add } = await organization('Malachite Clinic');
    const { id: sourceId, address } = await add('office', 'Malachite Office');
    const count = async (organizationName = 'malachite') =>
      (await search({ organizationName })).totalOrganizationsCount;
    expect(await count()).toBe(1);

    await client.documentsources.update({ params: { id: sourceId }, body: { isEnabled: false } });
    expect(await count()).toBe(0);
    await client.documentsources.update({
      params: { id: sourceId },
      body: { isEnabled: true, displayName: 'Zircon desk' },
    });
    expect(await organizationsOf({ organizationName: 'zircon' })).toEqual([address]);

    await client.organizations.update({ params: { id }, body: { name: 'Feldspar Clinic' } });
    expect([await count(), await count('feldspar')]).toEqual([0, 1]);
    await client.organizations.enable({ params: { id }, body: { enabled: false } });
    expect(await count('feldspar')).toBe(0);
    await client.organizations.enable({ params: { id }, body: { enabled: true } });
    expect(await count('feldspar')).toBe(1);
    const cancellation = 'update organizations set cancel_at = now() + make_interval(days => $2) where id = $1';
    const cancelIn = (days: number) => server.database.pool.query(cancellation, [id, days]);
    await cancelIn(-1);
    expect(await count('feldspar')).toBe(0);
    await cancelIn(1);
    expect(await count('feldspar')).toBe(1);
    await client.documentsources.delete({ params: { id: sourceId } });
    expect(await count('feldspar')).toBe(0);
  });

  test('include directory entries, which have no address', async () => {
    const { id } = await organization('Obsidian Group');
    const body = {
      responderType: 'ChildLocation',
      organizationId: '2.16.840.1.113883.3.77.1',
      displayName: 'Obsidian East',
      legalName: 'Peridot Holdings',
      address: '2 East Street',
      city: 'Quartzburg',
      state: 'AZ',
      zipCode: '99502',
    } as const;
    const entry = await client.carequality.upsertEntry({ params: { id }, body });
    const found = await search({ organizationName: 'peridot' });
    expect(found.organizations).toMatchObject([
      { directAddress: null, organizationName: 'Obsidian East', clinicName: 'Obsidian Group', phonePrimary: null },
    ]);
    await client.carequality.upsertEntry({ params: { id }, body: { ...entry, isActive: false } });
    expect((await search({ organizationName: 'peridot' })).totalOrganizationsCount).toBe(0);
  });

  test('stay right when an organization is renamed while addresses are added', async () => {
    const { id, add } = await organization('Serpentine Before');
    const rename = async (name: string) => client.organizations.update({ params: { id }, body: { name } });
    await Promise.all([
      add('a', 'A'),
      rename('Serpentine Middle'),
      add('b', 'B'),
      rename('Serpentine After'),
      add('c', 'C'),
    ]);
    const { name } = await client.organizations.get({ params: { id } });
    const { organizations } = await search({ organizationName: 'serpentine' });
    expect(organizations.map(({ organizationName }) => organizationName)).toEqual([name, name, name]);
  });
});

describe('the national directory', () => {
  const practitioner = demoPractitioners.find(
    ({ directAddress, organization: { isActive } }) => directAddress !== null && isActive,
  );
  if (!practitioner?.directAddress) throw new Error('The demo directory has no practitioner with an address.');
  const { directAddress, given, family, organization: clinic } = practitioner;
  const firstName = given[0] ?? '';

  test('is searched as well', async () => {
    const { providers, nationalDirectory } = await search({ firstName, lastName: family, zip: clinic.zip });
    expect(nationalDirectory).toBe('Searched');
    expect(providers).toContainEqual(
      expect.objectContaining({
        directAddress,
        firstName,
        lastName: family,
        organizationName: clinic.name,
        clinicName: clinic.name,
        phonePrimary: practitioner.phone,
        standardizedCity: clinic.city,
        source: 'NationalDirectory',
      }),
    );
  });

  test('is searched for similar names where none has the name as typed', async () => {
    const swapped = `${family.slice(0, 2)}${family[3]}${family[2]}${family.slice(4)}`;
    const found = await search({ firstName, lastName: swapped, zip: clinic.zip });
    expect(found.providers.map((one) => one.directAddress)).toContain(directAddress);
    expect([found.hasSimilarProviders, found.totalProvidersCount]).toEqual([true, found.providers.length]);
  });

  test('is searched for the last name first, and for both names in one field', async () => {
    for (const names of [{ firstName: family, lastName: firstName }, { lastName: `${firstName} ${family}` }]) {
      const found = await search({ ...names, zip: clinic.zip });
      expect(found.providers.map((one) => one.directAddress)).toContain(directAddress);
      expect(found.hasSimilarProviders).toBe(true);
    }
  });

  test('is searched in the city that the platform writes nearly like the one typed', async () => {
    const { city } = clinic;
    const { add } = await organization('Neighbor Clinic', { city });
    await add('records', 'Neighbor Clinic');
    const misspelled = `${city.slice(0, -2)}${city.slice(-1)}`;
    for (const known of [{ firstName, lastName: family }, { zip: clinic.zip }])
      expect(await providersOf({ ...known, city: misspelled })).toContain(directAddress);
  });

  test('adds no entry that the platform has: the same address, or the same OID', async () => {
    const body = { firstName, lastName: family, zip: clinic.zip };
    const before = await search(body);
    const { id } = await organization(clinic.name, { city: clinic.city, state: clinic.state, zip: clinic.zip });
    await client.organizations.addDomain({ params: { id }, body: { domain: directAddress.split('@')[1] ?? '' } });
    await client.documentsources.create({
      body: {
        organizationId: id,
        type: 'DirectMessaging',
        address: directAddress,
        displayName: `Dr. ${given.join(' ')} ${family}`,
      },
    });
    const after = await search(body);
    expect(after.totalProvidersCount).toBe(before.totalProvidersCount);
    expect(after.providers.filter((one) => one.directAddress === directAddress)).toMatchObject([
      { source: 'Platform' },
    ]);

    await client.carequality.importEntries({ params: { id }, body: { oids: [clinic.id] } });
    const { organizations } = await search({ organizationName: clinic.name, zip: clinic.zip });
    const named = organizations.filter(({ organizationName }) => organizationName === clinic.name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ source }) => source !== 'Platform')).toEqual([]);
    // Directory entries have no address, but the national directory knows one for their OID.
    expect(named.map((one) => one.directAddress?.split('.')[0])).toEqual(named.map(() => 'records@direct'));
  });

  test('continues the pages of the platform: each entry once, and the totals are theirs', async () => {
    const { state } = clinic;
    const listed: string[] = [];
    let total = 1;
    for (let start = 1; listed.length < total && start < 60; start += 1) {
      const page = await search({ state, organizationPageStart: start, providerPageStart: start, pageSize: 7 });
      listed.push(...page.organizations.map((one) => JSON.stringify(one)));
      total = page.totalOrganizationsCount;
    }
    expect(listed).toHaveLength(total);
    expect(total).toBeLessThan(directoryTotalMax);
    expect(listed.filter((one) => one.includes('NationalDirectory')).length).toBeGreaterThan(0);
    expect(new Set(listed).size).toBe(listed.length);
  });
});

describe('a name of thousands', () => {
  /** Entries as the trigger would write them. */
  const addMany = (lastName: string, count: number) =>
    asOwner(
      server.database,
      `insert into provider_directory (id, organization_id, is_provider, direct_address, first_name, last_name, organization_name, name_sort, terms)
       select gen_random_uuid(), (select id from organizations limit 1), true, n || '@many.example', 'Ann', $1, 'Many Clinic', to_char(n, 'FM000000'),
         directory_terms('Ann', $1, 'Many Clinic', null, null, null)
       from generate_series(1, $2::int) n`,
      [lastName, count],
    );
  const allOf = async (lastName: string) => {
    const pages = Array.from({ length: 6 }, (_, page) =>
      search({ lastName, providerPageStart: page + 1, pageSize: 100 }),
    );
    const found = await Promise.all(pages);
    return {
      totals: [...new Set(found.map(({ totalProvidersCount }) => totalProvidersCount))],
      numbers: found.flatMap(({ providers }) => providers.map((one) => Number.parseInt(one.directAddress ?? '', 10))),
    };
  };

  test.each([
    ['Fewhundred', 400, 400],
    ['Overthousand', 1_500, directoryTotalMax],
    // So many of them are in the large sample alone, and in the small one.
    ['Manythousand', 4_000, directoryTotalMax],
    ['Tenthousands', 20_000, directoryTotalMax],
  ])('%s: of %i entries %i are listed, each once and in order', async (lastName, count, total) => {
    await addMany(lastName, count);
    const { totals, numbers } = await allOf(lastName);
    expect(totals).toEqual([total]);
    expect(new Set(numbers).size).toBe(total);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });
});

describe('a check of addresses', () => {
  test('says of each whether it is known and can receive, and why not', async () => {
    const { id, add } = await organization('Garnet Clinic');
    const { address } = await add('open', 'Open');
    const { id: closedId, address: closed } = await add('closed', 'Closed');
    await client.documentsources.update({ params: { id: closedId }, body: { isEnabled: false } });
    const known = demoPractitioners.find(({ directAddress }) => directAddress !== null)?.directAddress ?? '';
    const addresses = [address.toUpperCase(), closed, known, 'a..b@direct.example.org', 'ann@nowhere.example', address];
    const { items } = await user.directory.validate({ query: { addresses: addresses.join(',') } });
    expect(items.map(({ address: one, status, isKnown, canReceive }) => [one, status, isKnown, canReceive])).toEqual([
      [address, 'Valid', true, true],
      [closed, 'NotReceiving', true, false],
      [known, 'Valid', true, true],
      ['a..b@direct.example.org', 'Malformed', false, false],
      ['ann@nowhere.example', 'Unknown', false, false],
    ]);
    expect(items.map(({ reason }) => reason)).toEqual([
      null,
      'This address is known, but does not receive messages now.',
      null,
      "Direct Address can't have consecutive period character.",
      'No directory knows this address.',
    ]);
    await client.organizations.enable({ params: { id }, body: { enabled: false } });
    expect((await user.directory.validate({ query: { addresses: address } })).items).toMatchObject([
      { status: 'NotReceiving' },
    ]);
  });

  test('takes 1 to 50 addresses', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `a${index}@direct.example.org`).join();
    for (const [addresses, reason] of [
      [many, 'must be at most 50 addresses'],
      [' , ', 'is required'],
    ] as const)
      expect(await refusal(user.directory.validate({ query: { addresses } }))).toMatchObject({
        status: 400,
        modelState: { addresses: [reason] },
      });
  });
});
