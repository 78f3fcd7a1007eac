import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { auditRights } from '../../../server/database/accounts.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../../server/database/openDatabase.ts';
import { requireAppendOnlyAudit } from '../../../server/operations/appendOnlyAudit.ts';
import { asOwner, copyTemplate, type DatabaseCopy, quietLog } from '../../support/database/databases.ts';

/** Quality AD-3: the application's account adds and reads audit rows, and can do nothing else to them. */

let database: Database;
let copy: DatabaseCopy;
let pool: Pool;
beforeAll(async () => {
  copy = await copyTemplate(inject('testDatabases'));
  database = await openDatabase({ ...readConfig(copy.env), poolSize: 4 }, quietLog);
  ({ pool } = database);
});
afterAll(async () => {
  await database.close();
  await copy.drop();
});

const insert = `insert into audit_entries (actor_id, actor_name, action, target_type, target_id, changes, request_id)
  values ('a', 'Ann', 'test.add', 'word', 'x', '{}', 'r')`;

test('the account adds and reads audit rows', async () => {
  await pool.query(insert);
  const { rows } = await pool.query(`select actor_name as name from audit_entries where request_id = 'r'`);
  expect(rows).toEqual([{ name: 'Ann' }]);
});

test.each([
  `update audit_entries set actor_name = 'Ben'`,
  `insert into audit_entries select * from audit_entries on conflict (id) do update set actor_name = 'Ben'`,
  'delete from audit_entries',
  'truncate audit_entries',
  'truncate audit_entries cascade',
  'do $$ begin lock table audit_entries in access exclusive mode; end $$',
  'alter table audit_entries disable trigger all',
  'alter table audit_entries rename to other',
  'alter table audit_entries add column extra text',
  'alter table audit_entries owner to current_user',
  'create trigger t before insert on audit_entries for each row execute function suppress_redundant_updates_trigger()',
  'create rule r as on insert to audit_entries do instead nothing',
  'create index other on audit_entries (at)',
  'drop table audit_entries',
  'drop table audit_entries cascade',
  'drop schema public cascade',
  'alter schema public rename to other',
  `select setval('audit_entries_id_seq', 1)`,
  'alter sequence audit_entries_id_seq restart',
  'create table public.audit_entries_2 (id int)',
  'create schema other',
  'set session_replication_role = replica',
  'alter role current_user superuser',
  'create role other superuser',
])('%s is refused', async (statement) => {
  const outcome = await pool.query(statement).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
  expect(outcome).toBe('42501');
});

test('the account holds no right that leads round the refusals', async () => {
  expect(await auditRights(pool)).toEqual([]);
  const { rows } = await pool.query(
    `select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as mighty,
       (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships
     from pg_roles r where rolname = current_user`,
  );
  expect(rows).toEqual([{ mighty: false, memberships: 0 }]);
});

test('tables of later migrations are open to the account, audit rows stay closed after each start', async () => {
  await asOwner(database, 'create table later (id bigserial primary key)');
  await pool.query('insert into later default values');
  await asOwner(database, 'drop table later');
  await migrate(database);
  await expect(pool.query('delete from audit_entries')).rejects.toMatchObject({ code: '42501' });
  await pool.query(insert);
});

describe('one account for everything', () => {
  const withOwner = async <T>(work: (pool: Pick<Pool, 'query'>) => Promise<T>): Promise<T> => {
    const client = new Client(database.owner);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  test('is refused in production, with the way out', () =>
    withOwner(async (client) => {
      const refused = requireAppendOnlyAudit({ pool: client as Pool }, { production: true }, quietLog);
      await expect(refused).rejects.toThrow(/could change the audit trail: it is a superuser.*MIGRATION_DATABASE_URL/);
    }));

  test('is a warning elsewhere', () =>
    withOwner(async (client) => {
      const warnings: unknown[] = [];
      const log = { warn: (text: unknown) => void warnings.push(text) };
      await requireAppendOnlyAudit({ pool: client as Pool }, { production: false }, log);
      expect(warnings).toEqual([expect.stringContaining('could change the audit trail')]);
    }));
});

describe('a server without the account of the migrations', () => {
  const alone = () => ({ target: database.target, owner: database.target });

  test('serves a database of its release', () => migrate(alone()));

  test('names the setting where the database is older', async () => {
    await asOwner(database, 'update drizzle.__drizzle_migrations set created_at = created_at - 1');
    await expect(migrate(alone())).rejects.toThrow(/has to be migrated.*MIGRATION_DATABASE_URL/);
    await asOwner(database, 'update drizzle.__drizzle_migrations set created_at = created_at + 1');
  });
});
