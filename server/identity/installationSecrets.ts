import { eq } from 'drizzle-orm';
import type { Database } from '../database/openDatabase.ts';
import { installationSecrets } from '../database/schema/records.ts';

/**
 * The secret of this name, made on first use. When several processes start together the first insert wins
 * and all of them read that one.
 */
export async function loadSecret<T>(database: Database, name: string, create: () => Promise<T>): Promise<T> {
  const kept = await readSecret<T>(database, name);
  if (kept !== undefined) return kept;
  await database.db
    .insert(installationSecrets)
    .values({ name, value: await create() })
    .onConflictDoNothing();
  const winner = await readSecret<T>(database, name);
  if (winner === undefined) throw new Error(`The secret ${name} could not be stored.`);
  return winner;
}

async function readSecret<T>(database: Database, name: string): Promise<T | undefined> {
  const [row] = await database.db
    .select({ value: installationSecrets.value })
    .from(installationSecrets)
    .where(eq(installationSecrets.name, name));
  return row?.value as T | undefined;
}
