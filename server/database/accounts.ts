import { type Client, escapeIdentifier, type Pool } from 'pg';

/** Tables whose rows the application adds and reads, and never changes or removes (AD-3). */
const auditTables = ['audit_entries', 'audit_seals', 'audit_seal_events', 'audit_removals'] as const;
/** The kind of the installation as well: an account that could change it would make a database of the demo one of production. */
const appendOnlyTables = [...auditTables, 'installation'].join(', ');
const schemas = 'public, graphile_worker';

/**
 * Grants the application's account what it needs, after the migrations and as their account. It is repeated at each start, so that tables
 * of later migrations and of the queue are covered; default privileges cover those that are added in between.
 */
export async function grantApplication(owner: Client, application: string): Promise<void> {
  const role = escapeIdentifier(application);
  const rows = 'select, insert, update, delete';
  await owner.query(`
    revoke create on schema public from public;
    grant usage on schema ${schemas}, drizzle to ${role};
    grant ${rows} on all tables in schema ${schemas} to ${role};
    grant usage, select on all sequences in schema ${schemas} to ${role};
    grant select on all tables in schema drizzle to ${role};
    alter default privileges in schema ${schemas} grant ${rows} on tables to ${role};
    alter default privileges in schema ${schemas} grant usage, select on sequences to ${role};
    revoke all on ${appendOnlyTables} from ${role}, public;
    grant select, insert on ${appendOnlyTables} to ${role};
    grant execute on function remove_audit_events(bigint) to ${role}`);
  await openQueue(owner, role);
}

/** The queue enables row security on its tables, which hides every row from accounts that do not own them. */
async function openQueue(owner: Client, role: string): Promise<void> {
  const policy = 'carepost_application';
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'graphile_worker' and c.relkind = 'r' and c.relrowsecurity
       and not exists (
         select from pg_policy p where p.polrelid = c.oid and p.polname = $1 and $2::regrole = any(p.polroles))`,
    [policy, role],
  );
  for (const { name } of rows) {
    await owner.query(`
      drop policy if exists ${policy} on ${name};
      create policy ${policy} on ${name} to ${role} using (true) with check (true)`);
  }
}

/** Why this account could change audit rows unnoticed; empty where it cannot. */
export async function auditRights(application: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await application.query<Record<string, boolean>>(
    `select bool_or(r.rolsuper) as "is a superuser",
       bool_or(r.rolcreaterole) as "may create roles",
       bool_or(pg_has_role(d.datdba, 'member')) as "owns the database",
       bool_or(pg_has_role(n.nspowner, 'member')) as "owns the schema",
       bool_or(pg_has_role(c.relowner, 'member')) as "owns the table",
       bool_or(has_table_privilege(c.oid, 'update, delete, truncate, trigger')) as "may change rows"
     from pg_roles r, pg_database d, pg_class c join pg_namespace n on n.oid = c.relnamespace
     where r.rolname = current_user and d.datname = current_database() and c.oid = any($1::regclass[])`,
    [auditTables],
  );
  return Object.entries(rows[0] ?? {}).flatMap(([right, isHeld]) => (isHeld ? [right] : []));
}
