import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readingSql } from '../../../server/database/lookAlike.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { readingOf } from '../../../shared/rules/reservedWord.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

let made = 0;
const newName = () => `sample-word-${String.fromCharCode(97 + made++)}`;
const create = (name = newName(), profanity?: boolean) =>
  client.reservedwords.create({
    params: { id: '0' },
    body: { name, ...(profanity === undefined ? {} : { profanity }) },
  });
const check = (name: string) => client.reservedwords.check({ query: { name } });
const isReserved = (name: string) => client.reservedwords.isReservedWord({ query: { name } });

describe('reserved words', () => {
  test('come by name, a page at a time, with the exact number of all', async () => {
    const { items, totalCount } = await client.reservedwords.list({ query: { pageSize: 5000 } });
    expect(items).toHaveLength(totalCount);
    const names = items.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    const page = await client.reservedwords.list({ query: { pageNumber: 2, pageSize: 7, sortDir: 'desc' } });
    expect(page.items.map(({ name }) => name)).toEqual(names.toReversed().slice(7, 14));
    expect(page.totalCount).toBe(totalCount);
  });

  test('are searched in any letter case, and filtered by profanity', async () => {
    const match = await client.reservedwords.list({ query: { search: 'MAILB' } });
    expect(match.items.map(({ name }) => name)).toEqual(['mailbox']);
    expect(await client.reservedwords.list({ query: { search: '%' } })).toEqual({ items: [], totalCount: 0 });
    const [rude, plain, all] = await Promise.all(
      [{ profanity: 'true' }, { profanity: 'false' }, {}].map((query) => client.reservedwords.list({ query })),
    );
    expect(rude?.items.every(({ profanity }) => profanity)).toBe(true);
    expect(rude?.totalCount).toBe(5);
    expect((rude?.totalCount ?? 0) + (plain?.totalCount ?? 0)).toBe(all?.totalCount);
  });
});

