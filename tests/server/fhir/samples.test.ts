import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, type TestContext } from 'vitest';
import { isOid } from '../../../shared/rules/carequality.ts';
import { FhirFailure } from '../../../server/fhir/directory.ts';
import { fhirDirectory } from '../../../server/fhir/fhirClient.ts';
import { mapOrganization, oidsOf } from '../../../server/fhir/mapOrganization.ts';
import { bundleResource, organizationResource } from '../../../server/fhir/resources.ts';

const folder = join(process.env['SAMPLES_DIR'] ?? join(import.meta.dirname, '../../../../shared/samples'), 'fhir');

beforeEach((context: TestContext) => {
  if (!existsSync(folder)) context.skip('the sample files are not beside the project; SAMPLES_DIR names another place');
});

const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const resourcesOf = (name: string): unknown[] => {
  const body: unknown = JSON.parse(textOf(name));
  const bundle = bundleResource.safeParse(body);
  return bundle.success ? bundle.data.entry.map(({ resource }) => resource) : [body];
};
const organizationsOf = (name: string) =>
  resourcesOf(name).flatMap((resource) => {
    const parsed = organizationResource.safeParse(resource);
    return parsed.success ? [parsed.data] : [];
  });

/** A directory that answers every question with one file. */
const directoryFrom = (name: string) =>
  fhirDirectory({
    base: new URL('https://directory.example.org/fhir'),
    get: (url) => Promise.resolve({ status: 200, contentType: 'application/fhir+json', text: textOf(name), url }),
  });
const { signal } = new AbortController();

test('every organization of every file is read without an error but for missing names', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  let read = 0;
  for (const file of files) {
    for (const organization of organizationsOf(file)) {
      const mapped = mapOrganization(organization, null);
      expect(mapped.displayName, file).not.toBe('');
      expect(mapped.country === null || /^[A-Z]{2}$/.test(mapped.country), file).toBe(true);
      read++;
    }
  }
  expect(files.length).toBeGreaterThan(25);
  expect(read).toBeGreaterThan(40);
});

describe('the directory in the shape of Carequality', () => {
  const file = 'derived-carequality-shape-directory.json';

  test('gives all its organizations by OID, with parents two levels deep and inactive ones', async () => {
    const directory = directoryFrom(file);
    const oids = organizationsOf(file).map((organization) => oidsOf(organization)[0] ?? '');
    expect(oids.length).toBe(23);
    expect(oids.every(isOid)).toBe(true);
    const match = await Promise.all(oids.map((oid) => directory.find(oid, signal)));
    const parents = new Map(oids.map((oid, index) => [oid, match[index]?.parentOrgId ?? null]));
    expect(match.filter((organization) => organization?.isActive === false).length).toBeGreaterThan(1);
    expect(
      oids.filter((oid) => parents.get(parents.get(oid) ?? '') !== null && parents.get(oid) !== null).length,
    ).toBeGreaterThan(2);
    for (const parent of parents.values()) if (parent !== null) expect(oids).toContain(parent);
  });

  test('gives address, purposes of use and home community', async () => {
    const match = await directoryFrom(file).find('2.16.840.1.113883.19.5.99999.100.2', signal);
    expect(match).toEqual({
      displayName: 'ELIZA COFFEE MEMORIAL HOSPITAL',
      legalName: null,
      otherNames: [],
      homeCommunityId: '2.16.840.1.113883.19.5.99999.100.2',
      parentOrgId: '2.16.840.1.113883.19.5.99999.100',
      parentIsKnown: true,
      purposeOfUseCodes: ['TREATMENT', 'PUBLICHEALTH'],
      responderType: null,
      address: '205 MARENGO STREET',
      city: 'FLORENCE',
      state: 'AL',
      zipCode: '35631',
      country: 'US',
      isActive: true,
    });
  });
});

test('the national directory lists organizations without OIDs among other resources: none is taken for the one asked for', async () => {
  expect(await directoryFrom('r4-natdir-searchset.json').find('2.16.840.1.113883.3.1', signal)).toBeUndefined();
  const hartford = organizationsOf('r4-natdir/Organization-HartfordOrthopedics.json')[0];
  if (!hartford) throw new Error('The file has no organization.');
  expect(mapOrganization(hartford, null)).toMatchObject({
    displayName: 'Hartford Orthopedics Services',
    address: '123 Main Street',
    city: 'Anytown',
    state: 'CT',
    zipCode: '00014-1234',
    country: 'US',
  });
});

test('an organization of STU3 without identifier and city is read as far as it goes', () => {
  const [unit] = organizationsOf('stu3-organization-f003.json');
  if (!unit) throw new Error('The file has no organization.');
  expect(oidsOf(unit)).toEqual([]);
  expect(mapOrganization(unit, undefined)).toMatchObject({
    displayName: 'Burgers UMC Ear,Nose,Throat unit',
    address: 'West Wing, floor 5',
    city: null,
    parentIsKnown: false,
  });
});

test('brand bundles: names with runs of blanks, and addresses without a street', () => {
  const [brand] = organizationsOf('r4-smart-brands-example2.json');
  if (!brand) throw new Error('The file has no organization.');
  expect(mapOrganization(brand, null)).toMatchObject({
    displayName: 'ExampleHealth',
    otherNames: ['Meriter Hospital', 'Eyerly Ball Mental Health'],
    address: null,
    city: 'Madison',
    state: 'WI',
    country: 'US',
  });
});

test('service base lists write the country out', () => {
  const countries = organizationsOf('r4-inferno-service-base-urls.json').map(
    (organization) => mapOrganization(organization, null).country,
  );
  expect(countries).toEqual(['US', 'US', 'US']);
});

test('a file that is one organization and no Bundle is refused as an answer to a search', async () => {
  const requested = directoryFrom('stu3-organization-f003.json').find('1.2.3', signal);
  await expect(requested).rejects.toThrow(new FhirFailure('The answer of the directory is not a FHIR Bundle.'));
});
