import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { asAnn, asUser, startPlatform, type TestPlatform } from './testPlatform.ts';

const rows = {
  search: endpoint({
    method: 'GET',
    path: '/api/things',
    summary: 'Find things',
    access: 'signedIn',
    query: z.strictObject({ size: z.coerce.number().int().max(10).default(5), name: z.string().optional() }),
    response: { kind: 'json', schema: z.object({ size: z.number() }) },
    errors: [],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/things/{id}',
    summary: 'Save a thing',
    access: ['SysAdmin'],
    params: z.strictObject({ id: z.uuid('must be an id') }),
    body: z.object({
      name: z.string().min(1),
      address: z.object({ zip: z.string().regex(/^\d{5}$/, 'must be five digits') }),
    }),
    response: { kind: 'none' },
    errors: [],
  }),
};

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    rows,
    handlers: () => ({ search: async ({ query }) => ({ size: query.size }), save: async () => undefined }),
  });
});
afterAll(() => platform.close());

const id = '0198c0de-7a10-7c3e-9f51-2f6d3c1b8a42';
const save = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  platform.app.inject({
    method: 'PUT',
    url: `/api/things/${id}`,
    headers: { ...asAnn, 'content-type': 'application/json', ...headers },
    payload,
  });
const twice = 'appears more than once in the same object: send it once';

describe('a key that an object has twice is refused by its name (IN-4)', () => {
  test.each<[what: string, body: string, field: string]>([
    ['at the top', '{"name":"a","name":"b","address":{"zip":"12345"}}', 'name'],
    ['with the same value', '{"name":"a","address":{"zip":"12345"},"name":"a"}', 'name'],
    ['written with an escape', '{"name":"a","n\\u0061me":"b"}', 'name'],
    ['in a nested object', '{"name":"a","address":{"zip":"12345","zip":"54321"}}', 'address.zip'],
    ['in an object of a list', '{"name":"a","more":[{"a":1},{"b":[2],"b":3}]}', 'more.1.b'],
    ['as an empty key', '{"":1,"":2}', 'body'],
    ['behind quotes and braces in texts', '{"name":"\\"}{,\\\\","name":"b"}', 'name'],
  ])('%s', async (_what, body, field) => {
    const response = await save(body);
    expect([response.statusCode, response.json<ErrorBody>()]).toMatchObject([
      400,
      { code: 'E-REQUEST-INVALID', modelState: { [field]: [twice] } },
    ]);
  });

  test('not one that other objects have, nor a value that reads like a key', async () => {
    const response = await save('{"name":"name","address":{"zip":"12345"}}');
    expect(response.statusCode).toBe(204);
    for (const more of ['{"a":{"a":{"a":"a"}}}', '[{"a":1},{"a":1},["a","a"]]', '["a","a",{"b":"a"}]']) {
      const unknown = await save(`{"name":"x","address":{"zip":"12345"},"more":${more}}`);
      expect(unknown.json<ErrorBody>().modelState).not.toHaveProperty('more.1.a');
      expect(JSON.stringify(unknown.json<ErrorBody>())).not.toContain(twice);
    }
  });

  test('a megabyte of keys is read in one pass', async () => {
    const keys = Array.from({ length: 60_000 }, (_, at) => `"k${at}":${at}`).join(',');
    const response = await save(`{"name":"x","address":{"zip":"12345"},"more":{${keys},"k7":0}}`);
    expect(response.json<ErrorBody>().modelState).toEqual({ 'more.k7': [twice] });
  });
});

const valid = { name: 'x', address: { zip: '12345' } };

