import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSet, withFields } from '../../cli/records/setFields.ts';
import { mockApi } from '../support/mockApi.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

type Output = Record<string, unknown>;
const run = async (line: string, ...more: string[]) => {
  const result = await sandbox.run([...line.split(' '), ...more, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};

describe('--set', () => {
  const settable = { name: 'text', count: 'number', isOn: 'flag', tags: 'list', 'address.city': 'text' } as const;
  const parse = parseSet(settable);

  test.each([
    ['name=a=b', 'a=b'],
    ['name=', ''],
    ['name=\\N', null],
    ['count=007', 7],
    ['count=-1', -1],
    ['count=\\N', null],
    ['isOn=YES', true],
    ['isOn=0', false],
    ['tags=a| b |c', ['a', 'b', 'c']],
    ['tags=\\N', []],
    ['tags=', []],
  ])('%s', (text, value) => {
    expect(parse(text).value).toEqual(value);
  });

  test.each([
    'name',
    '=x',
    'nme=x',
    'count=many',
    'count=0x10',
    'count=1e3',
    'count=',
    'isOn=maybe',
    'constructor=1',
    'address=x',
  ])('%s is refused', (text) => {
    expect(() => parse(text)).toThrow(TypeError);
  });

  test('sets a nested field, keeps the others, and does not change its input', () => {
    const before = { name: 'A', address: { city: 'Reno', state: 'NV' } };
    const after = withFields(before, [parse('address.city=Austin'), parse('count=2')]);
    expect(after).toEqual({ name: 'A', address: { city: 'Austin', state: 'NV' }, count: 2 });
    expect(before.address.city).toBe('Reno');
    expect(withFields({ address: null }, [parse('address.city=Austin')])).toEqual({ address: { city: 'Austin' } });
  });
});

describe('a record', () => {
  test('is added, changed field by field, found unchanged, and deleted', async () => {
    const created = await run(
      'plans create --set tierCode=MID --set allowedUsers=5 --yes --reason why-not --set',
      'name=Middle plan',
    );
    expect([created.code, created.output]).toMatchObject([
      0,
      { name: 'Middle plan', tierCode: 'MID', allowedUsers: 5, version: 1 },
    ]);
    const id = String(created.output['id']);
    const { rows } = await server.database.pool.query('select reason, action from audit_entries where target_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ reason: 'why-not', action: 'plans.create' }]);

    const changed = await run(`plans update ${id} --set allowedUsers=-1 --yes`);
    expect(changed.output).toMatchObject({ name: 'Middle plan', allowedUsers: -1, version: 2 });
    const same = await sandbox.run(['plans', 'update', id, '--set', 'allowedUsers=-1']);
    expect([same.code, same.stderr]).toEqual([0, 'No field differs; nothing was sent.\n']);

    const wrong = await run(`plans delete ${id} --yes --expect-name Other`);
    expect([wrong.code, wrong.output['code']]).toEqual([8, 'E-NAME-DIFFERS']);
    expect((await run(`plans delete ${id} --yes --expect-name`, 'Middle plan')).output).toEqual({
      id,
      name: 'Middle plan',
      deleted: true,
    });
    expect((await run(`plans get ${id}`)).code).toBe(6);
  });

  test('is not changed without --yes and without a terminal', async () => {
    for (const line of [
      'plans create --set name=X --set tierCode=X --set allowedUsers=1',
      'networks create --set name=X',
    ]) {
      const { code, output } = await run(line);
      expect([code, output['code']]).toEqual([9, 'E-NOT-CONFIRMED']);
    }
    expect((await run('plans list --search X')).output).toEqual([]);
  });

  test('prints action and server on stderr, and the success message of the web application', async () => {
    const { stderr } = await sandbox.run(['networks', 'create', '--set', 'name=Told', '--yes']);
    expect(stderr).toContain(`Add the network Told - profile default, ${server.url}, as `);
    expect(stderr).toContain('The network was added successfully.');
  });

  test('comes from a file or standard input, with --set over it', async () => {
    await writeFile(join(sandbox.folder, 'plan.json'), '\uFEFF{"name":"From file","tierCode":"F","allowedUsers":1}');
    const made = await run('plans create --file plan.json --set allowedUsers=4 --yes');
    expect(made.output).toMatchObject({ name: 'From file', allowedUsers: 4 });
    const piped = await sandbox.run(['plans', 'create', '--file', '-', '--yes', '-o', 'json'], {
      stdin: '{"name":"Piped","tierCode":"P","allowedUsers":2}',
    });
    expect(JSON.parse(piped.stdout)).toMatchObject({ name: 'Piped', allowedUsers: 2 });
    await writeFile(join(sandbox.folder, 'list.json'), '[]');
    await writeFile(join(sandbox.folder, 'broken.json'), '{');
    expect((await run('plans create --file list.json --yes')).code).toBe(7);
    const broken = await run('plans create --file broken.json --yes');
    expect([broken.code, broken.output['code']]).toEqual([7, 'E-FILE-INVALID']);
    expect((await run('plans create --file missing.json --yes')).code).toBe(74);
    await writeFile(
      join(sandbox.folder, 'latin.json'),
      Buffer.from('{"name":"Gr\u00f6\u00dfe","tierCode":"L"}', 'latin1'),
    );
    const latin = await run('plans create --file latin.json --set allowedUsers=1 --yes');
    expect([latin.code, latin.output['message']]).toEqual([
      7,
      `${join(sandbox.folder, 'latin.json')} is not UTF-8 text.`,
    ]);
    await writeFile(join(sandbox.folder, 'vast.json'), Buffer.alloc(17 * 1024 * 1024, ' '));
    const vast = await run('plans create --file vast.json --yes');
    expect([vast.code, vast.output['code']]).toEqual([7, 'E-FILE-TOO-LARGE']);
    expect((await run('plans create --yes')).code).toBe(2);
  });

  test('refused by the server is exit 7 or 8 and names the field', async () => {
    const refused = await sandbox.run([
      'plans',
      'create',
      '--set',
      'name=Zero',
      '--set',
      'tierCode=Z',
      '--set',
      'allowedUsers=0',
      '--yes',
    ]);
    expect([refused.code, refused.stderr.includes('field: allowedUsers')]).toEqual([7, true]);
    const missing = await sandbox.run(['brands', 'create', '--set', 'name=X', '--yes']);
    expect([missing.code, missing.stderr.includes('Add --set appUrl=VALUE')], missing.stderr).toEqual([2, true]);
    const { items } = await server.client('SysAdmin').plans.list();
    const taken = await run('plans create --set tierCode=T --set allowedUsers=1 --yes --set', `name=${items[0]?.name}`);
    expect([taken.code, taken.output['code']]).toEqual([8, 'E-NAME-TAKEN']);
  });

  test('is saved with the version it was loaded with; a change in between is exit 8', async () => {
    const id = '0199c8d4-0000-7000-8000-000000000000';
    const plan = { name: 'Plan', tierCode: 'T', allowedUsers: 1, monthlyPriceCents: 900, features: ['reply'] };
    const record = { id, ...plan, organizationCount: 0, version: 7 };
    const seen: unknown[] = [];
    const other = mockApi(async ({ method, request }) => {
      if (method === 'GET') return HttpResponse.json(record);
      seen.push(await request.json());
      const message = 'The record was changed since you loaded it.';
      return HttpResponse.json({ code: 'E-VERSION-CONFLICT', message }, { status: 409 });
    });
    const { code, output } = await run(`plans update ${id} --set allowedUsers=2 --yes --api ${other.url}`);
    expect([code, output['code']]).toEqual([8, 'E-VERSION-CONFLICT']);
    expect(seen).toEqual([{ allowedUsers: 2, version: 7 }]);
  });
});

test('on a protected profile a write needs its name and a reason', async () => {
  const guarded = await createCliSandbox({ token: server.as('SysAdmin') });
  await guarded.run(['profile', 'add', 'prod', '--api', server.url, '--protected']);
  const write = ['networks', 'create', '--set', 'name=Guarded', '--yes', '--profile', 'prod', '-o', 'json'];
  const codes = [];
  for (const more of [
    [],
    ['--reason', 'ticket 7'],
    ['--confirm-profile', 'prod'],
    ['--reason', 'ticket 7', '--confirm-profile', 'prod'],
  ]) {
    codes.push((await guarded.run([...write, ...more])).code);
  }
  expect(codes).toEqual([2, 9, 2, 0]);
});
