import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import { asAnn, startPlatform, type TestPlatform } from './testPlatform.ts';

const json = (path: string, schema: z.core.$ZodType) =>
  endpoint({
    method: 'GET',
    path,
    summary: 'Test',
    access: 'signedIn',
    response: { kind: 'json', schema },
    errors: [],
  });
const rows = {
  record: json('/api/record', z.object({ name: z.string(), version: z.number() })),
  wrong: json('/api/wrong', z.object({ name: z.string() })),
  failing: json('/api/failing', z.object({})),
  context: endpoint({
    method: 'PUT',
    path: '/api/context',
    summary: 'Test',
    access: 'signedIn',
    body: z.strictObject({ enabled: z.boolean() }),
    bodyOptional: true,
    response: {
      kind: 'json',
      schema: z.object({
        body: z.unknown(),
        reason: z.string().optional(),
        runId: z.string().optional(),
        ifMatch: z.number().optional(),
        actor: z.string(),
      }),
    },
    errors: [],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/file',
    summary: 'Test',
    access: 'signedIn',
    response: { kind: 'csv', file: 'Users' },
    errors: [],
  }),
};

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    rows,
    env: { BRAND_NAME: 'North "Star"\r\nHealth' },
    handlers: () => ({
      record: async () => ({ name: 'x', version: 3, passwordHash: 'secret' }),
      wrong: async () => ({ name: 7 }),
      failing: async () => {
        throw new Error('column "ssn" of /srv/app/secret.ts');
      },
      context: async ({ body }, { reason, runId, ifMatch, actor }) => ({
        body: body ?? 'none',
        ...(reason === undefined ? {} : { reason }),
        ...(runId === undefined ? {} : { runId }),
        ...(ifMatch === undefined ? {} : { ifMatch }),
        actor: actor.id,
      }),
      file: async () => ({ stream: Readable.from(['name\r\n', 'x\r\n']) }),
    }),
  });
});
afterAll(() => platform.close());

const get = (url: string) => platform.app.inject({ url, headers: asAnn });

test('fields the contract does not name stay inside; the version is the ETag; nothing is cached', async () => {
  const answer = await get('/api/record');
  expect(answer.json()).toEqual({ name: 'x', version: 3 });
  expect(answer.headers).toMatchObject({ etag: '"3"', 'cache-control': 'no-store' });
});

test('an answer outside the contract and an unforeseen error are our own fault and tell nothing', async () => {
  for (const url of ['/api/wrong', '/api/failing']) {
    const answer = await get(url);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([500, 'E-INTERNAL']);
    expect(answer.body).not.toMatch(/ssn|secret|srv|number|stack/);
  }
});

const put = (headers: Record<string, string>, payload?: string) =>
  platform.app.inject({
    method: 'PUT',
    url: '/api/context',
    headers: { ...asAnn, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

test('an optional body may be missing, also when it is labelled as JSON', async () => {
  expect((await put({})).json()).toEqual({ body: 'none', actor: 'ann' });
  expect((await put({ 'content-type': 'application/json' })).json()).toEqual({ body: 'none', actor: 'ann' });
  expect((await put({ 'content-type': 'application/json' }, '{"enabled":true}')).json()).toEqual({
    body: { enabled: true },
    actor: 'ann',
  });
  expect((await put({ 'content-type': 'application/json' }, '{"enabled":"yes"}')).statusCode).toBe(400);
});

test('reason, run and version of the caller reach the handler', async () => {
  const headers = { ...asAnn, 'x-request-reason': 'caf%C3%A9%20closed', 'x-run-id': 'run-1', 'if-match': '"12"' };
  const answer = await platform.app.inject({ method: 'PUT', url: '/api/context', headers });
  expect(answer.json()).toEqual({ body: 'none', reason: 'café closed', runId: 'run-1', ifMatch: 12, actor: 'ann' });
});

test('a CSV file has one safe name and is inert', async () => {
  const answer = await get('/api/file');
  expect(answer.body).toBe('name\r\nx\r\n');
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="?North-Star-Health_Users_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv"?$/,
  );
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-security-policy': 'sandbox',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
});
