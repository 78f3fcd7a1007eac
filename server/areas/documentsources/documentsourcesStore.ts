import { and, eq } from 'drizzle-orm';
import { faxAccounts, organizationDomains } from '../../database/schema/addresses.ts';
import type { Transaction } from '../../database/transaction.ts';

export async function hasDomain(tx: Transaction, organizationId: string, domain: string): Promise<boolean> {
  const owned = and(eq(organizationDomains.organizationId, organizationId), eq(organizationDomains.domain, domain));
  return (await tx.$count(organizationDomains, owned)) > 0;
}

/** The fax account, if it belongs to the organization. */
export async function findFaxAccount(tx: Transaction, organizationId: string, id: string) {
  const [record] = await tx
    .select({ kind: faxAccounts.kind, isEnabled: faxAccounts.isEnabled })
    .from(faxAccounts)
    .where(and(eq(faxAccounts.id, id), eq(faxAccounts.organizationId, organizationId)));
  return record;
}
