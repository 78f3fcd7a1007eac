import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import type { FaxAccount } from '../../../shared/contract/fax.ts';
import { sourcesWhere } from '../../addresses/documentSourceStore.ts';
import { newId } from '../../database/newId.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { documentSources, faxAccounts } from '../../database/schema/addresses.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { violatedConstraint } from '../../database/sqlState.ts';
import type { Transaction } from '../../database/transaction.ts';
import { ApiProblem } from '../../http/problem.ts';

export type AccountKind = FaxAccount['kind'];
export type AccountRecord = typeof faxAccounts.$inferSelect;
export type AccountColumns = Pick<AccountRecord, 'accountNumber' | 'displayName' | 'isEnabled' | 'retentionDays'>;

const toFaxAccount = (record: AccountRecord, numbers: DocumentSource[]): FaxAccount => ({
  id: record.id,
  organizationId: record.organizationId,
  kind: record.kind === 'efax' ? 'efax' : 'westfax',
  accountNumber: record.accountNumber,
  displayName: record.displayName,
  isEnabled: record.isEnabled,
  retentionDays: record.retentionDays,
  lastSyncedAt: record.lastSyncedAt?.toISOString() ?? null,
  createDate: record.createDate.toISOString(),
  version: record.version,
  numbers,
});

/** Accounts of the organization with their numbers; undefined where there is no such organization. */
export async function accountsOf(db: Drizzle, organizationId: string): Promise<FaxAccount[] | undefined> {
  const records = await db
    .select()
    .from(faxAccounts)
    .where(eq(faxAccounts.organizationId, organizationId))
    .orderBy(faxAccounts.kind);
  if (records.length === 0) {
    return (await db.$count(organizations, eq(organizations.id, organizationId))) > 0 ? [] : undefined;
  }
  const ids = records.map(({ id }) => id);
  const numbers = await sourcesWhere(db, inArray(documentSources.faxAccountId, ids));
  return records.map((record) =>
    toFaxAccount(
      record,
      numbers.filter(({ faxAccountId }) => faxAccountId === record.id),
    ),
  );
}

export const numbersOf = (db: Drizzle, accountId: string): Promise<DocumentSource[]> =>
  sourcesWhere(db, eq(documentSources.faxAccountId, accountId));

export async function findNumber(tx: Transaction, accountId: string, digits: string) {
  const [record] = await sourcesWhere(
    tx,
    and(eq(documentSources.faxAccountId, accountId), eq(documentSources.address, digits)),
  );
  return record;
}

export async function lockAccountOf(tx: Transaction, organizationId: string, kind: AccountKind) {
  const [record] = await tx
    .select()
    .from(faxAccounts)
    .where(and(eq(faxAccounts.organizationId, organizationId), eq(faxAccounts.kind, kind)))
    .for('update');
  return record;
}

/** Where to find the account; nothing is held. */
export async function findAccount(tx: Transaction, id: string, kind: AccountKind) {
  const [record] = await tx
    .select()
    .from(faxAccounts)
    .where(and(eq(faxAccounts.id, id), eq(faxAccounts.kind, kind)));
  return record;
}

const numberTakenText = 'Another organization has this account number.';

/** Adds the account or writes the changed columns; a number that another organization has is E-FAX-ACCOUNT-TAKEN (CO-3). */
export async function writeAccount(
  tx: Transaction,
  owner: { readonly organizationId: string; readonly kind: AccountKind },
  existing: AccountRecord | undefined,
  columns: AccountColumns,
): Promise<FaxAccount> {
  try {
    if (!existing) {
      const [added] = await tx
        .insert(faxAccounts)
        .values({ id: newId(), ...owner, ...columns })
        .returning();
      return toFaxAccount(written(added), []);
    }
    const [changed] = await tx
      .update(faxAccounts)
      .set({ ...columns, version: sql`${faxAccounts.version} + 1` })
      .where(eq(faxAccounts.id, existing.id))
      .returning();
    return toFaxAccount(written(changed), await numbersOf(tx, existing.id));
  } catch (error) {
    if (violatedConstraint(error) !== 'fax_accounts_number') throw error;
    throw new ApiProblem('E-FAX-ACCOUNT-TAKEN', { modelState: { accountNumber: [numberTakenText] }, cause: error });
  }
}

export const unchangedAccount = async (tx: Transaction, record: AccountRecord): Promise<FaxAccount> =>
  toFaxAccount(record, await numbersOf(tx, record.id));

/** Its numbers go with it. */
export async function deleteAccount(tx: Transaction, id: string): Promise<void> {
  await tx.delete(faxAccounts).where(eq(faxAccounts.id, id));
}

function written<T>(record: T | undefined): T {
  if (record === undefined) throw new Error('The fax account was not written.');
  return record;
}
