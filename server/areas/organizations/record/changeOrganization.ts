import type { Organization } from '../../../../shared/contract/organizationSchemas.ts';
import { audit } from '../../../database/audit.ts';
import type { Database } from '../../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import type { RequestContext } from '../../../http/context.ts';
import { ApiProblem } from '../../../http/problem.ts';
import { differenceTo, type OrganizationColumns, type OrganizationRecord } from './organizationFields.ts';
import { findOrganization, lockOrganization, toOrganization, updateOrganization } from './organizationStore.ts';
import { checkVersion } from '../../../http/versionCheck.ts';
import { recordSubscriptionChange } from '../subscription/subscriptionHistory.ts';

interface Change {
  readonly id: string;
  /** Area and name of the contract row. */
  readonly action: string;
  readonly context: Pick<RequestContext, 'actor' | 'requestId' | 'reason' | 'runId' | 'ifMatch'>;
  readonly version?: number | undefined;
  /** The columns to write, decided on the locked record; may write other tables in the same transaction. */
  readonly decide: (record: OrganizationRecord, tx: Transaction) => Promise<OrganizationColumns> | OrganizationColumns;
  /** Further changes for the audit row; called after `decide`. */
  readonly notes?: () => Notes;
}

export type Notes = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

/** The response: the record as it is inside the transaction. */
export async function readOrganization(tx: Transaction, id: string): Promise<Organization> {
  const record = await findOrganization(tx, id);
  if (!record) throw new ApiProblem('E-NOT-FOUND');
  return toOrganization(record);
}

/** Changes one organization in one transaction: lock, compare versions, decide, write, audit, respond. */
export const changeOrganization = (
  database: Database,
  { id, action, context, version, decide, notes }: Change,
): Promise<Organization> =>
  inTransaction(database, async (tx) => {
    const record = await lockOrganization(tx, id);
    if (!record) throw new ApiProblem('E-NOT-FOUND');
    const before = record.organization;
    const versionChecked = checkVersion(before.version, context, version);
    const { columns, changes } = differenceTo(before, await decide(before, tx));
    const actorName = context.actor.name;
    const noted = notes?.() ?? {};
    if (Object.keys({ ...columns, ...noted }).length > 0) await updateOrganization(tx, id, columns, actorName);
    const isClearing = action === 'organizations.clearCancel';
    await recordSubscriptionChange(tx, { before, columns, actorName, isClearing, reason: context.reason });
    await audit(tx, context, {
      action,
      targetType: 'organization',
      targetId: id,
      changes: { ...changes, ...noted },
      versionChecked,
    });
    return readOrganization(tx, id);
  });
