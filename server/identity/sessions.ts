import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Session } from '../../shared/contract/userSchemas.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { oidcPayloads } from '../database/schema/records.ts';
import type { Transaction } from '../database/transaction.ts';

const accountOfRow = sql`${oidcPayloads.payload} ->> 'accountId'`;

/** Ids of grants are secrets of the provider: lists name a part of them. */
const shownId = (grant: string) => grant.slice(0, 8);

/** Where a user is signed in, newest first. A grant stands for each sign-in of the web application and for each command line. */
export async function sessionsOf(db: Drizzle, userId: string, ownGrant?: string): Promise<Session[]> {
  const rows = await db
    .select({
      id: oidcPayloads.id,
      clientId: sql<string>`coalesce(${oidcPayloads.payload} ->> 'clientId', '')`,
      startedAt: oidcPayloads.createdAt,
      expiresAt: oidcPayloads.expiresAt,
    })
    .from(oidcPayloads)
    .where(
      and(
        eq(accountOfRow, userId),
        eq(oidcPayloads.model, 'Grant'),
        gt(oidcPayloads.expiresAt, sql`${new Date()}::timestamptz`),
      ),
    )
    .orderBy(desc(oidcPayloads.createdAt), oidcPayloads.id);
  return rows.map(({ id, clientId, startedAt, expiresAt }) => ({
    id: shownId(id),
    clientId,
    startedAt: startedAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    isCurrent: id === ownGrant,
  }));
}

const grantsAmong = (rows: readonly { readonly model: string }[]) =>
  rows.filter(({ model }) => model === 'Grant').length;

/**
 * Ends every session of a user: the provider's sessions, grants, refresh tokens and codes. Access tokens name their grant, so the next call with
 * one is refused at every server (tokens/findActor.ts), and live connections end with the next check. Returns the number of sign-ins ended.
 */
export async function endSessions(tx: Transaction, userId: string): Promise<number> {
  return grantsAmong(
    await tx.delete(oidcPayloads).where(eq(accountOfRow, userId)).returning({ model: oidcPayloads.model }),
  );
}

/** The same for all sign-ins but one. */
export async function endOtherSessions(tx: Transaction, userId: string, ownGrant: string): Promise<number> {
  const { id, model, payload } = oidcPayloads;
  const belongsToOwn = sql`(${payload} ->> 'grantId' is not distinct from ${ownGrant}
    or jsonb_path_exists(${payload}, '$.authorizations.*.grantId ? (@ == $grant)', jsonb_build_object('grant', ${ownGrant}::text)))`;
  return grantsAmong(
    await tx
      .delete(oidcPayloads)
      .where(and(eq(accountOfRow, userId), ne(id, ownGrant), sql`not ${belongsToOwn}`))
      .returning({ model }),
  );
}