describe('a refusal has one form', () => {
  const cases: [
    what: string,
    call: () => Promise<{ statusCode: number; json: () => ErrorBody; headers: Record<string, unknown> }>,
    status: number,
    code: string,
  ][] = [
    ['an unknown address', () => platform.app.inject({ url: '/api/nothing' }), 404, 'E-ROUTE-NOT-FOUND'],
    [
      'a wrong method',
      () => platform.app.inject({ method: 'DELETE', url: '/api/things' }),
      405,
      'E-METHOD-NOT-ALLOWED',
    ],
    [
      'a rare method',
      () => platform.app.inject({ method: 'TRACE' as 'GET', url: '/api/things' }),
      405,
      'E-METHOD-NOT-ALLOWED',
    ],
    ['no token', () => platform.app.inject({ url: '/api/things' }), 401, 'E-TOKEN-MISSING'],
    [
      'a bad token',
      () => platform.app.inject({ url: '/api/things', headers: { authorization: 'Bearer x' } }),
      401,
      'E-TOKEN-INVALID',
    ],
    [
      'a wrong scheme',
      () => platform.app.inject({ url: '/api/things', headers: { authorization: 'Basic x' } }),
      401,
      'E-TOKEN-INVALID',
    ],
    ['malformed JSON', () => save('{'), 400, 'E-BODY-MALFORMED'],
    ['a body that is not packed as it says', () => save('{}', { 'content-encoding': 'gzip' }), 400, 'E-BODY-MALFORMED'],
    ['bytes that are not UTF-8', () => save(Buffer.from([0x22, 0xff, 0x22])), 400, 'E-BODY-MALFORMED'],
    ['__proto__ in a body', () => save('{"__proto__":{"role":"SysAdmin"}}'), 400, 'E-BODY-MALFORMED'],
    ['a body nested 100,000 deep', () => save('['.repeat(100_000)), 400, 'E-BODY-MALFORMED'],
    [
      'another content type',
      () => save('name=x', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'E-MEDIA-TYPE',
    ],
    ['another charset', () => save('{}', { 'content-type': 'application/json; charset=utf-7' }), 415, 'E-MEDIA-TYPE'],
    ['a body of more than 1 MiB', () => save(`"${'a'.repeat(1024 * 1024)}"`), 413, 'E-BODY-TOO-LARGE'],
    [
      'an address of 64 kB',
      () => platform.app.inject({ url: `/api/things?name=${'a'.repeat(65_536)}` }),
      414,
      'E-URL-TOO-LONG',
    ],
    [
      'headers of 20 kB',
      () => platform.app.inject({ url: '/api/things', headers: { 'x-much': 'a'.repeat(20_000) } }),
      431,
      'E-HEADERS-TOO-LARGE',
    ],
    ['bad percent-encoding', () => platform.app.inject({ url: '/api/things?name=%ff' }), 400, 'E-URL-MALFORMED'],
    ['bad percent-encoding in the path', () => platform.app.inject({ url: '/api/things/%zz' }), 400, 'E-URL-MALFORMED'],
    ['a NUL in the address', () => platform.app.inject({ url: '/api/things?name=a%00b' }), 400, 'E-URL-MALFORMED'],
    ['a bad If-Match', () => save(JSON.stringify(valid), { 'if-match': 'seven' }), 400, 'E-REQUEST-INVALID'],
    [
      'a wrong role',
      () => platform.app.inject({ method: 'PUT', url: `/api/things/${id}`, headers: asUser, payload: 'not json' }),
      403,
      'E-FORBIDDEN',
    ],
  ];

  test.each(cases)('%s', async (_what, call, status, code) => {
    const answer = await call();
    const body = answer.json();
    expect([answer.statusCode, body.code]).toEqual([status, code]);
    expect(body.message).not.toBe('');
    expect(body.correlationId).toBe(answer.headers['x-correlation-id']);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'strict-transport-security': expect.any(String),
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });
});

describe('what is wrong is said by field', () => {
  test('with dotted names for fields inside others, and unknown fields named', async () => {
    const answer = await save(JSON.stringify({ name: '', address: { zip: 'abc' }, isSysAdmin: true }));
    expect(answer.json<ErrorBody>().modelState).toEqual({
      name: [expect.any(String)],
      'address.zip': ['must be five digits'],
      isSysAdmin: ['is not a field of this call: leave it out'],
    });
  });

  test('the first hundred of ten thousand wrong fields, and how many there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 0]));
    const answer = await save(JSON.stringify({ ...valid, ...many }));
    expect(answer.statusCode).toBe(400);
    const { modelState = {} } = answer.json<ErrorBody>();
    expect(Object.keys(modelState)).toHaveLength(101);
    expect(modelState['body']).toEqual(['has 9900 more fields that are not valid']);
  });

  test('for path and query as well; a repeated parameter is refused', async () => {
    const path = await platform.app.inject({
      method: 'PUT',
      url: '/api/things/7',
      headers: { ...asAnn, 'content-type': 'application/json' },
      payload: JSON.stringify(valid),
    });
    expect(path.json<ErrorBody>().modelState).toEqual({ id: ['must be an id'] });
    for (const url of [
      '/api/things?size=11',
      '/api/things?size=1&size=2',
      '/api/things?color=red',
      '/api/things?__proto__=1',
    ]) {
      expect((await platform.app.inject({ url, headers: asAnn })).statusCode, url).toBe(400);
    }
  });

  test('a text that PostgreSQL could not keep names its field', async () => {
    const answer = await save('{"name":"a\\u0000b","address":{"zip":"12345"}}');
    expect(answer.json<ErrorBody>().modelState).toHaveProperty('name');
    expect((await save('{"name":"\\ud800","address":{"zip":"12345"}}')).statusCode).toBe(400);
    expect((await save('{"name":"\\ud83d\\ude00","address":{"zip":"12345"}}')).statusCode).toBe(204);
  });
});

test('a wrong method names the right ones; paths are found in any letter case and with a slash at the end', async () => {
  const wrong = await platform.app.inject({ method: 'POST', url: `/API/Things/${id}/` });
  expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'PUT']);
  expect((await platform.app.inject({ url: '/API/Things/', headers: asAnn })).json()).toEqual({ size: 5 });
});

const echo = async (input: string) =>
  (await platform.app.inject({ url: '/api/things', headers: { ...asAnn, 'x-correlation-id': input } })).headers[
    'x-correlation-id'
  ];

test('a well-formed correlation id comes back, another one is replaced', async () => {
  expect(await echo('run-7:row.3')).toBe('run-7:row.3');
  expect(await echo('a b')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await echo('a'.repeat(101))).toMatch(/^[0-9a-f-]{36}$/);
});
