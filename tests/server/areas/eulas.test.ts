import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, lookupId, refusal } from './organizationBuilders.ts';
import { agreementFile, fileOf } from './termsBuilders.ts';

let server: TestApp;
let client: Client;
let brandName = '';
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  const brand = await client.brands.get({ params: { id: await lookupId(server, 'brands') } });
  brandName = brand.name;
});
afterAll(() => server.close());

let made = 0;
const newEula = (fields: { version?: string; brandName?: string; type?: string } = {}) => {
  made += 1;
  return { version: `1.${made}`, brandName: '', type: 'EULA', ...fields };
};
const create = (fields: Parameters<typeof newEula>[0] = {}, file = agreementFile()) =>
  client.eulas.create({ body: newEula(fields), file });

describe('an agreement', () => {
  test('is added from a file, shown, activated and deleted, each with its audit row', async () => {
    const body = newEula({ brandName: brandName.toUpperCase(), type: 'Privacy' });
    const added = await client.eulas.create({ body, file: agreementFile('Be kind.') });
    expect(added).toMatchObject({
      ...body,
      brandName,
      fileName: 'terms.html',
      isActive: false,
      acceptances: 0,
      createdBy: (await client.profile.get({})).fullName,
      activatedDate: null,
    });
    const { id } = added;
    expect(await client.eulas.get({ params: { id } })).toEqual(added);
    expect(await client.eulas.view({ params: { id } })).toBe('<h1>Terms</h1><p>Be kind.</p>');
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'eulas.create',
      changes: { version: { before: null, after: body.version }, brandName: { before: null, after: brandName } },
    });
    await client.eulas.delete({ params: { id } });
    expect(await refusal(client.eulas.get({ params: { id } }))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'eulas.delete',
      changes: { version: { before: body.version, after: null } },
    });
  });

  test('that is activated ends the one before it', async () => {
    const type = 'Activation';
    const [first, second] = [await create({ type }), await create({ type, brandName: '' })];
    expect(await client.eulas.activate({ params: { id: first.id } })).toMatchObject({
      isActive: true,
      activatedDate: expect.any(String),
    });
    await client.eulas.activate({ params: { id: second.id } });
    expect(await client.eulas.get({ params: { id: first.id } })).toMatchObject({ isActive: false });
    expect(await lastAudit(server, second.id)).toMatchObject({
      action: 'eulas.activate',
      changes: {
        isActive: { before: false, after: true },
        activeVersion: { before: first.version, after: second.version },
      },
    });
    await client.eulas.activate({ params: { id: second.id } });
    expect(await lastAudit(server, second.id)).toMatchObject({ action: 'eulas.activate', changes: {} });
    const stored = await refusal(client.eulas.delete({ params: { id: second.id } }));
    expect(stored).toMatchObject({
      status: 409,
      code: 'E-IN-USE',
      message: expect.stringContaining('active agreement'),
    });
  });

  test('exists once for each version of a brand and type', async () => {
    const { id, version, type } = await create({ brandName });
    const taken = await refusal(client.eulas.create({ body: { version, brandName }, file: agreementFile() }));
    expect(taken).toMatchObject({ status: 409, code: 'E-EULA-EXISTS', modelState: { version: [expect.any(String)] } });
    const exists = (query: { id?: string; brandName?: string; type?: string }) =>
      client.eulas.exists({ query: { version, ...query } });
    expect(await exists({ brandName: brandName.toLowerCase(), type })).toBe(true);
    expect(await exists({ brandName, id })).toBe(false);
    expect(await exists({ brandName, id: '' })).toBe(true);
    expect(await exists({})).toBe(false);
    expect(await exists({ brandName, type: 'Other' })).toBe(false);
    await create({ version, brandName: '' });
  });

  test('names a brand that exists, or none', async () => {
    const error = await refusal(create({ brandName: 'No such brand' }));
    expect(error).toMatchObject({ status: 400, code: 'E-ORG-REFERENCE' });
    expect(error.modelState).toHaveProperty('brandName');
  });
});

