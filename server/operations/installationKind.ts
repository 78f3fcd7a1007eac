import { eq } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { DatabaseStartError } from '../database/embedded/startError.ts';
import type { Database } from '../database/openDatabase.ts';
import { installation } from '../database/schema/records.ts';

type Kind = typeof installation.$inferSelect.kind;

const refusals: Readonly<Record<Kind, string>> = {
  demo: 'The database is of the demo, whose accounts have public passwords, and NODE_ENV is production. Use an empty database: another DATABASE_URL or CAREPOST_DATA.',
  production:
    'The database is of production, and this server would run the demo on it. Set NODE_ENV=production (or DEMO=false for a server without demo accounts), or use another database: DATABASE_URL or CAREPOST_DATA.',
};

/**
 * Refuses production on a database of the demo, and the demo on a database of production. The first start decides; a server that is
 * neither (DEMO=false outside production) decides nothing and is refused by neither.
 */
export async function requireKind(
  { db }: Pick<Database, 'db'>,
  { production, demo }: Pick<Config, 'production' | 'demo'>,
): Promise<void> {
  const kind: Kind | undefined = production ? 'production' : demo ? 'demo' : undefined;
  if (kind === undefined) return;
  // Servers that start together: one of them decides.
  await db.insert(installation).values({ id: 1, kind }).onConflictDoNothing();
  const [known] = await db.select({ kind: installation.kind }).from(installation).where(eq(installation.id, 1));
  if (known && known.kind !== kind) throw new DatabaseStartError(refusals[known.kind]);
}
