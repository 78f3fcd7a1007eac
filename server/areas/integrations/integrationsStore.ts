import { and, asc, countDistinct, desc, eq, exists, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type {
  Integration,
  IntegrationOrganization,
  integrations as contract,
} from '../../../shared/contract/integrations.ts';
import { integrationCapabilities } from '../../../shared/rules/integration.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { integrationWhitelist } from '../../database/schema/integrations.ts';
import { integrations } from '../../database/schema/lookups.ts';
import { organizationIntegrations, organizations } from '../../database/schema/organizations.ts';
import { containing } from '../../database/likePattern.ts';

/** Enabled entries of the integration of the row. */
const enabledEntries = (db: Drizzle, organization: SQL) =>
  db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(integrationWhitelist)
    .where(
      and(
        eq(integrationWhitelist.integrationId, integrations.id),
        // Not as a comparison with a parameter, so that the partial index serves.
        sql`${integrationWhitelist.isEnabled}`,
        organization,
      ),
    );

/** Integrations with what the whitelist says of them, by name. */
async function read(db: Drizzle, where?: SQL): Promise<Integration[]> {
  const rows = await db
    .select({
      id: integrations.id,
      name: integrations.name,
      type: integrations.type,
      capabilities: integrations.capabilities,
      isForAll: sql<boolean>`(${enabledEntries(db, isNull(integrationWhitelist.organizationId))}) > 0`,
      whitelistedCount: sql`(${enabledEntries(db, isNotNull(integrationWhitelist.organizationId))})`.mapWith(Number),
    })
    .from(integrations)
    .where(where)
    .orderBy(sql`lower(${integrations.name})`);
  return rows.map(({ isForAll, capabilities, ...integration }) => ({
    ...integration,
    capabilities: integrationCapabilities.filter((capability) => capabilities.includes(capability)),
    availability: isForAll ? 'Everyone' : integration.whitelistedCount > 0 ? 'Whitelist' : 'None',
  }));
}

export const allIntegrations = ({ db }: Database): Promise<Integration[]> => read(db);

const ofType = (type: string) => eq(organizationIntegrations.type, type);

/** allowedIntegration for one integration whose availability is known: one look-up of the organization, or none. */
const allowedTo = (db: Drizzle, { id, availability }: Integration, organizationId: PgColumn): SQL<boolean> =>
  availability === 'Everyone'
    ? sql<boolean>`true`
    : sql<boolean>`${exists(
        db
          .select({ one: sql`1` })
          .from(integrationWhitelist)
          .where(
            and(
              eq(integrationWhitelist.integrationId, id),
              sql`${integrationWhitelist.isEnabled}`,
              eq(integrationWhitelist.organizationId, organizationId),
            ),
          ),
      )}`;

async function findOne(db: Drizzle, id: string): Promise<Integration | undefined> {
  const [integration] = await read(db, eq(integrations.id, id));
  return integration;
}

/** The integration with the number of its organizations, and of those among them that the whitelist blocks. */
export const findIntegration = (database: Database, id: string) =>
  inOneSnapshot(database, async (tx) => {
    const integration = await findOne(tx, id);
    if (!integration) return undefined;
    const count = async (condition?: SQL) => {
      const [row] = await tx
        .select({ count: countDistinct(organizationIntegrations.organizationId) })
        .from(organizationIntegrations)
        .where(and(ofType(integration.type), condition));
      return row?.count ?? 0;
    };
    const organizationCount = await count();
    const blockedCount = await count(not(allowedTo(tx, integration, organizationIntegrations.organizationId)));
    return { ...integration, organizationCount, blockedCount };
  });

/**
 * Organizations that have the integration, by name; undefined where there is no such integration. The ids are gathered once for page and
 * total, then the rows of the page are read.
 */
export const integrationOrganizationPage = (
  database: Database,
  id: string,
  { search, sortDir, pageNumber, pageSize, isAllowed }: HandlerInput<typeof contract.organizations>['query'],
): Promise<{ items: IntegrationOrganization[]; totalCount: number } | undefined> =>
  inOneSnapshot(database, async (tx) => {
    const integration = await findOne(tx, id);
    if (!integration) return undefined;
    const { type } = integration;
    const direction = sortDir === 'asc' ? asc : desc;
    const allowed = allowedTo(tx, integration, organizations.id);
    const owners = tx
      .select({ id: organizationIntegrations.organizationId })
      .from(organizationIntegrations)
      .where(ofType(type));
    const where = and(
      inArray(organizations.id, owners),
      search ? sql`${organizations.nameSort} like ${containing(search.toLowerCase())}` : undefined,
      isAllowed === undefined ? undefined : isAllowed ? allowed : not(allowed),
    );
    const order = [direction(organizations.nameSort), direction(organizations.id)];
    const { rows: matches } = await tx.execute<{ totalCount: number; ids: string[] | null }>(sql`
      with matches as materialized (
        select ${organizations.id} as id, ${organizations.nameSort} as name_sort from ${organizations} where ${where}
      ), page as (
        select id from matches order by name_sort ${sql.raw(sortDir)}, id ${sql.raw(sortDir)}
        limit ${pageSize} offset ${(pageNumber - 1) * pageSize}
      )
      select (select count(*)::int from matches) as "totalCount", (select array_agg(id) from page) as ids`);
    const ids = matches[0]?.ids ?? [];
    const totalCount = matches[0]?.totalCount ?? 0;
    if (ids.length === 0) return { items: [], totalCount };
    const rows = await tx
      .select({
        id: organizations.id,
        orgId: organizations.orgId,
        name: organizations.name,
        subDomain: organizations.subdomain,
        isAllowed: allowed,
      })
      .from(organizations)
      .where(inArray(organizations.id, ids))
      .orderBy(...order);
    const connections = await connectionsOf(tx, type, ids);
    const items = rows.map((row) => {
      const own = connections.filter(({ organizationId }) => organizationId === row.id);
      return {
        ...row,
        connections: own.map(({ name }) => name),
        isConnected: row.isAllowed && own.some(({ isConnected }) => isConnected),
      };
    });
    return { items, totalCount };
  });

const connectionsOf = (db: Drizzle, type: string, organizationIds: readonly string[]) =>
  db
    .select()
    .from(organizationIntegrations)
    .where(and(ofType(type), inArray(organizationIntegrations.organizationId, [...organizationIds])))
    .orderBy(organizationIntegrations.name, organizationIntegrations.id);
