import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../shared/client/apiError.ts';
import type { ClientOptions } from '../../../shared/client/createClient.ts';
import { dropped, type Faulty, json, withAnswers } from './faultyServer.ts';

const id = '0198c0de-0000-7000-8000-000000000001';
let faulty: Faulty;
const start = async (responses: Parameters<typeof withAnswers>[0], options?: Partial<ClientOptions>) => {
  faulty = await withAnswers(responses, options);
  return faulty;
};
afterEach(() => faulty.close());
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

test('a query is sent without empty values and with its path parameters', async () => {
  const { client, seen } = await start([json(200, { items: [], totalCount: 0 })]);
  await client.organizations.list({ query: { search: '', pageNumber: 2, cancelling: 'true' } });
  await client.organizations.get({ params: { id } });
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/organizations?cancelling=true&pageNumber=2',
    `/api/organizations/${id}`,
  ]);
});

test('a call carries token, reason, correlation id, idempotency key and version', async () => {
  const { client, seen } = await start([json(200, {})], {
    token: { current: () => ({ accessToken: 'abc', expiresAt: Date.now() + 600_000 }), renew: async () => undefined },
  });
  await client.organizations.update(
    { params: { id }, body: { name: 'North Clinic' } },
    { reason: 'ticket 7 – größer', correlationId: 'run-1', ifMatch: 3 },
  );
  await client.organizations.sync({ params: { id } }, { idempotencyKey: 'k1' });
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer abc',
    'x-request-reason': encodeURIComponent('ticket 7 – größer'),
    'x-correlation-id': 'run-1',
    'if-match': '"3"',
  });
  expect(seen[1]?.headers).toMatchObject({ 'idempotency-key': 'k1' });
  expect(seen[1]?.body).toBe('');
});

test('reading is tried again after 503, a cut connection and 429, and waits as long as the server asks', async () => {
  const { client, seen, waits } = await start([
    json(503, {}),
    dropped,
    json(429, {}, { 'retry-after': '7' }),
    json(200, { items: [], totalCount: 0 }),
  ]);
  await client.organizations.list();
  expect(seen).toHaveLength(4);
  expect(waits).toEqual([250, 500, 7250]);
});

test('a call fails after five attempts with the last response of the server', async () => {
  const { client, seen } = await start([json(503, { code: 'E-UNAVAILABLE', message: 'Down.', correlationId: 'c9' })]);
  const error = await failure(client.organizations.list());
  expect(seen).toHaveLength(5);
  expect(error).toMatchObject({ status: 503, code: 'E-UNAVAILABLE', message: 'Down.', correlationId: 'c9' });
});

describe('the budget for retries', () => {
  test('counts the waits and the retries: a slow server is not called until all attempts are used', async () => {
    let clock = 0;
    const slow = (...[request, response]: Parameters<typeof dropped>) => {
      clock += 2000;
      json(503, {})(request, response);
    };
    const { client, seen } = await start([slow], {
      now: () => clock,
      retry: { maxWaitMs: 5000, sleep: async () => undefined, random: () => 0.5 },
    });
    expect(await failure(client.organizations.list())).toMatchObject({ status: 503 });
    // 2.25 s after the first retry, 4.75 s after the second: a third one would begin after 5.75 s.
    expect(seen).toHaveLength(3);
  });

  test('ends a retry of a read that gets no response', async () => {
    const { client, seen } = await start([json(503, {}), () => undefined], {
      retry: { maxWaitMs: 300, sleep: async () => undefined, random: () => 0.5 },
    });
    expect(await failure(client.organizations.list())).toMatchObject({ code: 'E-TIMEOUT' });
    expect(seen).toHaveLength(2);
  });

  test('does not cut short a write that is repeated: its outcome would be unknown', async () => {
    const late = (...[request, response]: Parameters<typeof dropped>) => {
      setTimeout(() => json(200, { id: 'a' })(request, response), 300);
    };
    const { client } = await start([json(429, {}, { 'retry-after': '0' }), late], {
      retry: { maxWaitMs: 200, sleep: async () => undefined, random: () => 0 },
    });
    expect(await client.organizations.create({ body: { name: 'North Clinic' } })).toMatchObject({ id: 'a' });
  });
});

test.each([
  ['a cut connection', dropped],
  ['502', json(502, {})],
  ['504', json(504, {})],
])('creating is not repeated after %s: the outcome is unknown', async (_, answer) => {
  const { client, seen } = await start([answer]);
  const error = await failure(client.organizations.create({ body: { name: 'North Clinic' } }));
  expect(seen).toHaveLength(1);
  expect(error.code).toBe('E-UNKNOWN-OUTCOME');
});