describe('a reserved word', () => {
  test('is added in lower case, read, changed and deleted, each with its audit row', async () => {
    const name = newName();
    const added = await create(` ${name.toUpperCase()} `, true);
    const { id } = added;
    expect(added).toEqual({ id, name, profanity: true, version: 1 });
    expect(await client.reservedwords.get({ params: { id } })).toEqual(added);
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'reservedwords.create',
      changes: { name: { before: null, after: name }, profanity: { before: null, after: true } },
    });
    const changed = await client.reservedwords.update({ params: { id }, body: { ...added, profanity: false } });
    expect(changed).toEqual({ ...added, profanity: false, version: 2 });
    expect(await lastAudit(server, id)).toEqual({
      action: 'reservedwords.update',
      changes: { profanity: { before: true, after: false } },
      version_checked: true,
    });
    await client.reservedwords.delete({ params: { id } });
    expect(await refusal(client.reservedwords.get({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await lastAudit(server, id)).toMatchObject({ action: 'reservedwords.delete' });
    expect(await isReserved(name)).toBe(false);
  });

  test('with the name of another is refused, and so is a rename to it', async () => {
    const [first, second] = [await create(), await create()];
    const taken = { status: 409, code: 'E-NAME-TAKEN', modelState: { name: [expect.stringContaining(first.name)] } };
    expect(await refusal(create(first.name.toUpperCase()))).toMatchObject(taken);
    const renamed = client.reservedwords.update({ params: { id: second.id }, body: { name: first.name } });
    expect(await refusal(renamed)).toMatchObject(taken);
  });

  test('exists for the others only', async () => {
    const { id, name } = await create();
    const exists = (query: { id?: string; name: string }) => client.reservedwords.exists({ query });
    expect(await exists({ name: ` ${name.toUpperCase()}` })).toBe(true);
    for (const none of ['', '0']) expect(await exists({ id: none, name })).toBe(true);
    expect(await exists({ id, name })).toBe(false);
    expect(await exists({ name: 'no-such-word' })).toBe(false);
  });

  test.each([
    [{ name: '' }, 'is required'],
    [{ name: 'has space' }, 'a word that a subdomain can have'],
    [{ name: 'xn--80ak6aa92e' }, 'a word that a subdomain can have'],
    [{ name: 'x'.repeat(64) }, 'a word that a subdomain can have'],
    [{}, ''],
  ])('%j is refused at its name', async (body, text) => {
    const response = await refusal(client.request('POST', '/api/reservedwords/0', { body }));
    expect(response).toMatchObject({ status: 400, modelState: { name: [expect.stringContaining(text)] } });
  });

  test('is added at the id 0 only', async () => {
    const path = `/api/reservedwords/${crypto.randomUUID()}`;
    const response = await refusal(client.request('POST', path, { body: { name: newName() } }));
    expect(response).toMatchObject({ status: 400, modelState: { id: [expect.stringContaining('must be 0')] } });
  });

  test('that another user changed meanwhile is a conflict', async () => {
    const { id, name } = await create();
    await client.reservedwords.update({ params: { id }, body: { profanity: true } });
    const byVersion = client.reservedwords.update({ params: { id }, body: { name, version: 1 } });
    expect(await refusal(byVersion)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
    expect(await refusal(client.reservedwords.delete({ params: { id } }, { ifMatch: 1 }))).toMatchObject({
      status: 412,
    });
  });

  test('is added once by 50 concurrent requests (CO-3)', async () => {
    const name = newName();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => create(name)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(49);
    for (const error of refused) expect(error).toMatchObject({ status: 409, code: 'E-NAME-TAKEN' });
  });

  test('that does not exist is not found', async () => {
    const params = { id: crypto.randomUUID() };
    for (const call of [
      () => client.reservedwords.get({ params }),
      () => client.reservedwords.update({ params, body: {} }),
      () => client.reservedwords.delete({ params }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });

  test.each(['Administrator', 'SysAdminReporting', 'User'] as const)('is not for %s', async (role) => {
    const other = server.client(role).reservedwords;
    const { id } = await create();
    for (const call of [
      () => other.list({}),
      () => other.exists({ query: { name: 'x' } }),
      () => other.isReservedWord({ query: { name: 'x' } }),
      () => other.check({ query: { name: 'x' } }),
      () => other.clashes({}),
      () => other.get({ params: { id } }),
      () => other.create({ params: { id: '0' }, body: { name: newName() } }),
      () => other.update({ params: { id }, body: { profanity: true } }),
      () => other.delete({ params: { id } }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 403, code: 'E-FORBIDDEN' });
  });
});

describe('the check of a name', () => {
  test('names the word and the rule; the word itself comes before one that looks like it', async () => {
    const word = (await client.reservedwords.list({ query: { search: 'administrator' } })).items[0];
    expect(await check('adm1n1strat0r')).toEqual({
      name: 'adm1n1strat0r',
      isReserved: true,
      rule: 'LookAlike',
      word,
      reading: 'admlnlstrator',
    });
    const copy = await create('adm1n1strat0r');
    expect(await check('Adm1n1strat0r')).toMatchObject({ rule: 'Same', word: { id: copy.id } });
    expect(await check('administrator')).toMatchObject({ rule: 'Same', word });
    expect(await check('free-name')).toEqual({
      name: 'free-name',
      isReserved: false,
      rule: null,
      word: null,
      reading: 'free-name',
    });
    expect(await isReserved('any text at all')).toBe(false);
  });

  test.each(['adm1n', 'adrnin', 'ADM1N', 'vvvvw', '55o'])(
    'decides over the subdomain %s as well',
    async (subdomain) => {
      expect(await isReserved(subdomain)).toBe(true);
      expect(await client.organizations.subdomainIsValid({ query: { subdomain } })).toBe(false);
      const created = client.organizations.create({ body: newOrganization({ subdomain }) });
      expect(await refusal(created)).toMatchObject({ status: 400, code: 'E-ORG-SUBDOMAIN' });
      const { id } = await client.organizations.create({ body: newOrganization() });
      const moved = client.organizations.update({ params: { id }, body: { subdomain } });
      expect(await refusal(moved)).toMatchObject({ status: 400, code: 'E-ORG-SUBDOMAIN' });
    },
  );

  test('reads a name in SQL as the rule does', async () => {
    const label = fc.string({ unit: fc.constantFrom(...'abcdeghilmnorstvwz0123456789-RNVI'.split('')), maxLength: 30 });
    const names = fc.sample(label, 2000);
    const { rows } = await server.database.pool.query<{ name: string; reading: string }>(
      `select name, ${readingSqlText} as reading from unnest($1::text[]) name`,
      [names],
    );
    expect(rows.filter(({ name, reading }) => reading !== readingOf(name))).toEqual([]);
  });
});

const readingSqlText = String((readingSql('name').queryChunks[0] as { readonly value: readonly string[] }).value[0]);

describe('clashes', () => {
  test('are the organizations whose subdomain a word has or looks like; they keep it', async () => {
    const organization = await client.organizations.create({ body: newOrganization({ subdomain: 'c1ash-rnade' }) });
    const clash = {
      word: 'clash-made',
      subdomain: 'c1ash-rnade',
      organizationName: organization.name,
      orgId: organization.orgId,
      organizationId: organization.id,
      rule: 'LookAlike',
    };
    const before = await client.reservedwords.clashes({ query: { name: 'Clash-Made' } });
    expect(before).toEqual({
      items: [{ ...clash, id: `new.${organization.id}`, wordId: null, profanity: false }],
      totalCount: 1,
    });
    const { id: wordId } = await create('clash-made', true);
    const after = { ...clash, id: `${wordId}.${organization.id}`, wordId, profanity: true };
    expect(await client.reservedwords.clashes({ query: { wordId } })).toEqual({ items: [after], totalCount: 1 });
    expect((await client.reservedwords.clashes({ query: { pageSize: 5000 } })).items).toContainEqual(after);

    const params = { id: organization.id };
    const kept = { organizationId: organization.id, subdomain: 'c1ash-rnade' };
    expect(await client.organizations.subdomainIsValid({ query: kept })).toBe(true);
    await client.organizations.update({ params, body: { subdomain: 'moved-away' } });
    expect(await client.reservedwords.clashes({ query: { wordId } })).toEqual({ items: [], totalCount: 0 });
    const back = client.organizations.update({ params, body: { subdomain: 'c1ash-rnade' } });
    expect(await refusal(back)).toMatchObject({ code: 'E-ORG-SUBDOMAIN' });
  });

  test('follow a word that gets another name, and end with it', async () => {
    const organization = await client.organizations.create({ body: newOrganization({ subdomain: 'f0llowing' }) });
    const { id } = await create('unlike');
    const clashing = async () => {
      const { items, totalCount } = await client.reservedwords.clashes({ query: { pageSize: 5000 } });
      expect(totalCount).toBe(items.length);
      return items.some(({ wordId, organizationId }) => wordId === id && organizationId === organization.id);
    };
    expect(await clashing()).toBe(false);
    await client.reservedwords.update({ params: { id }, body: { name: 'following' } });
    expect(await clashing()).toBe(true);
    await client.reservedwords.update({ params: { id }, body: { profanity: true } });
    expect(await clashing()).toBe(true);
    await client.reservedwords.delete({ params: { id } });
    expect(await clashing()).toBe(false);
  });

  test('include an organization whose subdomain is saved at the same time as the word', async () => {
    const organization = await client.organizations.create({ body: newOrganization() });
    const { pool } = server.database;
    const connection = await pool.connect();
    await connection.query('begin');
    await connection.query(`update organizations set subdomain = 'paralle1' where id = $1`, [organization.id]);
    const creating = create('parallel');
    await expect
      .poll(async () => {
        const { rows } = await pool.query(`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`);
        return rows.length;
      })
      .toBe(1);
    await connection.query('commit');
    connection.release();
    const { id: wordId } = await creating;
    const { items } = await client.reservedwords.clashes({ query: { wordId } });
    expect(items.map(({ organizationId }) => organizationId)).toEqual([organization.id]);
  });

  test('come in pages with their exact number', async () => {
    const subdomains = ['pag1ng', 'paging', 'pagin9'];
    for (const subdomain of subdomains) await client.organizations.create({ body: newOrganization({ subdomain }) });
    const pages = await Promise.all(
      [1, 2, 3].map((pageNumber) =>
        client.reservedwords.clashes({ query: { name: 'paging', pageNumber, pageSize: 2 } }),
      ),
    );
    expect(pages.map(({ items, totalCount }) => [items.length, totalCount])).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ]);
    expect(pages.flatMap(({ items }) => items.map(({ subdomain }) => subdomain)).sort()).toEqual(subdomains.sort());
  });
});
