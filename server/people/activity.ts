import { type SQL, sql } from 'drizzle-orm';
import { auditOutcomeNames } from '../../shared/contract/auditOutcomes.ts';
import type { Activity } from '../../shared/contract/peopleSchemas.ts';
import { auditEntries } from '../database/schema/records.ts';

/** Whether an entry is about something of the organization. */
export const isOf = (organizationId: string): SQL => {
  const { targetId, targetType } = auditEntries;
  return sql`(${targetId} = ${organizationId}
    or ${targetId} in (select user_id::text from organization_users where organization_id = ${organizationId}::uuid)
    or ${targetId} in (select id::text from document_sources where organization_id = ${organizationId}::uuid)
    or ${targetId} in (select id::text from webhooks where organization_id = ${organizationId}::uuid)
    or case when ${targetType} = 'message' and ${targetId} ~ '^[0-9]{1,18}$'
      then exists (select from mail_messages where id = ${targetId}::bigint and organization_id = ${organizationId}::uuid)
      else false end)`;
};

type Row = typeof auditEntries.$inferSelect;

export const activityOf = ({ at, outcome, changes, ...row }: Row): Activity => ({
  ...row,
  at: at.toISOString(),
  outcome: auditOutcomeNames.find((known) => known === outcome) ?? 'Invalid',
  changes: Object.entries(changes).map(([field, { before, after }]) => ({ field, before, after })),
});
