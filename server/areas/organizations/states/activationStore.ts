import { newId } from '../../../database/newId.ts';
import { directAddresses } from '../../../database/schema/organizations.ts';
import { mails, outboundJobs } from '../../../database/schema/records.ts';
import type { Transaction } from '../../../database/transaction.ts';

/** Kept until a mail server takes it. */
export async function addMail(
  tx: Transaction,
  mail: { recipient: string; subject: string; body: string },
): Promise<void> {
  await tx.insert(mails).values({ id: newId(), ...mail });
}

/** Made once: an address that exists stays as it is. */
export async function addDirectAddress(
  tx: Transaction,
  address: { organizationId: string; address: string; displayName: string },
): Promise<void> {
  await tx
    .insert(directAddresses)
    .values({ id: newId(), ...address })
    .onConflictDoNothing({ target: directAddresses.address });
}

/** A call to the customer-messaging service that waits to be made. */
export async function addSyncJob(tx: Transaction, organizationId: string) {
  const jobId = newId();
  const status = 'Pending';
  await tx.insert(outboundJobs).values({ id: jobId, kind: 'organization.sync', targetId: organizationId, status });
  return { jobId, status };
}
