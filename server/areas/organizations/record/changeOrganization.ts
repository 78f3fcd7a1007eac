import type { Organization } from '../../../../shared/contract/organizationSchemas.ts';
import { audit } from '../../../database/audit.ts';
import type { Database } from '../../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import type { RequestContext } from '../../../http/context.ts';
import { ApiProblem } from '../../../http/problem.ts';
import { differenceTo, type OrganizationColumns, type OrganizationRecord } from './organizationFields.ts';
import { findOrganization, lockOrganization, toOrganization, updateOrganization } from './organizationStore.ts';
import { checkVersion } from '../../../http/versionCheck.ts';

interface Change {
  readonly id: string;
  /** Area and name of the contract row. */
  readonly action: string;
  readonly context: RequestContext;
  readonly version?: number | undefined;
  /** The columns to write, decided on the locked record; may write other tables of the same deed. */
  readonly decide: (record: OrganizationRecord, tx: Transaction) => Promise<OrganizationColumns> | OrganizationColumns;
  /** What else the action does, for the audit row; asked after `decide`. */
  readonly notes?: () => Notes;
}

export type Notes = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

/** The answer with the record as it stands inside the transaction. */
export async function readOrganization(tx: Transaction, id: string): Promise<Organization> {
  const found = await findOrganization(tx, id);
  if (!found) throw new ApiProblem('E-NOT-FOUND');
  return toOrganization(found);
}

/** One change of one organization: lock, compare versions, decide, write, audit, answer; all of it or nothing. */
export const changeOrganization = (
  database: Database,
  { id, action, context, version, decide, notes }: Change,
): Promise<Organization> =>
  inTransaction(database, async (tx) => {
    const found = await lockOrganization(tx, id);
    if (!found) throw new ApiProblem('E-NOT-FOUND');
    const before = found.organization;
    const versionChecked = checkVersion(before.version, context, version);
    const { columns, changes } = differenceTo(before, await decide(before, tx));
    if (Object.keys(columns).length > 0) await updateOrganization(tx, id, columns, context.actor.name);
    await audit(tx, context, {
      action,
      targetType: 'organization',
      targetId: id,
      changes: { ...changes, ...notes?.() },
      versionChecked,
    });
    return readOrganization(tx, id);
  });