test('a search that is posted is sent again after a cut connection, and its failure speaks of no change', async () => {
  const { client, seen } = await start([dropped, json(200, { providers: [] })]);
  const body = { lastName: 'Ortiz', providerPageStart: 1, organizationPageStart: 1, pageSize: 10 };
  await client.directory.search({ body });
  expect(seen).toHaveLength(2);
  const { client: unlucky } = await start(Array.from({ length: 9 }, () => dropped));
  expect((await failure(unlucky.directory.search({ body }))).code).toBe('E-NETWORK');
});

test('creating is repeated after a response with Retry-After', async () => {
  const { client, seen } = await start([
    json(429, {}, { 'retry-after': '1' }),
    json(503, {}, { 'retry-after': '1' }),
    json(201, {}),
  ]);
  await client.organizations.create({ body: { name: 'North Clinic' } });
  expect(seen).toHaveLength(3);
});

test('creating is repeated when the connection was never made', async () => {
  const { client, waits, close } = await start([json(201, {})]);
  await close();
  const error = await failure(client.organizations.create({ body: { name: 'North Clinic' } }));
  expect(error.code).toBe('E-NETWORK');
  expect(waits).toHaveLength(4);
});

test('a toggle is never repeated after a lost response, with or without a body: a platform may toggle it again', async () => {
  for (const input of [{ params: { id } }, { params: { id }, body: { enabled: false } }]) {
    const { client, seen, close } = await start([dropped, json(200, {})]);
    expect((await failure(client.organizations.enable(input))).code).toBe('E-UNKNOWN-OUTCOME');
    expect(seen).toHaveLength(1);
    await close();
  }
});

test('a caller that decides itself what to repeat gets the first failure, and learns whether anything was sent', async () => {
  const { client, seen, close } = await start([dropped, json(200, {})]);
  const update = () =>
    client.organizations.update({ params: { id }, body: { name: 'North', version: 3 } }, { attempts: 1 });
  const lost = await failure(update());
  expect([lost.code, lost.neverSent, seen.length]).toEqual(['E-NETWORK', false, 1]);
  await close();
  expect((await failure(update())).neverSent).toBe(true);
});

test('a change without a response whose repetition is a conflict may have been applied: the outcome is unknown', async () => {
  for (const status of [409, 412]) {
    const { client, seen, close } = await start([dropped, json(status, { code: 'E-VERSION-CONFLICT' })]);
    const error = await failure(client.organizations.update({ params: { id }, body: { name: 'North', version: 3 } }));
    expect([error.code, seen.length]).toEqual(['E-UNKNOWN-OUTCOME', 2]);
    await close();
  }
  const { client } = await start([json(503, {}), json(409, { code: 'E-VERSION-CONFLICT' })]);
  const refused = await failure(client.organizations.update({ params: { id }, body: { name: 'North', version: 3 } }));
  expect(refused.code).toBe('E-VERSION-CONFLICT');
});

test('a deletion without a response whose record no longer exists counts as done', async () => {
  const { client, seen, close } = await start([dropped, json(404, { code: 'E-NOT-FOUND' })]);
  await expect(client.organizations.delete({ params: { id } })).resolves.toBeUndefined();
  expect(seen).toHaveLength(2);
  await close();
  const second = await start([json(404, { code: 'E-NOT-FOUND' })]);
  expect((await failure(second.client.organizations.delete({ params: { id } }))).code).toBe('E-NOT-FOUND');
});

test.each(['', ' ', '.', '..'])('the id %j is refused and does not change the path', async (wrong) => {
  const { client, seen } = await start([json(200, {})]);
  expect((await failure(client.organizations.delete({ params: { id: wrong } }))).code).toBe('E-NOT-FOUND');
  expect(seen).toHaveLength(0);
});

test('messages are gathered from modelState, message and Detail.Message, fields in camel case without prefix', async () => {
  const { client } = await start([
    json(400, {
      modelState: { 'organization.Name': ['is required', 'is odd'], 'Address.City': 'is too long' },
      message: 'The request is not valid.',
      Detail: { Message: 'See the fields.' },
    }),
  ]);
  const error = await failure(client.organizations.create({ body: { name: 'x' } }));
  expect(error.modelState).toEqual({ name: ['is required', 'is odd'], 'address.city': ['is too long'] });
  expect(error.body.errors).toEqual({ name: 'is required is odd', 'address.city': 'is too long' });
  expect(error.messages).toEqual([
    'is required',
    'is odd',
    'is too long',
    'The request is not valid.',
    'See the fields.',
  ]);
  expect(error.code).toBe('E-REQUEST-INVALID');
});

