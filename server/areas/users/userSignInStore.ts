import { and, desc, eq, gt, like, sql } from 'drizzle-orm';
import type { Session } from '../../../shared/contract/userSchemas.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { auditEntries, oidcPayloads } from '../../database/schema/records.ts';

/** A grant stands for each sign-in of the web application and for each command line. */
export async function sessionsOf(db: Drizzle, userId: string): Promise<Session[]> {
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
        eq(sql`${oidcPayloads.payload} ->> 'accountId'`, userId),
        eq(oidcPayloads.model, 'Grant'),
        gt(oidcPayloads.expiresAt, sql`${new Date()}::timestamptz`),
      ),
    )
    .orderBy(desc(oidcPayloads.createdAt), oidcPayloads.id);
  // Ids of grants are secrets of the provider: the list names a part of them.
  return rows.map(({ id, clientId, startedAt, expiresAt }) => ({
    id: id.slice(0, 8),
    clientId,
    startedAt: startedAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }));
}

/** The events that the sign-in service wrote about the user, and those of administrators that changed how they sign in. */
export const signInPage = (
  database: Database,
  userId: string,
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
) =>
  inOneSnapshot(database, async (tx) => {
    const where = and(
      eq(auditEntries.targetId, userId),
      eq(auditEntries.targetType, 'user'),
      like(auditEntries.action, 'identity.%'),
    );
    const totalCount = await tx.$count(auditEntries, where);
    const rows = await tx
      .select({
        id: auditEntries.id,
        at: auditEntries.at,
        action: auditEntries.action,
        outcome: auditEntries.outcome,
        changes: auditEntries.changes,
        actorName: auditEntries.actorName,
      })
      .from(auditEntries)
      .where(where)
      .orderBy(desc(auditEntries.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize);
    const items = rows.map(({ at, changes, ...row }) => ({
      ...row,
      at: at.toISOString(),
      address: textOf(changes['address']?.after),
      method: textOf(changes['connection']?.after) ?? textOf(changes['method']?.after),
    }));
    return { items, totalCount };
  });

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
