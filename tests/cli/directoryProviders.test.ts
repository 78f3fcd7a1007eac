import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoPractitioners } from '../../server/fhir/embedded/demoPractitioners.ts';
import { mockApi } from '../support/mockApi.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
const mark = `Uvarovite${crypto.randomUUID().replace(/[\d-]/g, '').slice(0, 6)}`;
const addresses: string[] = [];
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  const client = server.client('SysAdmin');
  const { id, subdomain } = await client.organizations.create({
    body: { name: `${mark} Clinic`, subdomain: mark.toLowerCase() },
  });
  await client.organizations.activate({ params: { id }, body: { activated: true, seedRecords: false } });
  for (const [local, displayName] of [
    ['office', 'Office'],
    ['ann', 'Dr. Ann Baker'],
  ]) {
    const address = `${local}@${subdomain}.direct.carepost.example`;
    const body = { organizationId: id, type: 'DirectMessaging', address, displayName: displayName ?? '' };
    addresses.push((await client.documentsources.create({ body })).address);
  }
});

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await sandbox.run(['directory', ...args, '--output', 'json']);
  return { code, stderr, rows: JSON.parse(stdout || '[]') as Record<string, unknown>[] };
};

/** JSON comes without notes on stderr. */
const notes = async (...args: string[]) => (await sandbox.run(['directory', ...args, '--output', 'csv'])).stderr;

describe('directory search', () => {
  test('lists providers and organizations, and one kind of them', async () => {
    const { code, rows } = await json('search', '--organization', mark);
    expect(code).toBe(0);
    expect(rows.map(({ kind, directAddress }) => [kind, directAddress])).toEqual([
      ['provider', addresses[1]],
      ['organization', addresses[0]],
    ]);
    expect(rows[0]).toMatchObject({
      firstName: 'Ann',
      lastName: 'Baker',
      clinicName: `${mark} Clinic`,
      source: 'Platform',
    });
    expect(await notes('search', '--organization', mark)).toContain('1 provider, 1 organization');
    const providers = await json('search', '--organization', mark, '--kind', 'provider', '--fields', 'lastName');
    expect(providers.rows).toEqual([{ lastName: 'Baker' }]);
  });

  test('notes similar names, and where there are more pages', async () => {
    const misspelled = ['search', '--organization', mark.replace('rov', 'rvo')];
    expect((await json(...misspelled)).rows).toHaveLength(2);
    expect(await notes(...misspelled)).toContain('No provider is written exactly like that; similar ones are listed.');
    const family = demoPractitioners[0]?.family ?? '';
    const page = ['search', '--state', 'CA', '--page-size', '1'];
    expect((await json(...page)).rows.length).toBeLessThanOrEqual(2);
    expect(await notes(...page)).toContain('There are more: --page 2 shows them, --all shows all.');
    const national = await json('search', '--last-name', family, '--where', 'source=NationalDirectory');
    expect(national.rows.length).toBeGreaterThan(0);
  });

  test('reads all pages for --all, --export, --where and --sort, which exclude --page', async () => {
    const client = server.client('SysAdmin');
    const many = `Zoisite${crypto.randomUUID().replace(/[\d-]/g, '').slice(0, 6)}`;
    const { id, subdomain } = await client.organizations.create({
      body: { name: `${many} Clinic`, subdomain: many.toLowerCase() },
    });
    await client.organizations.activate({ params: { id }, body: { activated: true, seedRecords: false } });
    const names = ['Dr. Ann Baker', 'Dr. Bob Cole', 'Dr. Cleo Dunn', 'Front Office'];
    for (const [index, displayName] of names.entries()) {
      const address = `a${index}@${subdomain}.direct.carepost.example`;
      await client.documentsources.create({
        body: { organizationId: id, type: 'DirectMessaging', address, displayName },
      });
    }
    const pages = ['search', '--organization', many, '--page-size', '1'];
    expect((await json(...pages)).rows).toHaveLength(2);
    expect((await json(...pages, '--all')).rows).toHaveLength(4);
    expect((await json(...pages, '--limit', '3')).rows).toHaveLength(3);
    expect((await json(...pages, '--where', 'lastName=Dunn')).rows).toHaveLength(1);
    const sorted = await json(...pages, '--kind', 'provider', '--sort', 'lastName:desc');
    expect(sorted.rows.map(({ lastName }) => lastName)).toEqual(['Dunn', 'Cole', 'Baker']);
    const exported = await sandbox.run(['directory', ...pages, '--export', '--out', 'all.csv', '--strict']);
    expect([
      exported.code,
      (await readFile(join(sandbox.folder, 'all.csv'), 'utf8')).trim().split('\n').length,
    ]).toEqual([0, 5]);
    for (const flag of [['--all'], ['--where', 'lastName=X'], ['--sort', 'lastName'], ['--limit', '2']]) {
      const refused = await json(...pages, '--page', '2', ...flag);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('and --page exclude each other.')]);
    }
    const beyond = await json(...pages, '--page', '1001');
    expect([beyond.code, beyond.stderr]).toEqual([2, expect.stringMatching(/--page.*500/s)]);
  });

  test.each([
    ['rows that go between pages', 90, 89, 'it counted 90 rows and sent 89'],
    ['more matches than a search has', 1000, 1000, 'so there may be more: narrow the search'],
  ])('an export is not complete: %s', async (_, total, sent, why) => {
    const api = mockApi(async ({ request }) => {
      const { providerPageStart: page, pageSize } = (await request.json()) as Record<string, number>;
      const start = ((page ?? 1) - 1) * (pageSize ?? 0);
      const count = Math.max(0, Math.min(pageSize ?? 0, sent - start));
      return HttpResponse.json({
        providers: Array.from({ length: count }, (_unused, index) => ({ lastName: `n${start + index}` })),
        totalProvidersCount: total,
        organizations: [],
        totalOrganizationsCount: 0,
        nationalDirectory: 'Searched',
        hasSimilarProviders: false,
        hasSimilarOrganizations: false,
      });
    });
    const cli = await createCliSandbox({ api: api.url, token: 'opaque-token-of-a-test' });
    const file = ['--export', '--out', 'all.csv', '--fields', 'lastName'];
    const lenient = await cli.run(['directory', 'search', '--city', 'Mesa', ...file]);
    expect([lenient.code, JSON.parse(lenient.stdout)]).toMatchObject([0, { rows: sent, verdict: 'doubtful' }]);
    const strict = await cli.run(['directory', 'search', '--city', 'Mesa', ...file, '--overwrite', '--strict']);
    expect([strict.code, strict.stderr]).toEqual([8, expect.stringContaining(why)]);
  });

  test('without a field is a usage error; a wrong state names its field', async () => {
    expect(await json('search')).toMatchObject({ code: 2, stderr: expect.stringContaining('--last-name') as string });
    expect((await json('search', '--state', 'ZZ')).code).toBe(7);
  });
});

