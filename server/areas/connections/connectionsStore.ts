import { and, asc, desc, eq, getTableColumns, ilike, inArray, ne, or, sql } from 'drizzle-orm';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { Connection, connections as contract } from '../../../shared/contract/connections.ts';
import type { Config } from '../../config.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { brands } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { ssoConnections } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';
import { callbackAddress } from '../../identity/connections/openConnection.ts';
import { containing } from '../../database/likePattern.ts';

export type ConnectionRow = typeof ssoConnections.$inferSelect;
type Address = Pick<Config, 'publicUrl'>;

const { clientSecret: _clientSecret, ...columns } = getTableColumns(ssoConnections);

const joined = (db: Drizzle) =>
  db
    .select({
      ...columns,
      hasSecret: sql<boolean>`${ssoConnections.clientSecret} is not null`,
      organizationName: organizations.name,
    })
    .from(ssoConnections)
    .leftJoin(organizations, eq(organizations.id, ssoConnections.organizationId));

const recordOf = (
  { trustedDomains, createdAt, modifiedAt, ...row }: Awaited<ReturnType<typeof joined>>[number],
  config: Address,
): Connection => ({
  ...row,
  domains: trustedDomains,
  signInUrl: `${config.publicUrl}/account/login/${encodeURIComponent(row.name)}`,
  redirectUrl: callbackAddress(config),
  createdAt: createdAt.toISOString(),
  modifiedAt: modifiedAt.toISOString(),
});

/** The search looks into names, issuers, names of organizations and domains. */
export async function connectionPage(
  { db }: Database,
  config: Address,
  query: HandlerInput<typeof contract.list>['query'],
) {
  const { pageNumber, pageSize, sortDir, search, organizationId, isEnabled } = query;
  const direction = sortDir === 'asc' ? asc : desc;
  const pattern = search && containing(search);
  const where = and(
    pattern
      ? or(
          ilike(ssoConnections.name, pattern),
          ilike(ssoConnections.displayName, pattern),
          ilike(ssoConnections.issuer, pattern),
          ilike(organizations.name, pattern),
          ilike(sql`array_to_string(${ssoConnections.trustedDomains}, ' ')`, pattern),
        )
      : undefined,
    organizationId === undefined ? undefined : eq(ssoConnections.organizationId, organizationId),
    isEnabled === undefined ? undefined : eq(ssoConnections.isEnabled, isEnabled),
  );
  const [rows, [counted]] = await Promise.all([
    joined(db)
      .where(where)
      .orderBy(direction(ssoConnections.name))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(ssoConnections)
      .leftJoin(organizations, eq(organizations.id, ssoConnections.organizationId))
      .where(where),
  ]);
  return { items: rows.map((row) => recordOf(row, config)), totalCount: counted?.count ?? 0 };
}

export async function readConnection(db: Drizzle, config: Address, id: string): Promise<Connection | undefined> {
  const [row] = await joined(db).where(eq(ssoConnections.id, id));
  return row && recordOf(row, config);
}

/** The stored row with its encrypted secret. */
export async function storedConnection({ db }: Pick<Database, 'db'>, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(ssoConnections).where(eq(ssoConnections.id, id));
  return row;
}

/** Holds the connection until the transaction ends, and before it its organization, whose save reads its connections. */
export async function lockConnection(tx: Transaction, id: string): Promise<ConnectionRow | undefined> {
  const owner = tx.select({ id: ssoConnections.organizationId }).from(ssoConnections).where(eq(ssoConnections.id, id));
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(inArray(organizations.id, owner))
    .for('no key update');
  const [row] = await tx.select().from(ssoConnections).where(eq(ssoConnections.id, id)).for('update');
  return row;
}

/** Whether the organization exists; it stays until the transaction ends. */
export async function holdOrganization(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('key share');
  return rows.length > 0;
}

export async function insertConnection(tx: Transaction, values: typeof ssoConnections.$inferInsert): Promise<void> {
  await tx.insert(ssoConnections).values(values);
}

export async function updateConnection(
  tx: Transaction,
  id: string,
  values: Partial<typeof ssoConnections.$inferInsert>,
): Promise<void> {
  await tx
    .update(ssoConnections)
    .set({ ...values, modifiedAt: sql`now()`, version: sql`${ssoConnections.version} + 1` })
    .where(eq(ssoConnections.id, id));
}

export async function deleteConnection(tx: Transaction, id: string): Promise<void> {
  await tx.delete(ssoConnections).where(eq(ssoConnections.id, id));
}

/** Whether its own organization, without password sign-in, could sign in by neither a brand nor another connection. */
export async function isOnlyWayIn(tx: Transaction, { id, organizationId, isEnabled }: ConnectionRow): Promise<boolean> {
  if (organizationId === null || !isEnabled) return false;
  const others = and(
    eq(ssoConnections.organizationId, organizationId),
    eq(ssoConnections.isEnabled, true),
    ne(ssoConnections.id, id),
  );
  const depends = and(
    eq(organizations.id, organizationId),
    eq(organizations.passwordSignIn, false),
    sql`not exists (select from ${brands} where ${brands.id} = ${organizations.brandId} and ${brands.connectionName} <> '')`,
  );
  return (await tx.$count(ssoConnections, others)) === 0 && (await tx.$count(organizations, depends)) > 0;
}

/** Organizations without password sign-in whose brand names the connection: none of their users could sign in without it. */
export async function countDependents(tx: Transaction, name: string): Promise<number> {
  // Locked like in the save of an organization, which reads the connection of its brand.
  const holders = await tx.select({ id: brands.id }).from(brands).where(eq(brands.connectionName, name)).for('update');
  if (holders.length === 0) return 0;
  return tx.$count(
    organizations,
    and(
      eq(organizations.passwordSignIn, false),
      sql`${organizations.brandId} in (select ${brands.id} from ${brands} where ${brands.connectionName} = ${name})`,
    ),
  );
}
