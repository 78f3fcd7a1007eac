import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';
import { oidcPayloads } from '../../database/schema/records.ts';

/** A sign-in whose password was right and whose code is missing. It belongs to one interaction, which the cookie of the browser names (AU-4). */
const model = 'CodeStep';
const minutes = 5;

export async function keepPendingCode({ db }: Pick<Database, 'db'>, uid: string, accountId: string): Promise<void> {
  const set = { payload: { accountId }, expiresAt: new Date(Date.now() + minutes * 60_000) };
  await db
    .insert(oidcPayloads)
    .values({ model, id: uid, ...set })
    .onConflictDoUpdate({ target: [oidcPayloads.model, oidcPayloads.id], set });
}

const isOpen = (uid: string) =>
  and(
    eq(oidcPayloads.model, model),
    eq(oidcPayloads.id, uid),
    gt(oidcPayloads.expiresAt, sql`${new Date()}::timestamptz`),
  );

/** The account whose code is missing. */
export async function pendingAccount({ db }: Pick<Database, 'db'>, uid: string): Promise<string | undefined> {
  const [row] = await db.select({ payload: oidcPayloads.payload }).from(oidcPayloads).where(isOpen(uid));
  return (row?.payload as { readonly accountId: string } | undefined)?.accountId;
}

export async function dropPendingCode({ db }: Pick<Database, 'db'>, uid: string): Promise<void> {
  await db.delete(oidcPayloads).where(and(eq(oidcPayloads.model, model), eq(oidcPayloads.id, uid)));
}
