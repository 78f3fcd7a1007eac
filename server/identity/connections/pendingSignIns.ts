import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';
import { oidcPayloads } from '../../database/schema/records.ts';
import { type AnonymousLimits, storeAnonymous } from '../anonymousRows.ts';

/** A sign-in that is under way at another provider. */
export interface PendingSignIn {
  readonly connection: string;
  readonly interactionUid: string;
  readonly codeVerifier: string;
  readonly nonce: string;
}

const model = 'ConnectionSignIn';
export const pendingSeconds = 10 * 60;
const idOf = (state: string) => createHash('sha256').update(state).digest('base64url');

/** Limited like the other rows that a caller without a sign-in stores. */
export async function keepPending(
  database: Database,
  limits: AnonymousLimits,
  { state, address, pending }: { readonly state: string; readonly address: string; readonly pending: PendingSignIn },
): Promise<void> {
  const expiresAt = new Date(Date.now() + pendingSeconds * 1000);
  await storeAnonymous(database, limits, address, async (columns) => {
    await database.db.insert(oidcPayloads).values({ model, id: idOf(state), payload: pending, expiresAt, ...columns });
  });
}

/** Each one is taken once. */
export async function takePending(database: Database, state: string): Promise<PendingSignIn | undefined> {
  const [row] = await database.db
    .delete(oidcPayloads)
    .where(
      and(
        eq(oidcPayloads.model, model),
        eq(oidcPayloads.id, idOf(state)),
        gt(oidcPayloads.expiresAt, sql`${new Date()}::timestamptz`),
      ),
    )
    .returning({ payload: oidcPayloads.payload });
  return row?.payload as PendingSignIn | undefined;
}
