import { and, asc, eq } from 'drizzle-orm';
import type { Drizzle } from '../database/openDatabase.ts';
import { documentSources } from '../database/schema/addresses.ts';

/** Direct addresses of an organization that are in use. */
export const addressesOf = async (db: Drizzle, organizationId: string | null) =>
  organizationId === null
    ? []
    : db
        .select({ address: documentSources.address, displayName: documentSources.displayName })
        .from(documentSources)
        .where(
          and(
            eq(documentSources.organizationId, organizationId),
            eq(documentSources.type, 'DirectMessaging'),
            eq(documentSources.status, 1),
            eq(documentSources.isEnabled, true),
          ),
        )
        .orderBy(asc(documentSources.address));
