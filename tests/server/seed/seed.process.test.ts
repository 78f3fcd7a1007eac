import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../../server/identity/passwords.ts';
import { demoAccounts, seed, SeedRefused } from '../../../server/seed/seed.ts';
import { onboardingTrials } from '../../../server/seed/onboardingTrials.ts';
import { organizationProblems } from '../../../shared/rules/organization.ts';
import { planAllows } from '../../../shared/rules/plan.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const rowsOf = async (text: string) => (await server.database.pool.query<Record<string, unknown>>(text)).rows;
const tables = [
  'networks',
  'resellers',
  'plans',
  'brands',
  'organizations',
  'organization_users',
  'service_accounts',
  'devices',
  'licenses',
  'organization_integrations',
  'document_sources',
  'fax_accounts',
  'organization_domains',
  'saved_addresses',
  'alternate_oids',
  'directory_entries',
  'eulas',
  'eula_acceptances',
  'usage_statistics',
]; // prettier-ignore

const fingerprint = async () => {
  const hash = createHash('sha256');
  for (const table of tables) {
    const rows = await rowsOf(
      `select to_jsonb(t) - '{create_date,search_text}'::text[] as row from ${table} t order by 1`,
    );
    hash.update(table).update(JSON.stringify(rows));
  }
  return hash.digest('hex');
};

const now = new Date('2026-03-04T05:06:07Z');

describe('demo data', () => {
  test('is the same for the same number and day', { tags: ['hard'] }, async () => {
    await seed(server.database, { organizations: 40, now });
    const first = await fingerprint();
    await seed(server.database, { organizations: 20, now });
    expect(await fingerprint()).not.toBe(first);
    await seed(server.database, { organizations: 40, now });
    expect(await fingerprint()).toBe(first);
  });
});

describe('demo data of 400 organizations', () => {
  beforeAll(() => seed(server.database, { organizations: 400 }));

  test('breaks none of the rules that people have to keep', async () => {
    const organizations = await rowsOf(
      `select o.*, p.allowed_users from organizations o left join plans p on p.id = o.plan_id`,
    );
    for (const row of organizations) {
      const text = (column: string) => row[column] as string | null;
      const problems = organizationProblems({
        name: text('name'),
        subdomain: text('subdomain'),
        numberOfUsers: Number(row['number_of_users']),
        npi: text('npi'),
        homeCommunityId: text('home_community_id'),
        phone: text('phone'),
        fax: text('fax'),
        address: {
          street: text('street'),
          city: text('city'),
          state: text('state'),
          zip: text('zip'),
          country: text('country'),
        },
        contact: { email: text('contact_email'), phone: text('contact_phone') },
      });
      expect(problems, String(row['name'])).toEqual({});
      const allowedUsers = row['allowed_users'];
      const plan = typeof allowedUsers === 'number' ? { allowedUsers } : null;
      expect(planAllows(plan, Number(row['number_of_users'])), String(row['name'])).toBe(true);
    }
  });

  test('has organizations in every state', async () => {
    const states = [
      'not is_activated',
      'not is_enabled',
      'api_capture',
      'cancel_at > now()',
      'cancel_at < now()',
      'subdomain is null',
      'network_id is null',
      'plan_id is null',
      'reseller_id is null',
    ]; // prettier-ignore
    for (const state of states)
      expect((await rowsOf(`select 1 from organizations where ${state}`)).length, state).toBeGreaterThan(0);
    expect(await rowsOf(`select name from organizations where name ~ '''' limit 1`)).toHaveLength(1);
  });

  test('has addresses, agreements and service accounts in every state', async () => {
    const states = [
      `document_sources where type = 'DirectMessaging' and provider_id is not null`,
      `document_sources d join fax_accounts a on a.id = d.fax_account_id and a.organization_id = d.organization_id`,
      ...[0, 1, 2, 3, 5].map((status) => `document_sources where type = 'Fax' and status = ${status}`),
      `fax_accounts where kind = 'efax' and not is_enabled`,
      `fax_accounts where kind = 'westfax' and last_synced_at is not null`,
      'organization_domains',
      'saved_addresses a join saved_address_lists l using (organization_id)',
      'eulas where not is_active',
      `eulas where is_active and brand_name = ''`,
      'eula_acceptances a join eulas e on e.id = a.eula_id and e.is_active',
      'reseller_acceptances a join resellers r on r.id = a.reseller_id and r.bypass_tos and r.terms_html is not null',
      'networks where service_enabled and cardinality(service_addresses) > 0 and cardinality(enabled_features) > 0',
      'networks where service_client_id is not null and not service_enabled',
      'networks where service_client_id is null',
      'users where network_id is not null',
    ];
    for (const state of states) expect((await rowsOf(`select 1 from ${state}`)).length, state).toBeGreaterThan(0);
    expect(await rowsOf(`select 1 from saved_addresses group by organization_id having count(*) > 10`)).toHaveLength(1);
  });

  test('has the named people with the one documented password', async () => {
    const users = await rowsOf(
      'select user_name, role, is_enabled, password_hash from users where password_hash is not null',
    );
    const accounts = [...demoAccounts, ...onboardingTrials.map(({ account }) => account)];
    expect(new Set(users.map((user) => user['user_name']))).toEqual(new Set(accounts.map(({ userName }) => userName)));
    for (const account of accounts) {
      const user = users.find((row) => row['user_name'] === account.userName);
      expect(user).toMatchObject({ role: account.role, is_enabled: account.isEnabled });
    }
    expect(await verifyPassword(demoAccounts[0]?.password ?? '', String(users[0]?.['password_hash']))).toBe(true);
  });

  test('leaves every index and foreign key in place', { tags: ['hard'] }, async () => {
    const definitions = () =>
      rowsOf(`select indexdef as text from pg_indexes where schemaname = 'public'
              union all select conname || pg_get_constraintdef(oid) from pg_constraint order by 1`);
    const before = await definitions();
    await seed(server.database, { organizations: 20 });
    expect(await definitions()).toEqual(before);
    const made = await server
      .client('SysAdmin')
      .organizations.create({ body: { name: 'After', subdomain: 'after-seed' } });
    expect(made.orgId).toBe(10_021);
    await rowsOf(`delete from organizations where id = '${made.id}'`);
  });
});

