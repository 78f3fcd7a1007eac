import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  like,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type {
  WhitelistEntry,
  WhitelistItem,
  integrationwhitelist as contract,
} from '../../../shared/contract/integrationwhitelist.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { integrationWhitelist } from '../../database/schema/integrations.ts';
import { integrations } from '../../database/schema/lookups.ts';
import { organizationIntegrations, organizations } from '../../database/schema/organizations.ts';
import type { Transaction } from '../../database/transaction.ts';
import { containing } from '../../database/likePattern.ts';

const { sortKey: _sortKey, searchText: _searchText, ...entryColumns } = getTableColumns(integrationWhitelist);

const joined = (db: Drizzle) =>
  db
    .select({
      ...entryColumns,
      integrationName: integrations.name,
      organizationName: organizations.name,
    })
    .from(integrationWhitelist)
    .innerJoin(integrations, eq(integrations.id, integrationWhitelist.integrationId))
    .leftJoin(organizations, eq(organizations.id, integrationWhitelist.organizationId));

const itemOf = ({ createdAt, modifiedAt, ...row }: Awaited<ReturnType<typeof joined>>[number]): WhitelistItem => ({
  ...row,
  name: `${row.integrationName}: ${row.organizationName ?? 'every organization'}`,
  createdAt: createdAt.toISOString(),
  modifiedAt: modifiedAt.toISOString(),
});

/**
 * The search looks into the names of integration and organization and into the note. Pages of the second half are read from the end, so that
 * the last page costs no more than the first.
 */
export const whitelistPage = (database: Database, query: HandlerInput<typeof contract.list>['query']) =>
  inOneSnapshot(database, async (tx) => {
    const { pageNumber, pageSize, sortDir, search, integrationId, organizationId, isForAll, isEnabled } = query;
    const where = and(
      search ? like(integrationWhitelist.searchText, containing(search.toLowerCase())) : undefined,
      integrationId === undefined ? undefined : eq(integrationWhitelist.integrationId, integrationId),
      organizationId === undefined ? undefined : eq(integrationWhitelist.organizationId, organizationId),
      isForAll === undefined ? undefined : (isForAll ? isNull : isNotNull)(integrationWhitelist.organizationId),
      isEnabled === undefined ? undefined : eq(integrationWhitelist.isEnabled, isEnabled),
    );
    const totalCount = await tx.$count(integrationWhitelist, where);
    const offset = (pageNumber - 1) * pageSize;
    const count = Math.min(pageSize, totalCount - offset);
    if (count <= 0) return { items: [], totalCount };
    const isFromEnd = offset > totalCount / 2;
    const order = (isAscending: boolean) => {
      const direction = isAscending ? asc : desc;
      return [direction(integrationWhitelist.sortKey), direction(integrationWhitelist.id)];
    };
    const ids = tx
      .select({ id: integrationWhitelist.id })
      .from(integrationWhitelist)
      .where(where)
      .orderBy(...order((sortDir === 'asc') !== isFromEnd))
      .limit(count)
      .offset(isFromEnd ? totalCount - offset - count : offset);
    const rows = await joined(tx)
      .where(inArray(integrationWhitelist.id, ids))
      .orderBy(...order(sortDir === 'asc'));
    return { items: rows.map(itemOf), totalCount };
  });

const others = alias(integrationWhitelist, 'others');

/** Organizations that have the integration and that no other enabled entry allows. */
async function dependentsOf(db: Drizzle, entry: WhitelistItem): Promise<number> {
  if (!entry.isEnabled) return 0;
  const owner = organizationIntegrations.organizationId;
  const [row] = await db
    .select({ count: countDistinct(owner) })
    .from(organizationIntegrations)
    .innerJoin(integrations, eq(integrations.type, organizationIntegrations.type))
    .where(
      and(
        eq(integrations.id, entry.integrationId),
        entry.organizationId === null ? undefined : eq(owner, entry.organizationId),
        notExists(
          db
            .select({ one: sql`1` })
            .from(others)
            .where(
              and(
                eq(others.integrationId, entry.integrationId),
                ne(others.id, entry.id),
                eq(others.isEnabled, true),
                or(isNull(others.organizationId), eq(others.organizationId, owner)),
              ),
            ),
        ),
      ),
    );
  return row?.count ?? 0;
}

export async function findEntry(db: Drizzle, id: string): Promise<WhitelistEntry | undefined> {
  const [row] = await joined(db).where(eq(integrationWhitelist.id, id));
  if (!row) return undefined;
  const item = itemOf(row);
  return { ...item, dependentCount: await dependentsOf(db, item) };
}

/** Holds the entry until the transaction ends. */
export async function lockEntry(tx: Transaction, id: string): Promise<WhitelistItem | undefined> {
  const [row] = await joined(tx).where(eq(integrationWhitelist.id, id)).for('update', { of: integrationWhitelist });
  return row && itemOf(row);
}

/** Which of both exist; they stay until the transaction ends. */
export async function holdReferences(tx: Transaction, integrationId: string, organizationId: string | null) {
  const [integration] = await tx
    .select({ id: integrations.id })
    .from(integrations)
    .where(eq(integrations.id, integrationId))
    .for('key share');
  const [organization] =
    organizationId === null
      ? [{ id: null }]
      : await tx
          .select({ id: organizations.id })
          .from(organizations)
          .where(eq(organizations.id, organizationId))
          .for('key share');
  return { hasIntegration: integration !== undefined, hasOrganization: organization !== undefined };
}

export async function insertEntry(tx: Transaction, values: typeof integrationWhitelist.$inferInsert): Promise<void> {
  await tx.insert(integrationWhitelist).values(values);
}

export async function updateEntry(
  tx: Transaction,
  id: string,
  columns: Partial<Pick<typeof integrationWhitelist.$inferInsert, 'note' | 'isEnabled'>>,
  author: string,
): Promise<void> {
  await tx
    .update(integrationWhitelist)
    .set({
      ...columns,
      modifiedAt: new Date(),
      modifiedBy: author,
      version: sql`${integrationWhitelist.version} + 1`,
    })
    .where(eq(integrationWhitelist.id, id));
}

export async function deleteEntry(tx: Transaction, id: string): Promise<void> {
  await tx.delete(integrationWhitelist).where(eq(integrationWhitelist.id, id));
}