test('directory validate says which addresses can receive; --exit-code fails for the others', async () => {
  const [known = ''] = addresses;
  const both = await json('validate', known, 'nobody@nowhere.example');
  expect(both.code).toBe(0);
  expect(both.rows).toMatchObject([
    { address: known, status: 'Valid', canReceive: true, reason: null },
    { address: 'nobody@nowhere.example', status: 'Unknown', canReceive: false },
  ]);
  const failed = await json('validate', known, 'nobody@nowhere.example', '--exit-code');
  expect([failed.code, failed.stderr]).toEqual([7, expect.stringContaining('1 of 2 addresses cannot receive')]);
  expect((await json('validate', known, '--exit-code')).code).toBe(0);
});

test('directory invite mails one invitation after confirmation, and nothing in a dry run', async () => {
  const recipient = `${mark.toLowerCase()}@outside.example`;
  const args = ['directory', 'invite', '--full-name', 'Ann Outside', '--email', recipient];
  const count = async () =>
    (await server.database.pool.query(`select from mails where recipient = $1`, [recipient])).rowCount;
  expect((await sandbox.run([...args, '--dry-run'])).code).toBe(0);
  expect((await sandbox.run(args)).code).toBe(9);
  expect(await count()).toBe(0);
  const { code, stderr } = await sandbox.run([...args, '--yes']);
  expect([code, await count()]).toEqual([0, 1]);
  expect(stderr).toContain('Invitation has been sent.');
  const wrong = await sandbox.run([...args, '--direct-address', 'nope@direct.example', '--yes']);
  expect(wrong.code).toBe(7);
  expect(wrong.stderr).toContain('--direct-address: is not an address of your organization');
  expect(wrong.stderr).toContain('hint: Choose one from carepost directory own-addresses, or');
  const office = await createCliSandbox({ api: server.url, token: server.as('Administrator') });
  const own = await office.run(['directory', 'own-addresses', '--output', 'json']);
  expect(JSON.parse(own.stdout)).toEqual((await server.client('Administrator').directory.ownAddresses({})).items);
});