describe('replacing data that people made', () => {
  test('is refused without force, and nothing changes', async () => {
    const made = await server
      .client('SysAdmin')
      .organizations.create({ body: { name: 'Real', subdomain: 'real-work' } });
    await expect(seed(server.database, { organizations: 10 })).rejects.toThrow(SeedRefused);
    expect(await server.client('SysAdmin').organizations.get({ params: { id: made.id } })).toMatchObject({
      name: 'Real',
    });
    await seed(server.database, { organizations: 10, force: true });
    expect(await rowsOf('select 1 from organizations')).toHaveLength(10);
  });
});

describe('npm run seed', () => {
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, ['server/seed/main.ts', ...args], {
        env: {
          ...process.env,
          NODE_ENV: '',
          DATABASE_URL: server.config.databaseUrl ?? '',
          MIGRATION_DATABASE_URL: server.config.migrationDatabaseUrl ?? '',
          ...env,
        },
      });
      let output = '';
      child.stderr.on('data', (part: Buffer) => {
        output += part.toString();
      });
      child.once('close', (code) => resolve({ code, output }));
    });

  test('fills the database and says what it does', async () => {
    const { code, output } = await run(['--organizations', '25', '--force']);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('25 organizations are ready') });
    expect(await rowsOf('select 1 from organizations')).toHaveLength(25);
  });

  test('is refused in production and with a wrong number', { tags: ['hard'] }, async () => {
    const settings = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://carepost.example',
      CAREPOST_KEY_FILE: '/etc/carepost/key',
      DATABASE_URL: 'postgres://owner:a-long-password@127.0.0.1:9/none',
      MIGRATION_DATABASE_URL: '',
    };
    const [refused, wrongNumber, unknown] = await Promise.all([
      run([], settings),
      run(['--organizations', 'many']),
      run(['--organisations', '5']),
    ]);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('Demo data is refused when NODE_ENV is production.');
    expect(wrongNumber).toMatchObject({ code: 1 });
    expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining('Usage') });
  });
});
