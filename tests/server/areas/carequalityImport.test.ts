import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import {
  bundle,
  directoryOf,
  type FakeDirectory,
  identifierOf,
  json,
  organization,
  startDirectory,
} from '../fhir/fakeDirectory.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
let fake: FakeDirectory;
let id = '';
const [one, two, three] = ['2.16.840.1.113883.3.1', '2.16.840.1.113883.3.2', '2.16.840.1.113883.3.3'];

beforeAll(async () => {
  fake = await startDirectory(() => undefined);
  server = await startApp({
    env: { FHIR_DIRECTORY_URL: fake.url.href, FHIR_DIRECTORY_ALLOW_PRIVATE: 'true' },
  });
  client = server.client('SysAdmin');
});
beforeEach(async () => {
  fake.requested.length = 0;
  fake.answer = directoryOf([organization(one), organization(two)]);
  id = (await client.organizations.create({ body: newOrganization() })).id;
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

const run = (oids: string[], dryRun = false) =>
  client.carequality.importEntries({ params: { id }, body: { oids, dryRun } });
const entries = async () => (await client.carequality.entries({ params: { id } })).items;
const outcomes = async (oids: string[], dryRun = false) =>
  (await run(oids, dryRun)).results.map(({ oid, outcome }) => [oid, outcome]);

describe('an import', () => {
  test('creates what is new, names what is not listed, and refuses what is no OID, each by itself', async () => {
    const { dryRun, results } = await run([one, three, 'nonsense', `urn:oid:${one}`]);
    expect(dryRun).toBe(false);
    expect(results).toMatchObject([
      { oid: one, outcome: 'created', displayName: `Organization ${one}`, message: null },
      { oid: three, outcome: 'gone', entryId: null, message: 'The directory does not list this OID.' },
      { oid: 'nonsense', outcome: 'failed', message: 'Enter a valid OID, such as 2.16.840.1.113883.3.1234.' },
    ]);
    expect(results[0]?.changes).toContainEqual({ field: 'city', before: null, after: 'Phoenix' });
    expect(await entries()).toMatchObject([
      { id: results[0]?.entryId, organizationId: one, responderType: 'DirectResponder', driftedFields: [], version: 1 },
    ]);
    expect((await entries())[0]?.importedAt).not.toBeNull();
  });

  test('is audited in one row with the outcome and the changes of every OID', async () => {
    await run([one, three]);
    const audit = await lastAudit(server, id);
    expect(audit?.action).toBe('carequality.importEntries');
    expect(audit?.changes).toMatchObject({
      [`directory entry ${one}.import`]: { before: null, after: 'created' },
      [`directory entry ${one}.city`]: { before: null, after: 'Phoenix' },
      [`directory entry ${three}.import`]: { before: null, after: 'gone' },
    });
  });

  test('changes what differs and leaves the rest: version and all', async () => {
    await run([one, two]);
    fake.answer = directoryOf([organization(one, { name: 'New Name', active: false }), organization(two)]);
    const { results } = await run([one, two]);
    expect(results).toMatchObject([
      {
        outcome: 'updated',
        changes: [
          { field: 'displayName', before: `Organization ${one}`, after: 'New Name' },
          { field: 'isActive', before: true, after: false },
        ],
      },
      { outcome: 'unchanged', changes: [] },
    ]);
    expect((await entries()).map(({ organizationId, version }) => [organizationId, version])).toEqual([
      [one, 2],
      [two, 1],
    ]);
  });

  test('takes the directory’s values over a hand change, which is shown as drift until then', async () => {
    const { results } = await run([one]);
    const [entry] = await entries();
    if (!entry) throw new Error('Nothing was imported.');
    const changed = await client.carequality.upsertEntry({
      params: { id },
      body: { ...entry, city: 'Tucson', legalName: 'Ours' },
    });
    expect(changed.driftedFields).toEqual(['city']);
    expect((await run([one], true)).results[0]).toMatchObject({
      outcome: 'updated',
      entryId: results[0]?.entryId,
      changes: [{ field: 'city', before: 'Tucson', after: 'Phoenix' }],
    });
    await run([one]);
    expect(await entries()).toMatchObject([{ city: 'Phoenix', legalName: 'Ours', driftedFields: [], version: 3 }]);
  });

  test('leaves an entry alone that the directory does not list any more', async () => {
    await run([one]);
    fake.answer = directoryOf([]);
    expect((await run([one])).results).toMatchObject([
      { outcome: 'gone', message: 'The directory does not list this OID any more. The entry stays as it is.' },
    ]);
    expect(await entries()).toMatchObject([{ organizationId: one, isActive: true }]);
  });

  test('asks for what the directory leaves out', async () => {
    fake.answer = directoryOf([organization(one, { address: [{ state: 'Arizona' }] })]);
    expect((await run([one])).results[0]).toMatchObject({
      outcome: 'created',
      message: 'The directory gives no street, city, zip: edit the entry to fill in what is missing.',
    });
    expect(await entries()).toMatchObject([{ address: '', state: 'AZ', country: 'US' }]);
  });

  test('fills in responder type and purposes of use from the organization where the directory has none', async () => {
    const carequality = { responderType: 'GatewayMember' as const };
    await client.organizations.update({ params: { id }, body: { carequality, allowedPurposeOfUseCodes: ['PAYMENT'] } });
    await run([one]);
    expect(await entries()).toMatchObject([{ responderType: 'GatewayMember', purposeOfUseCodes: ['PAYMENT'] }]);
  });

  test('tried out says the same and writes nothing', async () => {
    const planned = await run([one, three], true);
    expect(planned.dryRun).toBe(true);
    expect(await entries()).toEqual([]);
    expect((await lastAudit(server, id))?.action).toBe('organizations.create');
    const done = await run([one, three]);
    expect(done.results.map((result) => ({ ...result, entryId: null }))).toEqual(planned.results);
  });

  test('at the same time from two sides adds an entry once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => outcomes([one])));
    expect(all.flat().filter(([, outcome]) => outcome === 'created')).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
  });

  test('asks four questions at a time', async () => {
    let [open, max] = [0, 0];
    const waiting: (() => void)[] = [];
    fake.answer = (request, response) => {
      open++;
      max = Math.max(max, open);
      const finish = () => {
        open--;
        json(response, bundle([organization(identifierOf(request).split(':').at(-1) ?? '')]));
      };
      waiting.push(finish);
      // Each waits for three others, or for nobody when it is among the last.
      if (waiting.length === 4) for (const go of waiting.splice(0)) go();
    };
    const oids = Array.from({ length: 12 }, (_, index) => `1.2.${index}`);
    expect(await outcomes(oids)).toEqual(oids.map((oid) => [oid, 'created']));
    expect(max).toBe(4);
  });
});

describe('trouble with the directory', () => {
  test('for one OID fails that one with its reason; the others are written', async () => {
    fake.answer = (request, response) =>
      identifierOf(request).endsWith(one)
        ? response.writeHead(200, { 'content-type': 'application/json' }).end('{"resourceType":')
        : directoryOf([organization(two)])(request, response);
    expect((await run([one, two])).results).toMatchObject([
      { oid: one, outcome: 'failed', message: 'The answer of the directory is not well-formed JSON.', changes: [] },
      { oid: two, outcome: 'created' },
    ]);
    expect(await entries()).toHaveLength(1);
  });

  test('that answers nobody refuses the import with the reason for each OID, and asks no more than needed', async () => {
    await run([one]);
    fake.requested.length = 0;
    fake.answer = (_request, response) => response.writeHead(503).end();
    const oids = Array.from({ length: 40 }, (_, index) => `1.2.${index}`);
    const error = await refusal(run(oids));
    expect(error).toMatchObject({ status: 503, code: 'E-DIRECTORY-UNAVAILABLE' });
    expect(error.modelState?.['oids']).toHaveLength(40);
    expect(error.modelState?.['oids']?.[0]).toBe('1.2.0: The directory answered 503.');
    expect(fake.requested.length).toBeLessThanOrEqual(8);
    expect(await entries()).toHaveLength(1);
  });

  test('leaves other calls unaffected while it hangs', async () => {
    const { promise: requested, resolve: isRequested } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    fake.answer = (request, response) => {
      isRequested();
      void released.then(() => directoryOf([organization(one)])(request, response));
    };
    const importing = outcomes([one]);
    await requested;
    const added = client.carequality.addOid({ params: { id }, body: { value: '1.2.3' } });
    expect(await added).toMatchObject({ value: '1.2.3' });
    release();
    expect(await importing).toEqual([[one, 'created']]);
  });

  test('leaves connections to the database for other calls, however many imports wait for it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    fake.answer = (request, response) => void released.then(() => directoryOf([organization(one)])(request, response));
    const url = `/api/admin/organizations/${id}/directoryentries/sync`;
    const send = (key: string) =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${server.as('SysAdmin')}`, 'idempotency-key': `${key}-${id}` },
        payload: { oids: [one] },
      });
    const held = Array.from({ length: 4 }, (_, index) => send(`held-${index}`));
    await expect.poll(() => fake.requested.length).toBe(4);
    const more = await Promise.all(Array.from({ length: 20 }, (_, index) => send(`more-${index}`)));
    for (const { statusCode, headers, body } of more) {
      expect([statusCode, headers['retry-after'], body]).toEqual([
        503,
        '1',
        expect.stringContaining('Too many imports'),
      ]);
    }
    expect((await client.organizations.get({ params: { id } })).id).toBe(id);
    release();
    expect((await Promise.all(held)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });
});

test('a repeated import with the same Idempotency-Key is answered without asking the directory again', async () => {
  const call = () =>
    server.app.inject({
      method: 'POST',
      url: `/api/admin/organizations/${id}/directoryentries/sync`,
      headers: { authorization: `Bearer ${server.as('SysAdmin')}`, 'idempotency-key': `import-${id}` },
      payload: { oids: [one] },
    });
  const first = await call();
  const requested = fake.requested.length;
  const second = await call();
  expect([first.statusCode, second.statusCode, second.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
  expect(second.body).toBe(first.body);
  expect(fake.requested).toHaveLength(requested);
  expect(await entries()).toHaveLength(1);
});

test('where a directory is set up the demo directory is not offered', async () => {
  expect((await server.app.inject('/fhir/metadata')).statusCode).toBe(404);
});

test('nobody can import more than a hundred OIDs, none, or for an organization that does not exist', async () => {
  expect(await refusal(run([]))).toMatchObject({ status: 400 });
  expect(await refusal(run(Array.from({ length: 101 }, (_, index) => `1.2.${index}`)))).toMatchObject({ status: 400 });
  id = crypto.randomUUID();
  expect(await refusal(run([one]))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  expect(fake.requested).toEqual([]);
});
