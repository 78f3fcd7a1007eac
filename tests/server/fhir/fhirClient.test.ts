import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fhirDirectory } from '../../../server/fhir/fhirClient.ts';
import { httpTransport } from '../../../server/fhir/httpTransport.ts';
import {
  bundle,
  directoryOf,
  type FakeDirectory,
  identifierOf,
  json,
  organization,
  startDirectory,
} from './fakeDirectory.ts';

let fake: FakeDirectory;
const oid = '2.16.840.1.113883.3.1';
const find = (value = oid) =>
  fhirDirectory(httpTransport(fake.url, { allowPrivate: true })).find(value, new AbortController().signal);

beforeAll(async () => {
  fake = await startDirectory(() => undefined);
});
beforeEach(() => {
  fake.requested.length = 0;
  fake.headers.length = 0;
});
afterAll(() => fake.close());

describe('searching', () => {
  test('asks by identifier the standard way, and reads the organization', async () => {
    fake.answer = directoryOf([organization(oid, { alias: ['First   Name', 'First Name', ''] })]);
    expect(await find()).toEqual({
      displayName: `Organization ${oid}`,
      legalName: null,
      otherNames: ['First Name'],
      homeCommunityId: null,
      parentOrgId: null,
      parentIsKnown: true,
      purposeOfUseCodes: [],
      responderType: null,
      address: '1 Main Street',
      city: 'Phoenix',
      state: 'AZ',
      zipCode: '85001',
      country: 'US',
      isActive: true,
    });
    expect(fake.requested).toHaveLength(1);
    expect(fake.requested[0]).toMatch(
      /^\/fhir\/Organization\?identifier=urn%3Aietf%3Arfc%3A3986%7Curn%3Aoid%3A2\.16\./,
    );
    expect(fake.requested[0]).toContain('_count=50');
  });

  test('sends no cookie, token or referrer', async () => {
    await find();
    expect(Object.keys(fake.headers[0] ?? {}).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
  });

  test('finds an OID that is stored bare, and one that is the id itself', async () => {
    fake.answer = (request, response) =>
      json(
        response,
        bundle(identifierOf(request) === oid ? [organization(oid, { identifier: [{ value: oid }] })] : []),
      );
    expect(await find()).toMatchObject({ displayName: `Organization ${oid}` });
    fake.answer = (_request, response) =>
      json(response, bundle([organization(oid, { identifier: undefined, id: oid })]));
    expect(await find()).toMatchObject({ displayName: `Organization ${oid}` });
  });

  test('knows nothing of an OID that the directory does not list, after all forms were tried', async () => {
    fake.answer = (_request, response) => json(response, bundle([]));
    expect(await find()).toBeUndefined();
    expect(fake.requested).toHaveLength(3);
  });

  test('asks a strict directory, which refuses unknown parameters, more simply', async () => {
    fake.answer = (request, response) =>
      request.url?.includes('_include')
        ? json(response, { resourceType: 'OperationOutcome', issue: [{ diagnostics: 'unknown parameter' }] }, 400)
        : json(response, bundle([organization(oid)]));
    expect(await find()).toMatchObject({ displayName: `Organization ${oid}` });
  });

  test('does not mistake others for the one asked for', async () => {
    fake.answer = (_request, response) => json(response, bundle([organization('1.2.3'), organization(`${oid}.1`)]));
    expect(await find()).toBeUndefined();
  });

  test('of several with one OID the active one counts; two active ones are a mistake of the directory', async () => {
    const one = organization(oid, { id: 'one', active: false });
    fake.answer = (_request, response) => json(response, bundle([one, organization(oid, { id: 'two', name: 'Two' })]));
    expect(await find()).toMatchObject({ displayName: 'Two' });
    fake.answer = (_request, response) => json(response, bundle([organization(oid), organization(oid)]));
    await expect(find()).rejects.toThrow('The directory lists 2 organizations under this OID.');
  });
});

describe('pages', () => {
  const pageOf = (url = '') => Number(new URL(url, fake.url).searchParams.get('page') ?? 1);

  test('are followed, with absolute and relative links', async () => {
    fake.answer = (request, response) => {
      const page = pageOf(request.url);
      const link = page === 1 ? `${fake.url.href}/Organization?page=2` : 'Organization?page=3';
      json(response, page < 3 ? bundle([organization('1.2.3')], link) : bundle([organization(oid)]));
    };
    expect(await find()).toMatchObject({ displayName: `Organization ${oid}` });
    expect(fake.requested.slice(1)).toEqual(['/fhir/Organization?page=2', '/fhir/Organization?page=3']);
  });

  test('without end are given up after 20', async () => {
    fake.answer = (request, response) => json(response, bundle([], `Organization?page=${pageOf(request.url) + 1}`));
    await expect(find()).rejects.toThrow('The directory needs more than 20 pages for one OID.');
    expect(fake.requested).toHaveLength(20);
  });

  test('that lead round in a circle are given up', async () => {
    fake.answer = (request, response) => json(response, bundle([], `Organization?page=${3 - pageOf(request.url)}`));
    await expect(find()).rejects.toThrow('The pages of the directory lead round in a circle.');
  });

  test('on another server are not followed', async () => {
    const other = await startDirectory(directoryOf([organization(oid)]));
    fake.answer = (_request, response) => json(response, bundle([], `${other.url.href}/Organization`));
    await expect(find()).rejects.toThrow('The directory points at another server, which is not followed.');
    expect(other.requested).toEqual([]);
    await other.close();
  });
});

describe('the parent', () => {
  const parent = organization('1.2.3', { id: 'parent' });

  test.each([
    ['its identifier', { identifier: { value: 'urn:oid:1.2.3' } }],
    ['an id that is an OID', { reference: 'Organization/1.2.3' }],
    ['an absolute address', { reference: 'https://elsewhere.example/fhir/Organization/1.2.3' }],
  ])('is known by %s', async (_name, partOf) => {
    fake.answer = (_request, response) => json(response, bundle([organization(oid, { partOf })]));
    expect(await find()).toMatchObject({ parentOrgId: '1.2.3', parentIsKnown: true });
    expect(fake.requested).toHaveLength(1);
  });

  test('is taken from the same answer where that includes it, else read', async () => {
    const child = organization(oid, { partOf: { reference: 'Organization/parent' } });
    fake.answer = (_request, response) => json(response, bundle([child, parent]));
    expect(await find()).toMatchObject({ parentOrgId: '1.2.3' });
    fake.answer = (request, response) => json(response, request.url?.endsWith('/parent') ? parent : bundle([child]));
    expect(await find()).toMatchObject({ parentOrgId: '1.2.3' });
    expect(fake.requested.at(-1)).toBe('/fhir/Organization/parent');
  });

  test('comes from an affiliation where the directory uses those', async () => {
    const affiliation = {
      resourceType: 'OrganizationAffiliation',
      organization: { reference: 'Organization/parent' },
      participatingOrganization: { reference: 'Organization/child' },
    };
    fake.answer = (_request, response) =>
      json(response, bundle([organization(oid, { id: 'child' }), affiliation, parent]));
    expect(await find()).toMatchObject({ parentOrgId: '1.2.3' });
  });

  test('that cannot be read leaves the organization readable', async () => {
    const child = organization(oid, { partOf: { reference: 'Organization/parent' } });
    fake.answer = (request, response) =>
      request.url?.endsWith('/parent') ? json(response, {}, 404) : json(response, bundle([child]));
    expect(await find()).toMatchObject({ parentOrgId: null, parentIsKnown: false });
  });
});

describe('the shape of Carequality', () => {
  const sphd = 'https://sequoiaproject.org/fhir/sphd';
  const coded = (name: string, code: string) => ({
    url: `${sphd}/StructureDefinition/${name}`,
    valueCodeableConcept: { coding: [{ code }] },
  });
  const withExtensions = async (...extension: unknown[]) => {
    fake.answer = (_request, response) => json(response, bundle([organization(oid, { extension })]));
    return find();
  };

  test('gives purposes of use', async () => {
    const match = await withExtensions(
      coded('PurposesOfUse', 'TREATMENT'),
      coded('PurposesOfUse', 'PAYMENT'),
      coded('Domains', 'CQ'),
    );
    expect(match).toMatchObject({ purposeOfUseCodes: ['TREATMENT', 'PAYMENT'] });
  });

  test('gives the responder type by its name, its display words, or the initiator flag', async () => {
    expect(await withExtensions(coded('ResponderType', 'GatewayMember'))).toMatchObject({
      responderType: 'GatewayMember',
    });
    const text = { url: `${sphd}/ResponderType`, valueString: 'Child Location - For Directory Purposes' };
    expect(await withExtensions(text)).toMatchObject({ responderType: 'ChildLocation' });
    const flag = { url: `${sphd}/InitiatorOnly`, valueBoolean: true };
    expect(await withExtensions(flag)).toMatchObject({ responderType: 'InitiatorOnly' });
    expect(await withExtensions(coded('ResponderType', 'Nonsense'))).toMatchObject({ responderType: null });
  });

  test('gives the home community as identifier or extension', async () => {
    const extended = { url: `${sphd}/HomeCommunityId`, valueString: 'urn:oid:1.2.3' };
    expect(await withExtensions(extended)).toMatchObject({ homeCommunityId: '1.2.3' });
    const identifier = [
      { value: `urn:oid:${oid}` },
      { type: { coding: [{ code: 'HCID' }] }, value: 'urn:oid:1.2.3.4' },
    ];
    fake.answer = (_request, response) => json(response, bundle([organization(oid, { identifier })]));
    expect(await find()).toMatchObject({ homeCommunityId: '1.2.3.4' });
  });
});

describe('odd organizations', () => {
  const read = async (fields: Readonly<Record<string, unknown>>) => {
    fake.answer = (_request, response) => json(response, bundle([organization(oid, fields)]));
    return find();
  };

  test('without a name are refused', async () => {
    await expect(read({ name: '  ' })).rejects.toThrow('The directory lists this OID without a name.');
  });

  test('with elements of the wrong type lose those elements only', async () => {
    const odd = {
      alias: 'One',
      address: { city: 7, state: 'Arizona' },
      extension: [3, { url: 4 }],
      active: 'yes',
      partOf: 'x',
    };
    expect(await read(odd)).toMatchObject({
      otherNames: ['One'],
      city: null,
      state: 'AZ',
      country: 'US',
      isActive: true,
    });
  });

  test('with long, hostile or blank texts are cut and cleaned', async () => {
    const match = await read({ name: `A\u202e\u0000\n  B${'x'.repeat(400)}`, address: [{ text: 'Somewhere' }] });
    expect(match?.displayName.slice(0, 4)).toBe('A Bx');
    expect(match?.displayName).toHaveLength(255);
    expect(match).toMatchObject({ address: 'Somewhere', city: null, zipCode: null });
  });

  test.each([
    ['United States of America', 'US'],
    ['usa', 'US'],
    ['Netherlands', 'NL'],
    ['nl', 'NL'],
    ['Atlantis', null],
  ])('country %s is %s', async (country, code) => {
    expect(await read({ address: [{ country }] })).toMatchObject({ country: code });
  });
});
