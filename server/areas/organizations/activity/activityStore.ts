import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type {
  ApiCapture,
  DeleteImpact,
  HistoryEntry,
  OutboundJob,
  UsageMonth,
} from '../../../../shared/contract/organizationActivity.ts';
import { jobStatuses } from '../../../../shared/contract/organizationActivity.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { apiCaptures } from '../../../database/schema/activity.ts';
import { documentSources, faxAccounts } from '../../../database/schema/addresses.ts';
import { alternateOids, directoryEntries } from '../../../database/schema/carequality.ts';
import {
  devices,
  licenses,
  organizationIntegrations,
  serviceAccounts,
  usageStatistics,
} from '../../../database/schema/organizations.ts';
import { organizationUsers } from '../../../database/schema/people.ts';
import { auditEntries, outboundJobs } from '../../../database/schema/records.ts';

interface PageQuery {
  readonly pageNumber: number;
  readonly pageSize: number;
}
interface Page<T> {
  readonly items: T[];
  readonly totalCount: number;
}

const slice = ({ pageNumber, pageSize }: PageQuery) => ({ limit: pageSize, offset: (pageNumber - 1) * pageSize });

export async function historyPage(db: Drizzle, organizationId: string, query: PageQuery): Promise<Page<HistoryEntry>> {
  const where = and(
    eq(auditEntries.targetType, 'organization'),
    eq(auditEntries.targetId, organizationId),
    eq(auditEntries.outcome, 'Success'),
    eq(auditEntries.isRead, false),
  );
  const { limit, offset } = slice(query);
  const [rows, totalCount] = await Promise.all([
    db.select().from(auditEntries).where(where).orderBy(desc(auditEntries.id)).limit(limit).offset(offset),
    db.$count(auditEntries, where),
  ]);
  const items = rows.map(({ id, at, actorName, action, reason, runId, requestId, changes }) => ({
    id,
    at: at.toISOString(),
    actorName,
    action,
    reason,
    runId,
    requestId,
    changes: Object.entries(changes).map(([field, { before, after }]) => ({ field, before, after })),
  }));
  return { items, totalCount };
}

export async function usageOf(db: Drizzle, organizationId: string): Promise<UsageMonth[]> {
  const rows = await db
    .select()
    .from(usageStatistics)
    .where(eq(usageStatistics.organizationId, organizationId))
    .orderBy(desc(usageStatistics.month));
  return rows.map(({ month, messagesSent, messagesReceived, faxPages }) => ({
    month: month.toISOString(),
    messagesSent,
    messagesReceived,
    faxPages,
  }));
}

/** Counts what the foreign keys would take along, in one statement so that the numbers belong together. */
export async function deleteImpactOf(db: Drizzle, organizationId: string): Promise<DeleteImpact> {
  const count = (table: CountedTable, condition?: SQL) =>
    sql<number>`(select count(*)::int from ${table} where ${table.organizationId} = ${organizationId}${condition ? sql` and ${condition}` : sql``})`;
  const [row] = await db
    .select({
      users: count(organizationUsers),
      directAddresses: count(documentSources, sql`${documentSources.type} = 'DirectMessaging'`),
      faxNumbers: count(documentSources, sql`${documentSources.type} = 'Fax'`),
      serviceAccounts: count(serviceAccounts),
      devices: count(devices),
      licenses: count(licenses),
      integrations: count(organizationIntegrations),
      alternateOids: count(alternateOids),
      directoryEntries: count(directoryEntries),
    })
    .from(sql`(select 1) as one`);
  if (!row) throw new Error('A count gave no row.');
  return row;
}

type CountedTable =
  | typeof devices
  | typeof licenses
  | typeof organizationUsers
  | typeof documentSources
  | typeof serviceAccounts
  | typeof organizationIntegrations
  | typeof alternateOids
  | typeof directoryEntries;

/** What has expired is not read any more, whether or not it was deleted yet. */
export async function capturePage(db: Drizzle, organizationId: string, query: PageQuery): Promise<Page<ApiCapture>> {
  const where = and(eq(apiCaptures.organizationId, organizationId), sql`${apiCaptures.expiresAt} > now()`);
  const { limit, offset } = slice(query);
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(apiCaptures)
      .where(where)
      .orderBy(desc(apiCaptures.at), desc(apiCaptures.id))
      .limit(limit)
      .offset(offset),
    db.$count(apiCaptures, where),
  ]);
  const items = rows.map(({ organizationId: _own, at, expiresAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { items, totalCount };
}

/** Jobs about the organization itself and about its fax accounts. */
export async function jobPage(db: Drizzle, organizationId: string, query: PageQuery): Promise<Page<OutboundJob>> {
  const accounts = db
    .select({ id: sql<string>`${faxAccounts.id}::text` })
    .from(faxAccounts)
    .where(eq(faxAccounts.organizationId, organizationId));
  const where = or(eq(outboundJobs.targetId, organizationId), inArray(outboundJobs.targetId, accounts));
  const { limit, offset } = slice(query);
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(outboundJobs)
      .where(where)
      .orderBy(desc(outboundJobs.createdAt), desc(outboundJobs.id))
      .limit(limit)
      .offset(offset),
    db.$count(outboundJobs, where),
  ]);
  const items = rows.map(({ targetId: _target, status, createdAt, nextAttemptAt, finishedAt, ...row }) => ({
    ...row,
    status: jobStatuses.find((known) => known === status) ?? 'Pending',
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
  return { items, totalCount };
}