test('a token is renewed within 60 s of its end, once for all calls that wait', async () => {
  let renewals = 0;
  let token = { accessToken: 'old', expiresAt: Date.now() + 59_000 };
  const { client, seen } = await start([json(200, { items: [], totalCount: 0 })], {
    token: {
      current: () => token,
      renew: async () => {
        renewals += 1;
        token = { accessToken: 'new', expiresAt: Date.now() + 900_000 };
        return token;
      },
    },
  });
  await Promise.all([
    client.organizations.list(),
    client.networks.list(),
    client.organizations.get({ params: { id } }),
  ]);
  expect(renewals).toBe(1);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer new', 'Bearer new', 'Bearer new']);
});

test('a cached response is used until it expires, until a write on its path, or until a fresh one is requested', async () => {
  let now = 1_000_000;
  const { client, seen } = await start([json(200, { items: [] })], { now: () => now });
  await Promise.all([client.organizations.types(), client.organizations.types()]);
  await client.organizations.types();
  expect(seen).toHaveLength(1);
  await client.organizations.types({}, { fresh: true });
  expect(seen).toHaveLength(2);
  await client.organizations.delete({ params: { id } });
  await client.organizations.types();
  expect(seen).toHaveLength(4);
  now += 301_000;
  await client.organizations.types();
  expect(seen).toHaveLength(5);
});

test('a failed response is not cached', async () => {
  const { client } = await start([json(400, {}), json(200, { items: [] })]);
  await failure(client.organizations.types());
  await expect(client.organizations.types()).resolves.toEqual({ items: [] });
});

test('a download streams, and a refused one carries the server’s words', async () => {
  const { client } = await start([
    (_, response) => {
      response.writeHead(200, {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="carepost_Users.csv"',
      });
      response.write('a,b\r\n');
      response.end('1,2\r\n');
    },
    json(403, { code: 'E-FORBIDDEN', message: 'No.', correlationId: 'c1' }),
  ]);
  const download = await client.reports.users();
  let text = '';
  for await (const chunk of download.body) text += Buffer.from(chunk).toString();
  expect([download.fileName, text]).toEqual(['carepost_Users.csv', 'a,b\r\n1,2\r\n']);
  expect(await failure(client.reports.users())).toMatchObject({ status: 403, code: 'E-FORBIDDEN', message: 'No.' });
});

test('a download that is cut off fails instead of ending', async () => {
  const { client } = await start([
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
      response.write('a,b\r\n');
      setImmediate(() => response.socket?.destroy());
    },
  ]);
  const download = await client.reports.users();
  await expect(
    (async () => {
      for await (const chunk of download.body) expect(chunk.length).toBeGreaterThan(0);
    })(),
  ).rejects.toThrow();
});

test('a canceled call says so and is not tried again', async () => {
  const controller = new AbortController();
  const { client, seen } = await start([() => controller.abort()]);
  const call = client.organizations.list({}, { signal: controller.signal });
  expect((await failure(call)).code).toBe('E-CANCELED');
  expect(seen).toHaveLength(1);
});

test('a call that is to finish is not cut off, and none starts after the stop', async () => {
  const controller = new AbortController();
  const { client, seen } = await start([
    (request, response) => {
      controller.abort();
      json(200, { name: 'North' })(request, response);
    },
  ]);
  const sending = { signal: controller.signal, finish: true };
  const update = () => client.organizations.update({ params: { id }, body: { name: 'North' } }, sending);
  await expect(update()).resolves.toMatchObject({ name: 'North' });
  expect((await failure(update())).code).toBe('E-CANCELED');
  expect(seen).toHaveLength(1);
});

test('no printed form of an error has the token', async () => {
  const token = 'eyJhbGciOiJFUzI1NiJ9.c2VjcmV0LXBheWxvYWQ.c2lnbmF0dXJl';
  const { client, close } = await start([json(400, { message: 'no' }), json(500, {})], {
    token: { current: () => ({ accessToken: token, expiresAt: Date.now() + 600_000 }), renew: async () => undefined },
  });
  const errors = [await failure(client.organizations.list()), await failure(client.organizations.list())];
  await close();
  errors.push(await failure(client.organizations.list()));
  for (const error of errors) {
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(token);
    expect(JSON.stringify(error)).not.toContain(token);
    expect(error.stack).not.toContain(token);
  }
});

test('the raw call takes any path with the same token and errors', async () => {
  const { client, seen } = await start([
    json(200, { ok: true }, { 'x-extra': '1' }),
    json(404, { code: 'E-NOT-FOUND', message: 'no' }),
  ]);
  await expect(client.request('GET', '/api/networks?search=a', { query: { pageSize: 5 } })).resolves.toMatchObject({
    status: 200,
    data: { ok: true },
    headers: { 'x-extra': '1' },
  });
  expect(seen[0]?.url).toBe('/api/networks?pageSize=5&search=a');
  expect((await failure(client.request('DELETE', '/api/nothing'))).code).toBe('E-NOT-FOUND');
});
