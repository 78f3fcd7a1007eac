import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { writeExampleFiles } from './exampleFiles.ts';

let server: TestServer;
let sandbox: CliSandbox;
let organizationId = '';
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  const client = server.client('SysAdmin');
  const plan = await client.plans.create({ body: { name: 'Wide', tierCode: 'T', allowedUsers: -1 } });
  const body = { name: 'Command Clinic', subdomain: 'command-clinic', planId: plan.id };
  organizationId = (await client.organizations.create({ body })).id;
});
afterAll(() => server.close());

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run([...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || '{}') as Output };
};
const write = (...args: string[]) => run(...args, '--yes', '--rate', '0');

/** A new user, added by the command. */
async function add(name = `cli-${randomUUID()}@example.org`) {
  const flags = ['--first-name', 'Cli', '--last-name', 'Person', '--user-name', name, '--organization', organizationId];
  const { code, output, stderr } = await write('users', 'create', ...flags);
  expect(code, stderr).toBe(0);
  return { ...output, id: String(output['id']), userName: name };
}

describe('a user', () => {
  test('is added, changed, disabled, enabled, assigned and deleted, by id or user name, and each change can be undone where it says so', async () => {
    const user = await add();
    expect(await write('users', 'update', user.userName, '--set', 'jobTitle=Nurse')).toMatchObject({
      code: 0,
      output: { id: user.id, jobTitle: 'Nurse' },
    });
    expect((await write('bulk', 'undo', '--last')).code).toBe(0);
    const get = async () => (await run('users', 'get', user.userName)).output;
    expect(await get()).toMatchObject({ jobTitle: null, isEnabled: true });
    expect((await write('users', 'disable', user.id)).output).toMatchObject({ isEnabled: false });
    expect((await write('bulk', 'undo', '--last')).code).toBe(0);
    expect(await get()).toMatchObject({ isEnabled: true });
    expect((await write('users', 'enable', user.id)).code).toBe(0);
    expect((await write('users', 'delete', user.id, '--expect-user-name', 'other@example.org')).code).toBe(8);
    const deleted = await write('users', 'delete', user.id, '--expect-user-name', user.userName);
    expect(deleted).toMatchObject({ code: 0, output: { id: user.id, deleted: true } });
    expect((await run('users', 'get', user.userName)).code).toBe(6);
    expect((await write('users', 'disable', user.id)).code).toBe(6);
    expect(await get()).toEqual({});
  });

  test('works again where they worked before, when the end of their work there is undone, unless they chose another organization since', async () => {
    const client = server.client('SysAdmin');
    const user = await add();
    const clinic = async () =>
      (await client.organizations.create({ body: { name: `Other ${randomUUID()}`, subdomain: `o-${randomUUID()}` } }))
        .id;
    const [second, third] = [await clinic(), await clinic()];
    for (const id of [second, third]) await write('users', 'assign', user.id, id);
    const worksIn = async () => (await client.users.get({ params: { id: user.id } })).organizationId;
    expect((await write('users', 'unassign', user.id, organizationId)).code).toBe(0);
    expect(await worksIn()).toBe(second);
    const again = await write('users', 'unassign', user.id, organizationId);
    expect(again.code).toBe(6);
    expect(again.stderr).toContain('Cli Person does not work in Command Clinic; nothing was sent.');
    expect((await write('bulk', 'undo', '--last')).code).toBe(0);
    expect(await worksIn()).toBe(organizationId);
    await write('users', 'unassign', user.id, organizationId);
    await server.database.pool.query('update users set organization_id = $1 where id = $2', [third, user.id]);
    expect((await write('bulk', 'undo', '--last')).code).toBe(0);
    expect(await worksIn()).toBe(third);
    expect((await run('users', 'organizations', user.id)).output).toHaveLength(3);
  });

  test('with a password from standard input can sign in with it; no flag takes one', async () => {
    const userName = `typed-${randomUUID()}@example.org`;
    const flags = ['--first-name', 'T', '--last-name', 'P', '--user-name', userName, '--organization', organizationId];
    const line = ['users', 'create', ...flags, '--password-stdin', '--yes', '--output', 'json'];
    const made = await sandbox.run(line, { stdin: 'a long typed password\n' });
    expect(made.code, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ userName, hasPassword: true });
    expect(made.stdout + made.stderr).not.toContain('a long typed password');
    const short = await sandbox.run(line, { stdin: 'short\n' });
    expect([short.code, short.stderr.includes('at least 8 characters')]).toEqual([7, true]);
  });

  test('whose password is reset gets a mail, and the plan says so before', async () => {
    const user = await add();
    const invited = await write('users', 'reset-password', user.id);
    expect([invited.code, invited.stderr]).toEqual([8, expect.stringContaining('Send the invitation again instead')]);
    await server.database.pool.query(`update users set password_hash = 'known' where id = $1`, [user.id]);
    const dry = await sandbox.run(['users', 'reset-password', user.id, '--dry-run']);
    expect(dry.stdout + dry.stderr).toContain('1 user will get a mail to create or choose a password');
    expect((await write('users', 'reset-password', user.id)).code).toBe(0);
    const { rows } = await server.database.pool.query(
      'select subject from mails where recipient = $1 order by created_at',
      [user.userName],
    );
    expect(rows).toHaveLength(2);
    expect((await write('bulk', 'undo', '--last')).code).toBe(8);
  });

  test('has an identity document that is saved for this account alone and never goes to a terminal', async () => {
    const user = await add();
    await writeExampleFiles(sandbox.folder);
    await writeFile(join(sandbox.folder, 'large.png'), new Uint8Array(5 * 1024 * 1024 + 1));
    const large = await write('users', 'idproof', 'submit', user.id, '--document', 'large.png');
    expect([large.code, large.stderr]).toEqual([7, expect.stringContaining('the limit is 5242880')]);
    expect((await write('users', 'idproof', 'submit', user.id, '--document', 'logo.png')).code).toBe(0);
    expect((await run('users', 'idproof', 'download', user.id, '--out', 'proof.png')).code).toBe(0);
    const file = join(sandbox.folder, 'proof.png');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file)).equals(await readFile(join(sandbox.folder, 'logo.png')))).toBe(true);
    expect((await write('users', 'idproof', 'reset', user.id)).code).toBe(0);
    const none = await run('users', 'idproof', 'download', user.id, '--out', 'none.png');
    expect([none.code, none.stderr]).toEqual([6, expect.stringContaining('The user has no identity document.')]);
  });

  test('may call an operation or not, with the rule that decides', async () => {
    const user = await add();
    const access = async (operation: string) => (await run('users', 'access', user.id, operation)).output;
    expect(await access('organizations.update')).toMatchObject({ isAllowed: false, rule: 'noRole', role: 'User' });
    expect(await access('GET /api/users/profiledata')).toMatchObject({ isAllowed: true, rule: 'signedIn' });
    await write('users', 'disable', user.id);
    expect(await access('profile.get')).toMatchObject({ isAllowed: false, rule: 'disabled' });
    expect((await run('users', 'access', user.id, 'organizations.updat')).stderr).toContain('organizations.update');
  });

  test('may open a page or not, with the rule that decides', async () => {
    const user = await add();
    const access = async (page: string) => (await run('users', 'access', user.id, '--page', page)).output;
    expect(await access('/admin/organizations')).toMatchObject({
      page: '/admin/organizations',
      operation: null,
      isAllowed: false,
      rule: 'noRole',
      roles: 'SysAdmin',
    });
    expect(await access(`/admin/users/${user.id}?tab=access`)).toMatchObject({
      page: '/admin/users',
      isAllowed: false,
    });
    expect(await access('/intake')).toMatchObject({ page: '/intake', isAllowed: true, rule: 'role', role: 'User' });
    const refused = async (...args: string[]) => {
      const { code, stderr } = await run('users', 'access', user.id, ...args);
      return [code, stderr];
    };
    expect(await refused('--page', '/admin/organization')).toEqual([
      2,
      expect.stringContaining('/admin/organizations'),
    ]);
    expect(await refused()).toEqual([2, expect.stringContaining('An operation or --page is missing')]);
    expect(await refused('profile.get', '--page', '/intake')).toEqual([2, expect.stringContaining('not both')]);
  });
});

