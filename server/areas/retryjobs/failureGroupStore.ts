import { sql } from 'drizzle-orm';
import type { FailureGroup } from '../../../shared/contract/retryjobs.ts';
import { stepErrors } from '../../../shared/rules/exchange.ts';
import type { Transaction } from '../../database/transaction.ts';

interface Asked {
  readonly byOrganization?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface GroupRow extends Record<string, unknown> {
  readonly errorCode: string;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** Nobody reads further; the largest come first. */
const maxGroups = 500;

/** Workflows that stand Failed, by what failed: what is repaired together stands together. */
export async function failureGroups(
  tx: Transaction,
  { byOrganization = false, from, to }: Asked,
): Promise<FailureGroup[]> {
  const organization = byOrganization ? sql`, w.organization_id` : sql``;
  const { rows } = await tx.execute<GroupRow>(sql`
    select g.*, o.name as "organizationName" from (
      select w.type as "workflowType", coalesce(w.failed_step, '') as "stepName", coalesce(w.error_code, 'internal') as "errorCode",
        w.channel, w.direction, ${byOrganization ? sql`w.organization_id` : sql`null::uuid`} as "organizationId",
        count(*)::int as count, min(w.created_time) as "firstAt", max(w.created_time) as "lastAt"
      from workflows w
      where w.status = 'Failed'
        ${from === undefined ? sql`` : sql`and w.created_time >= ${from}::timestamptz`}
        ${to === undefined ? sql`` : sql`and w.created_time < ${to}::timestamptz`}
      group by w.type, coalesce(w.failed_step, ''), coalesce(w.error_code, 'internal'), w.channel, w.direction ${organization}
      order by count(*) desc limit ${maxGroups}::int) g
    left join organizations o on o.id = g."organizationId"
    order by g.count desc, g."workflowType", g."stepName", g."errorCode", g.channel, o.name`);
  return rows.map((row) => ({
    ...row,
    error: textOf(row.errorCode),
    firstAt: new Date(row.firstAt).toISOString(),
    lastAt: new Date(row.lastAt).toISOString(),
  })) as unknown as FailureGroup[]; // the statement names its columns, which the compiler does not read
}

const textOf = (code: string): string => (code in stepErrors ? stepErrors[code as keyof typeof stepErrors] : code);
