import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';
import { fileOf, pictures } from './termsBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

let made = 0;
const newReseller = (fields: { name?: string; type?: 0 | 1; urlCode?: string; color?: '#ffffff' } = {}) => {
  made += 1;
  const base = { name: `Sample Reseller ${made}`, type: 0, urlCode: `sample-${made}`, color: '#e6e9ed' } as const;
  return { ...base, ...fields };
};
const logo = fileOf(pictures['image/png'], 'logo.png', 'image/png');

describe('a reseller', () => {
  test('is added as JSON, read, changed and deleted, each with its audit row', async () => {
    const body = { ...newReseller(), bypassTos: true, termsHtml: '<p onclick=x>Ours</p>' };
    const added = await client.resellers.create({ body });
    expect(added).toMatchObject({
      ...body,
      termsHtml: '<p>Ours</p>',
      fileName: null,
      organizationCount: 0,
      version: 1,
    });
    const { id } = added;
    expect(await client.resellers.get({ params: { id } })).toEqual(added);
    const changed = await client.resellers.update({
      params: { id },
      body: { type: 1, color: '#3f4449', termsHtml: '', version: 1 },
    });
    expect(changed).toEqual({ ...added, type: 1, color: '#3f4449', termsHtml: null, version: 2 });
    expect(await lastAudit(server, id)).toEqual({
      action: 'resellers.update',
      changes: {
        type: { before: 0, after: 1 },
        color: { before: '#e6e9ed', after: '#3f4449' },
        termsHtml: { before: '<p>Ours</p>', after: null },
      },
      version_checked: true,
    });
    await client.resellers.delete({ params: { id } });
    expect(await refusal(client.resellers.get({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await lastAudit(server, id)).toMatchObject({ action: 'resellers.delete' });
  });

  test('appears in the kept list as soon as it is added', async () => {
    const search = 'Kept list reseller';
    const count = async () => (await client.resellers.list({ query: { search } })).totalCount;
    expect([await count(), await count()]).toEqual([0, 0]);
    await client.resellers.create({ body: newReseller({ name: search }), file: logo });
    expect(await count()).toBe(1);
  });

  test('may be sent back as it was loaded', async () => {
    const added = await client.resellers.create({ body: newReseller() });
    const { color, ...rest } = added;
    if (color !== '#e6e9ed') throw new Error('another colour');
    expect(await client.resellers.update({ params: { id: added.id }, body: { ...rest, color } })).toEqual(added);
  });

  test('may have neither the name nor the code of another, and its code has one form', async () => {
    const first = await client.resellers.create({ body: newReseller() });
    const name = await refusal(client.resellers.create({ body: newReseller({ name: first.name.toUpperCase() }) }));
    expect([name.status, name.code]).toEqual([409, 'E-NAME-TAKEN']);
    const code = await refusal(client.resellers.create({ body: newReseller({ urlCode: first.urlCode }) }));
    expect([code.status, code.code]).toEqual([409, 'E-URL-CODE-TAKEN']);
    expect(code.modelState).toHaveProperty('urlCode');
    for (const urlCode of ['Apex', '-apex', 'apex-', 'a--b', 'a b', 'größe', 'a_b']) {
      const error = await refusal(client.resellers.create({ body: newReseller({ urlCode }) }));
      expect([error.status, Object.keys(error.modelState)], urlCode).toEqual([400, ['urlCode']]);
    }
  });

  test('with organizations keeps its type and is not deleted', async () => {
    const { id, name } = await client.resellers.create({ body: newReseller() });
    await client.organizations.create({ body: newOrganization({ resellerId: id }) });
    const type = await refusal(client.resellers.update({ params: { id }, body: { type: 1 } }));
    expect(type).toMatchObject({ status: 409, code: 'E-RESELLER-TYPE' });
    expect(await client.resellers.update({ params: { id }, body: { type: 0, color: '#ffffff' } })).toMatchObject({
      organizationCount: 1,
      color: '#ffffff',
    });
    const stored = await refusal(client.resellers.delete({ params: { id } }));
    expect([stored.code, stored.message]).toEqual(['E-IN-USE', `"${name}" cannot be deleted: 1 organization has it.`]);
  });

  test('loaded before somebody else saved it is refused', async () => {
    const { id } = await client.resellers.create({ body: newReseller() });
    await client.resellers.update({ params: { id }, body: { color: '#ffffff' } });
    const late = client.resellers.update({ params: { id }, body: { color: '#3f4449', version: 1 }, file: logo });
    expect(await refusal(late)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
    expect(await refusal(client.resellers.file({ params: { id } }))).toMatchObject({ status: 404 });
  });
});

describe('the logo', () => {
  test.each(Object.entries(pictures))('is known by its bytes: %s', async (mediaType, bytes) => {
    const file = fileOf(bytes, 'grüße "1".svg', 'image/svg+xml');
    const { id, fileName } = await client.resellers.create({ body: newReseller(), file });
    expect(fileName).toMatch(/^grüße .*\.svg\.(png|jpg|gif|webp)$/);
    const loaded = await client.resellers.file({ params: { id } });
    expect([loaded.mediaType, loaded.bytes]).toEqual([mediaType, new Uint8Array(bytes)]);
    expect(loaded.name).toMatch(/\.(png|jpg|gif|webp)$/);
  });

  test('is downloaded as an inert attachment with one name', async () => {
    const file = { ...logo, name: 'a\r\nX-Evil: 1 "ö".png' };
    const { id } = await client.resellers.create({ body: newReseller(), file });
    const response = await server.app.inject({
      url: `/api/resellers/${id}/file`,
      headers: { authorization: `Bearer ${server.as('SysAdmin')}` },
    });
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^attachment; filename=.*filename\*=UTF-8''/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, no-store',
    });
    expect(response.headers).not.toHaveProperty('x-evil');
  });

  test('is replaced, kept and taken away', async () => {
    const { id } = await client.resellers.create({ body: newReseller(), file: logo });
    const gif = fileOf(pictures['image/gif'], 'new.gif');
    const params = { id };
    expect(await client.resellers.update({ params, body: {}, file: gif })).toMatchObject({
      fileName: 'new.gif',
      version: 2,
    });
    expect(await lastAudit(server, id)).toMatchObject({
      changes: { file: { before: 'logo.png', after: `new.gif (image/gif, ${gif.bytes.length} bytes)` } },
    });
    expect(await client.resellers.update({ params, body: { color: '#ffffff' } })).toMatchObject({
      fileName: 'new.gif',
    });
    expect(await client.resellers.update({ params, body: { removeFile: true } })).toMatchObject({ fileName: null });
    expect(await refusal(client.resellers.file({ params }))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect(await lastAudit(server, id)).toMatchObject({ changes: { file: { before: 'new.gif', after: null } } });
  });

  test.each([
    [
      'a drawing with scripts',
      fileOf('<svg xmlns="http://www.w3.org/2000/svg"/>', 'logo.png', 'image/png'),
      415,
      'E-FILE-TYPE',
    ],
    ['a page', fileOf('<html>', 'logo.png', 'image/png'), 415, 'E-FILE-TYPE'],
    ['RIFF that is no picture', fileOf('RIFF\x24\0\0\0WAVEfmt ', 'logo.webp'), 415, 'E-FILE-TYPE'],
    ['half a megabyte and more', fileOf(new Uint8Array(512 * 1024 + 1), 'logo.png'), 413, 'E-FILE-TOO-LARGE'],
  ])('is refused when it is %s, and nothing is added', async (_what, file, status, code) => {
    const body = newReseller();
    expect(await refusal(client.resellers.create({ body, file }))).toMatchObject({ status, code });
    const { totalCount } = await client.resellers.list({ query: { search: body.name } }, { fresh: true });
    expect(totalCount).toBe(0);
  });

  const png = Buffer.from(pictures['image/png']);
  const changed = (at: number, ...bytes: number[]) => {
    const copy = Buffer.from(png);
    for (const [index, byte] of bytes.entries()) copy[at + index] = byte;
    return copy;
  };
  /** A PNG of this size, with right checksums. */
  const sized = (width: number, height: number) => {
    const copy = Buffer.from(png);
    copy.writeUInt32BE(width, 16);
    copy.writeUInt32BE(height, 20);
    copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
    return copy;
  };
  test.each<[string, Buffer, RegExp]>([
    ['its signature alone', png.subarray(0, 8), /^is damaged/],
    ['a header that ends in the middle', png.subarray(0, 20), /^is damaged/],
    ['no end', png.subarray(0, -12), /^is damaged/],
    ['a checksum that is wrong', changed(45, 0xff), /^is damaged/],
    ['a length beyond the end', changed(33, 0x7f, 0xff, 0xff, 0xff), /^is damaged/],
    ['something after its end', Buffer.concat([png, Buffer.from('MZ')]), /^is damaged/],
    ['no pixels', sized(0, 1), /^is damaged/],
    ['too many pixels', sized(60_000, 20), /^has 60000 × 20 pixels; at most 4096 × 4096 .*reduce its size$/],
    ['a JPEG without its end', Buffer.from(pictures['image/jpeg'].subarray(0, -2)), /^is damaged/],
    ['a JPEG that is its signature alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /^is damaged/],
    ['a GIF without its end', Buffer.from(pictures['image/gif'].subarray(0, 20)), /^is damaged/],
    ['a WebP that is cut off', Buffer.from(pictures['image/webp'].subarray(0, 40)), /^is damaged/],
  ])('is refused when it has %s, with the field, the reason and the remedy', async (_what, bytes, problem) => {
    const body = newReseller();
    const file = fileOf(new Uint8Array(bytes), 'logo.png');
    expect(await refusal(client.resellers.create({ body, file }))).toMatchObject({
      status: 400,
      code: 'E-REQUEST-INVALID',
      modelState: { file: [expect.stringMatching(problem)] },
    });
  });
});

describe('a URL code', () => {
  const ask = (query: { urlCode?: string; name?: string; id?: string }) => client.resellers.urlCode({ query });

  test('is made from the name, and another one where it is taken', async () => {
    expect(await ask({ name: 'Größe & Söhne, Inc.' })).toEqual({ urlCode: 'grosse-sohne-inc', isAvailable: true });
    await client.resellers.create({ body: newReseller({ urlCode: 'free-code' }) });
    expect(await ask({ name: 'Free Code' })).toEqual({ urlCode: 'free-code-2', isAvailable: true });
    await client.resellers.create({ body: newReseller({ urlCode: 'free-code-2' }) });
    expect(await ask({ name: 'Free Code' })).toEqual({ urlCode: 'free-code-3', isAvailable: true });
    expect(await ask({ name: '!!!' })).toEqual({ urlCode: 'reseller', isAvailable: true });
    expect(await ask({})).toEqual({ urlCode: 'reseller', isAvailable: true });
  });

  test('is available when it is well formed and nobody else has it', async () => {
    const { id, urlCode } = await client.resellers.create({ body: newReseller() });
    expect(await ask({ urlCode })).toEqual({ urlCode, isAvailable: false });
    expect(await ask({ urlCode, id })).toEqual({ urlCode, isAvailable: true });
    expect(await ask({ urlCode: 'Not One' })).toEqual({ urlCode: 'Not One', isAvailable: false });
    expect(await ask({ urlCode: 'nobody-has-it' })).toMatchObject({ isAvailable: true });
  });
});

test('of 50 who want the same code at once, one gets it', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => client.resellers.create({ body: newReseller({ urlCode: 'contested' }) })),
  );
  const codes = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 201 : (outcome.reason as { code: string }).code,
  );
  expect(codes.filter((code) => code === 201)).toHaveLength(1);
  expect(codes.filter((code) => code === 'E-URL-CODE-TAKEN')).toHaveLength(49);
});

test('a reseller taken by an organization while it is deleted is not lost to it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await client.resellers.create({ body: newReseller() });
    const [deleted, taken] = await Promise.allSettled([
      client.resellers.delete({ params: { id } }),
      client.organizations.create({ body: newOrganization({ resellerId: id }) }),
    ]);
    const statuses = [deleted, taken].map((one) =>
      one.status === 'fulfilled' ? 200 : (one.reason as { status: number }).status,
    );
    expect([
      [200, 400],
      [409, 200],
    ]).toContainEqual(statuses);
  }
});
