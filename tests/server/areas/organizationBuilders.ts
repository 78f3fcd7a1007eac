import { ApiError } from '../../../shared/client/apiError.ts';
import type { OrganizationCreate } from '../../../shared/contract/organizationSchemas.ts';
import type { TestApp } from '../../support/startApp.ts';

let made = 0;

/** A body the server accepts, with a subdomain of its own. */
export const newOrganization = (fields: Partial<OrganizationCreate> = {}) => {
  made += 1;
  return { name: `Sample Clinic ${made}`, subdomain: `sample-clinic-${made}`, ...fields };
};

/** The error a call was refused with; a call that was accepted fails the test. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The call was accepted.');
}

interface AuditRow {
  readonly action: string;
  readonly changes: Readonly<Record<string, { before: unknown; after: unknown }>>;
  readonly version_checked: boolean | null;
}

export async function lastAudit({ database }: TestApp, targetId: string): Promise<AuditRow | undefined> {
  const { rows } = await database.pool.query<AuditRow>(
    'select action, changes, version_checked from audit_entries where target_id = $1 and not is_read order by id desc limit 1',
    [targetId],
  );
  return rows[0];
}

/** The first record of a table of choices that meets the condition. */
/** A feature of networks that is not offered to organizations (spec 1 section 6); returns its id. */
export async function networkFeature({ database }: TestApp): Promise<string> {
  await database.pool.query(
    `insert into features (id, name, description, is_organization_feature)
     values ('NetworkReports', 'Network reports', 'Reports of a network.', false) on conflict do nothing`,
  );
  return 'NetworkReports';
}

export async function lookupId({ database }: TestApp, table: string, condition = 'true'): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from ${table} where ${condition} order by name limit 1`,
  );
  const id = rows[0]?.id;
  if (!id) throw new Error(`The demo data has no ${table} where ${condition}.`);
  return id;
}
