import { eq } from 'drizzle-orm';
import { organizations } from '../database/schema/organizations.ts';
import type { Transaction } from '../database/transaction.ts';

const held = {
  id: organizations.id,
  name: organizations.name,
  subdomain: organizations.subdomain,
  directIsEnabled: organizations.directIsEnabled,
  directProviderId: organizations.directProviderId,
  directMaxAddresses: organizations.directMaxAddresses,
};

/**
 * Holds the organization while its addresses, domains or fax accounts change: writers of one organization wait for each other, so
 * that limits and "still in use" are judged on what is really there. Every writer takes this lock first.
 */
export async function holdOrganization(tx: Transaction, id: string) {
  const [record] = await tx.select(held).from(organizations).where(eq(organizations.id, id)).for('no key update');
  return record;
}
export type HeldOrganization = NonNullable<Awaited<ReturnType<typeof holdOrganization>>>;
