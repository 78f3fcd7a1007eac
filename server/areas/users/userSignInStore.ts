import { and, desc, eq, like } from 'drizzle-orm';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database } from '../../database/openDatabase.ts';
import { auditEntries } from '../../database/schema/records.ts';

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