describe('a file of users', () => {
  test('adds them once, is refused as a whole where a row is wrong, and is undone', async () => {
    const names = [1, 2, 3].map((number) => `file-${number}-${randomUUID()}@example.org`);
    const file = join(sandbox.folder, 'users.csv');
    const header = 'first_name,last_name,user_name,organization_id,role';
    const lines = names.map((name, index) => `F${index},File,${name},${organizationId},Administrator`);
    await writeFile(file, [header, ...lines, `Bad,Row,not an address,${organizationId},User`].join('\n'));
    const apply = () => sandbox.run(['bulk', 'apply', 'users.create', '--file', file, '--yes', '--rate', '0']);
    const refused = await apply();
    expect([refused.code, refused.stderr.includes('Username is not valid')]).toEqual([7, true]);
    await writeFile(file, [header, ...lines].join('\n'));
    const count = async () =>
      (await server.client('SysAdmin').users.list({ query: { search: `F1 File` } })).totalUsersCount;
    const added = await apply();
    expect([added.code, await count()], added.stderr).toEqual([0, 1]);
    const undone = await write('bulk', 'undo', '--last');
    expect([undone.code, await count()], undone.stderr).toEqual([0, 0]);
    for (const _ of ['added again', 'unchanged']) expect((await apply()).code).toBe(0);
    expect(await count()).toBe(1);
  });
});

test('a system administrator cannot end their own permissions by a command, nor change the own sign-in', async () => {
  const { userId } = await server.client('SysAdmin').profile.get({});
  for (const [code, ...line] of [
    ['E-USER-OWN-ACCOUNT', 'sysadmins', 'disable', userId],
    ['E-USER-OWN-ACCOUNT', 'users', 'disable', userId],
    ['E-USER-OWN-SIGN-IN', 'users', '2fa', 'disable', userId],
    ['E-USER-OWN-SIGN-IN', 'users', 'reset-password', userId],
    ['E-USER-OWN-SIGN-IN', 'users', 'update', userId, '--set', 'userName=other@example.org'],
  ] as const)
    expect(await write(...line)).toMatchObject({ code: 8, stderr: expect.stringContaining(code) });
});
