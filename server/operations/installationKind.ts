import { eq, sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { DatabaseStartError } from '../database/embedded/startError.ts';
import type { Database } from '../database/openDatabase.ts';
import { installation } from '../database/schema/records.ts';

type Kind = typeof installation.$inferSelect.kind;

const refusals: Readonly<Record<Kind, string>> = {
  demo: 'The database is of the demo, whose accounts have public passwords, and this server is not the demo (NODE_ENV=production or DEMO=false). Use an empty database: another DATABASE_URL or CAREPOST_DATA; or DEMO=true to show the demo.',
  production:
    'The database is of an installation without demo accounts, and this server would run the demo on it. Set NODE_ENV=production or DEMO=false, or use another database: DATABASE_URL or CAREPOST_DATA.',
};

/**
 * Refuses servers without demo accounts (production, or DEMO=false) on a database of the demo, and the demo on any other. The accounts in
 * the database decide; an empty one is decided by its first start.
 */
export async function requireKind({ db }: Pick<Database, 'db'>, { demo }: Pick<Config, 'demo'>): Promise<void> {
  const kind: Kind = demo ? 'demo' : 'production';
  // Servers that start together: one of them decides.
  await db.execute(sql`
    insert into installation (id, kind)
    select 1, coalesce(max(case when is_demo then 'demo' end), case when count(*) > 0 then 'production' else ${kind} end)
    from users on conflict do nothing`);
  const [known] = await db.select({ kind: installation.kind }).from(installation).where(eq(installation.id, 1));
  if (known && known.kind !== kind) throw new DatabaseStartError(refusals[known.kind]);
}
