import { eq } from 'drizzle-orm';
import type { ResponderType } from '../../../shared/rules/carequality.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Transaction } from '../../database/transaction.ts';

/** What OIDs and directory entries need to know of the organization they belong to. */
export interface Owner {
  readonly id: string;
  readonly isParticipating: boolean;
  readonly purposeOfUseCodes: readonly string[];
  readonly responderType: ResponderType | null;
}

const columns = {
  id: organizations.id,
  isParticipating: organizations.carequalityIsParticipating,
  purposeOfUseCodes: organizations.purposeOfUseCodes,
  responderType: organizations.carequalityResponderType,
};

const toOwner = (row: Omit<Owner, 'responderType'> & { responderType: string | null }): Owner => ({
  ...row,
  // Written through the contract, which has these values only.
  responderType: row.responderType as ResponderType | null,
});

export async function findOwner(db: Drizzle, id: string): Promise<Owner | undefined> {
  const [row] = await db.select(columns).from(organizations).where(eq(organizations.id, id));
  return row && toOwner(row);
}

/**
 * Holds the organization until the transaction ends, so that its OIDs and entries change one after the other: there is one default
 * at any time, and an entry is added once. Other things of the organization may be written meanwhile.
 */
export async function holdOwner(tx: Transaction, id: string): Promise<Owner | undefined> {
  const [row] = await tx.select(columns).from(organizations).where(eq(organizations.id, id)).for('no key update');
  return row && toOwner(row);
}
