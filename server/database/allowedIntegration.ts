import { and, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Drizzle } from './openDatabase.ts';
import { integrationWhitelist } from './schema/integrations.ts';
import { integrations } from './schema/lookups.ts';

/**
 * Whether an organization may use an integration: an enabled entry of the whitelist names the integration and the organization, or the
 * integration alone. Every read of an organization's integrations has this condition, so that a removed entry has its effect at once.
 */
export const allowedIntegration = (db: Drizzle, organizationId: PgColumn | SQL, type: PgColumn | SQL): SQL<boolean> =>
  sql<boolean>`${exists(
    db
      .select({ one: sql`1` })
      .from(integrationWhitelist)
      .innerJoin(integrations, eq(integrations.id, integrationWhitelist.integrationId))
      .where(
        and(
          sql`${integrations.type} = ${type}`,
          eq(integrationWhitelist.isEnabled, true),
          or(
            isNull(integrationWhitelist.organizationId),
            sql`${integrationWhitelist.organizationId} = ${organizationId}`,
          ),
        ),
      ),
  )}`;