describe('the file of an agreement', () => {
  const viewOf = async (file: ReturnType<typeof fileOf>) =>
    client.eulas.view({ params: { id: (await create({ type: 'File' }, file)).id } });

  test('is kept sanitised', async () => {
    const html =
      '<html><head><title>x</title></head><body onload=alert(1)><p>Hi<script>alert(1)</script></p></body></html>';
    expect(await viewOf(fileOf(html))).toBe('<p>Hi</p>');
  });

  test('may be plain text, by its content or its name', async () => {
    expect(await viewOf(fileOf('\ufeffOne & two\r\nthree\r\n\r\nfour', 'terms.txt'))).toBe(
      '<p>One &amp; two<br />three</p>\n<p>four</p>',
    );
    expect(await viewOf(fileOf('<b>x</b>', 'terms.txt'))).toBe('<p>&lt;b&gt;x&lt;/b&gt;</p>');
    expect(await viewOf(fileOf('Write to <ann@clinic.example>', 'terms'))).toContain('&lt;ann@clinic.example&gt;');
  });

  test.each([
    ['a PDF', fileOf('%PDF-1.4 text', 'terms.pdf', 'text/html')],
    ['UTF-16', fileOf(new Uint8Array(Buffer.from('<p>Hi</p>', 'utf16le')))],
    ['bytes that are no text', fileOf(new Uint8Array([0xff, 0xfe, 1, 2]))],
    ['a NUL character', fileOf('<p>a\0b</p>')],
    ['XML that is no page', fileOf('<?xml version="1.0"?><ClinicalDocument><table/></ClinicalDocument>', 'cda.html')],
    ['a document of a text program', fileOf('{\\rtf1 terms}', 'terms.rtf')],
  ])('is refused when it is %s', async (_what, file) => {
    expect(await refusal(create({}, file))).toMatchObject({ status: 415, code: 'E-FILE-TYPE' });
  });

  test.each([
    ['a script', '<script>alert(1)</script>', 'terms.html'],
    ['a script in a text file', '<script>alert(1)</script>', 'terms.txt'],
    ['a style', '<style>p { color: red }</style>', 'terms.html'],
    ['a drawing', '<svg><script>alert(1)</script><text>Hi</text></svg><p> </p>', 'terms.html'],
    ['a picture', '<img src="terms.png" alt="terms">', 'terms.htm'],
    ['a comment', '<!-- terms -->', 'terms.html'],
    ['a title', '<title>Terms</title>', 'terms.html'],
    ['a field', '<input value="terms">', 'terms.html'],
    ['blanks by name', '<p>&nbsp;&#8203;&zwnj;&shy;</p>', 'terms.html'],
    ['invisible characters', '<p>\u200b\u2060</p>', 'terms.html'],
    ['dashes', '---', 'terms.txt'],
  ])('is refused when %s is all it has', async (_what, content, name) => {
    expect(await refusal(create({}, fileOf(content, name)))).toMatchObject({
      status: 400,
      code: 'E-REQUEST-INVALID',
      modelState: { file: [expect.stringMatching(/^contains no text; .* Choose a file with the text/)] },
    });
  });

  test('is refused when it is too large', async () => {
    const large = await refusal(create({}, fileOf(`<p>${'a'.repeat(1024 * 1024)}</p>`)));
    expect(large).toMatchObject({ status: 413, code: 'E-FILE-TOO-LARGE', message: expect.stringContaining('1 MB') });
  });

  test('is text that opening its address does not run', async () => {
    const { id } = await create({ type: 'File' });
    const response = await server.app.inject({
      url: `/api/admin/eulas/${id}/view`,
      headers: { authorization: `Bearer ${server.as('SysAdmin')}` },
    });
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
    });
  });
});

describe('the list', () => {
  test('comes newest first, a page at a time, with the number of all', async () => {
    const type = 'Listed';
    const added = [];
    for (let count = 0; count < 12; count += 1)
      added.push(await create({ type, brandName: count % 2 ? brandName : '' }));
    const ids = added.map(({ id }) => id).reverse();
    const page = async (query: object) => client.eulas.list({ query: { type, ...query } });
    expect((await page({})).items.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(await page({ pageNumber: 2 })).toMatchObject({ totalCount: 12, items: [{ id: ids[10] }, { id: ids[11] }] });
    expect((await page({ sortDir: 'asc', pageSize: 1 })).items[0]?.id).toBe(ids[11]);
    expect((await page({ brandName: brandName.toUpperCase() })).totalCount).toBe(6);
    expect((await page({ isPlatform: 'true' })).items.map(({ brandName: name }) => name)).toEqual(Array(6).fill(''));
    expect((await page({ isPlatform: 'false' })).totalCount).toBe(6);
    expect((await page({ search: added[3]?.version ?? '' })).items.map(({ id }) => id)).toContain(added[3]?.id);
    expect((await page({ search: '%' })).totalCount).toBe(0);
    await client.eulas.activate({ params: { id: ids[4] ?? '' } });
    expect((await page({ isActive: 'true' })).items.map(({ id }) => id)).toEqual([ids[4]]);
    expect((await page({ isActive: 'false' })).totalCount).toBe(11);
  });
});

test('of 50 activations at once of one kind, exactly one agreement is active in the end and none fails', {
  tags: ['hard'],
}, async () => {
  const type = 'Race';
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) ids.push((await create({ type })).id);
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => client.eulas.activate({ params: { id: ids[at % ids.length] ?? '' } })),
  );
  expect((await client.eulas.list({ query: { type, isActive: 'true' } })).totalCount).toBe(1);
});

test('of 50 who add the same version at once, one does', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => create({ version: 'contested' })));
  const codes = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 201 : (outcome.reason as { code: string }).code,
  );
  expect(codes.filter((code) => code === 201)).toHaveLength(1);
  expect(codes.filter((code) => code === 'E-EULA-EXISTS')).toHaveLength(49);
});
