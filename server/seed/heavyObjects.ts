import type { ClientBase } from 'pg';

/** A definition to make again after loading. */
interface Rebuild {
  readonly drop: string;
  readonly create: string;
}

const constraintsOf = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`;

const indexesOf = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index
  where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/**
 * Takes foreign keys and secondary indexes off the tables while `load` fills them, and makes them again: building an index once
 * costs a fraction of a million insertions into it. All inside the caller's transaction.
 */
export async function withoutIndexes(
  client: ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const keys = await client.query<Rebuild>(constraintsOf, [tables]);
  const indexes = await client.query<Rebuild>(indexesOf, [tables]);
  for (const { drop } of [...keys.rows, ...indexes.rows]) await client.query(drop);
  await load();
  for (const { create } of [...indexes.rows, ...keys.rows]) await client.query(create);
}
