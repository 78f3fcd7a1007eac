import { inTransaction } from '../../../database/transaction.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { every } from '../../../jobs/every.ts';
import { systemContext } from '../../../jobs/systemContext.ts';
import { changeOrganization, type Notes } from '../record/changeOrganization.ts';
import { strayOf, takePaid, withProvider } from './paidChange.ts';
import { dropExpiredCheckouts, findSubscriptionFacts, openCheckouts } from './subscriptionStore.ts';

const everyMs = 30_000;
/** Checkouts of one turn, so that a provider without a response holds up one turn at most. */
const most = 20;
const paidText = 'Paid at the payment provider.';

type SweepServices = Pick<Services, 'config' | 'database' | 'payments'>;

/** Gives organizations the plans whose checkouts were paid; those not paid in time are deleted. */
export async function sweepCheckouts({ database, payments }: SweepServices): Promise<void> {
  if (payments === null) return;
  for (const id of await openCheckouts(database.db, most)) {
    await withProvider(async (signal) => {
      const facts = await findSubscriptionFacts(database.db, id);
      if (!facts?.payment) return;
      // Read first without a transaction: most checkouts are not paid yet.
      const known = await payments.subscriptionsOf(facts.payment.accountId, signal);
      if (strayOf(facts, known).length === 0) return;
      let notes: Notes = {};
      await changeOrganization(database, {
        id,
        action: 'subscriptionplans.paid',
        context: { ...systemContext(`checkout:${id}`), reason: paidText },
        decide: async (record, tx) => {
          const locked = await findSubscriptionFacts(tx, id);
          const paid = locked && (await takePaid(tx, locked, { payments, signal }));
          if (!paid) return {};
          notes = { 'payment.checkoutPlanId': { before: paid.id, after: null } };
          return {
            planId: paid.id,
            ...(record.cancelAt === null ? {} : { cancelAt: null, cancelRequestedAt: null }),
          };
        },
        notes: () => notes,
      });
    });
  }
  await inTransaction(database, (tx) => dropExpiredCheckouts(tx));
}

/** Sweeps while the server runs; servers without jobs leave it to the others. Returns how to stop it. */
export const startCheckoutSweep = ({
  log,
  ...services
}: SweepServices & { readonly log: Parameters<typeof every>[2] }): (() => Promise<void>) =>
  services.config.jobs.enabled && services.payments !== null
    ? every(everyMs, () => sweepCheckouts(services), log, 'could not look for paid checkouts')
    : () => Promise.resolve();
