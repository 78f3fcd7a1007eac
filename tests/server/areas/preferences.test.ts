import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, refusal } from './organizationBuilders.ts';

let server: TestApp;

beforeAll(async () => {
  server = await sharedServer();
});

const of = (role: 'SysAdmin' | 'SysAdminReporting' | 'Administrator' | 'User') => server.client(role).preferences;
const columns = { params: { key: 'organizations.columns' } };

describe('a setting', () => {
  test('is null until it is saved, then what was saved, each person its own', async () => {
    expect(await of('SysAdmin').get(columns)).toEqual({ value: null });
    const value = { visible: ['name', 'tierCode'], wide: true, 'größe "1"': 1.5, none: null };
    expect(await of('SysAdmin').save({ ...columns, body: { value } })).toEqual({ value });
    expect(await of('SysAdmin').get(columns)).toEqual({ value });
    for (const role of ['SysAdminReporting', 'Administrator', 'User'] as const) {
      expect(await of(role).get(columns)).toEqual({ value: null });
    }
  });

  test.each([[false], [0], [''], [[]], ['text'], [{}]])('may be %j', async (value) => {
    await of('User').save({ ...columns, body: { value } });
    expect(await of('User').get(columns)).toEqual({ value });
  });

  test('is forgotten when null is saved', async () => {
    const params = { key: 'organizations.views' };
    await of('User').save({ params, body: { value: [1] } });
    expect(await of('User').save({ params, body: { value: null } })).toEqual({ value: null });
    expect(await of('User').get({ params })).toEqual({ value: null });
  });

  test('refuses saved views without a name of their own, at the name', async () => {
    const view = (label: string) => ({ label, value: { filter: {} } });
    const save = (...views: ReturnType<typeof view>[]) =>
      of('User').save({
        params: { key: 'store' },
        body: { value: { theme: 'dark', 'workflows.savedQueries': views } },
      });
    await save(view('Failed today'), view('Failed yesterday'));
    for (const [name, problem] of [
      ['FAILED  today\u200b', 'is that of another saved view'],
      ['\u00ad', 'must contain a character that can be seen'],
      [' ', 'is required'],
      ['x'.repeat(65), 'must have at most 64 characters'],
    ] as const) {
      const { status, modelState } = await refusal(save(view('Failed today'), view(name)));
      expect([status, Object.entries(modelState)]).toEqual([
        400,
        [['value.workflows.savedQueries.1.label', [expect.stringContaining(problem)]]],
      ]);
    }
    const many = Array.from({ length: 51 }, (_, index) => view(`View ${index}`));
    expect((await refusal(save(...many))).status).toBe(400);
  });

  test('leaves an audit row with its key and without its value', async () => {
    const params = { key: 'networks.views' };
    const { userId } = await server.client('Administrator').profile.get({});
    await of('Administrator').save({ params, body: { value: 'ward 7 of Mercy' } });
    const entry = await lastAudit(server, userId);
    expect(entry).toMatchObject({
      action: 'preferences.save',
      changes: { key: { before: null, after: 'networks.views' } },
    });
    expect(JSON.stringify(entry)).not.toContain('ward 7');
  });

  test('has at most 32 kB of UTF-8', async () => {
    const save = (value: string) => of('User').save({ ...columns, body: { value } });
    await save('x'.repeat(32 * 1024 - 2));
    for (const value of ['x'.repeat(32 * 1024 - 1), 'é'.repeat(16 * 1024)]) {
      expect(await refusal(save(value))).toMatchObject({ status: 413, code: 'E-PREFERENCE-TOO-LARGE' });
    }
    expect(await of('User').get(columns)).toEqual({ value: 'x'.repeat(32 * 1024 - 2) });
  });

  test('is one of a hundred at most, also when many are saved at once; those there can still change', {
    tags: ['hard'],
  }, async () => {
    const client = of('SysAdminReporting');
    const save = (number: number) =>
      client
        .save({ params: { key: `view.${number}` }, body: { value: number } })
        .then(() => 'saved')
        .catch((error: { code: string; status: number }) => `${error.status} ${error.code}`);
    for (let number = 0; number < 90; number += 1) await save(number);
    const responses = await Promise.all(Array.from({ length: 50 }, (_, more) => save(90 + more)));
    expect(responses.filter((response) => response === 'saved')).toHaveLength(10);
    expect(responses.filter((response) => response === '413 E-PREFERENCE-TOO-LARGE')).toHaveLength(40);
    expect(await save(7)).toBe('saved');
  });

  test('saved by many at once is one of theirs', async () => {
    const client = of('User');
    await Promise.all(Array.from({ length: 50 }, (_, turn) => client.save({ ...columns, body: { value: turn } })));
    const { value } = await client.get(columns);
    expect(value).toBeTypeOf('number');
  });
});

test.each(['Columns', '1st', 'a b', 'a/b', `a${'b'.repeat(64)}`])('the key %j is none', async (key) => {
  expect(await refusal(of('User').get({ params: { key } }))).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID' });
});

test('an unknown field is refused', async () => {
  const call = server
    .client('User')
    .request('PUT', '/api/users/current/preferences/a', { body: { value: 1, userId: 'somebody' } });
  expect(await refusal(call)).toMatchObject({ status: 400, modelState: { userId: expect.any(Array) } });
});

test('a machine client reads null and cannot save', async () => {
  const { rows } = await server.database.pool.query<{ client_id: string; role: 'SysAdmin' }>(
    'select client_id, role from oidc_clients where is_enabled limit 1',
  );
  const machineClient = rows[0];
  if (!machineClient) throw new Error('The demo data has no machine client.');
  const token = await server.app.identity.signAccessToken({
    subject: machineClient.client_id,
    kind: 'client',
    role: machineClient.role,
  });
  const call = (method: 'GET' | 'PUT') =>
    server.app.inject({
      method,
      url: '/api/users/current/preferences/organizations.columns',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'PUT' ? { payload: '{"value":1}' } : {}),
    });
  expect((await call('GET')).json()).toEqual({ value: null });
  const refused = await call('PUT');
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'E-PREFERENCE-NOBODY']);
});
