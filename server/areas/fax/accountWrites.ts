import type { z } from 'zod';
import type { fax, FaxAccount } from '../../../shared/contract/fax.ts';
import { namedChanges } from '../../addresses/namedChanges.ts';
import { holdOrganization } from '../../addresses/organizationHold.ts';
import { auditedFields, sourceName } from '../../addresses/sourceAudit.ts';
import { audit } from '../../database/audit.ts';
import type { Database } from '../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import {
  type AccountColumns,
  type AccountKind,
  deleteAccount,
  findAccount,
  lockAccountOf,
  numbersOf,
  unchangedAccount,
  writeAccount,
} from './faxStore.ts';

type AccountWrite = z.output<typeof fax.saveEfax.body>;

const serviceNames: Readonly<Record<AccountKind, string>> = { efax: 'eFax account', westfax: 'WestFax account' };
/** What people call the account in the history of the organization. */
export const accountName = (kind: AccountKind): string => serviceNames[kind];

const fields = ({ accountNumber, displayName, isEnabled, retentionDays }: AccountColumns) => ({
  accountNumber,
  displayName,
  isEnabled,
  retentionDays,
});

/** Adds the organization's account of this kind or changes the one it has. */
export const saveAccount = (
  database: Database,
  { kind, action }: { readonly kind: AccountKind; readonly action: string },
  body: AccountWrite,
  context: RequestContext,
): Promise<FaxAccount> =>
  inTransaction(database, async (tx) => {
    const { organizationId } = body;
    if (!(await holdOrganization(tx, organizationId))) {
      throw new ApiProblem('E-ORG-REFERENCE', { modelState: { organizationId: ['There is no such record.'] } });
    }
    const existing = await lockAccountOf(tx, organizationId, kind);
    // A version of an account that does not exist is a conflict: the account was deleted since it was loaded.
    const versionChecked = checkVersion(existing?.version ?? 0, context, body.version);
    const columns = fields(body);
    const changes = namedChanges(accountName(kind), existing ? fields(existing) : null, columns);
    const isSame = existing !== undefined && Object.keys(changes).length === 0;
    const saved = isSame
      ? await unchangedAccount(tx, existing)
      : await writeAccount(tx, { organizationId, kind }, existing, columns);
    const checked = existing ? { versionChecked } : {};
    await audit(tx, context, { action, targetType: 'organization', targetId: organizationId, changes, ...checked });
    return saved;
  });

/** The account with its organization, both held until the transaction ends. */
export async function heldAccount(tx: Transaction, id: string, kind: AccountKind) {
  const seen = await findAccount(tx, id, kind);
  if (seen) await holdOrganization(tx, seen.organizationId);
  const account = seen && (await lockAccountOf(tx, seen.organizationId, kind));
  if (account?.id !== id) throw new ApiProblem('E-NOT-FOUND');
  return account;
}

export const removeAccount = (
  database: Database,
  { kind, action }: { readonly kind: AccountKind; readonly action: string },
  id: string,
  context: RequestContext,
): Promise<undefined> =>
  inTransaction(database, async (tx) => {
    const account = await heldAccount(tx, id, kind);
    const versionChecked = checkVersion(account.version, context);
    const numbers = await numbersOf(tx, id);
    await deleteAccount(tx, id);
    const removed = numbers.map((number) => namedChanges(sourceName(number), auditedFields(number), null));
    await audit(tx, context, {
      action,
      targetType: 'organization',
      targetId: account.organizationId,
      changes: Object.assign(namedChanges(accountName(kind), fields(account), null), ...removed),
      versionChecked,
    });
    return undefined;
  });
