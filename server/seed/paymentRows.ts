import { paymentProductOf } from '../../shared/rules/subscription.ts';
import { plans, resellers } from './lookupRows.ts';
import { onboardingAt } from './onboardingTrials.ts';
import { organizationColumns, organizationRow, seedOf } from './organizationRows.ts';
import { day, type Extent, type TableRows } from './rowsOfEach.ts';

/** Organizations among which every second one with a plan and without a licensing reseller pays by card. */
const most = 400;

interface Card {
  readonly organizationId: string;
  readonly company: string;
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly product: string;
  readonly cancelAt: Date | null;
  readonly index: number;
}

const column = (name: (typeof organizationColumns)[number]) => organizationColumns.indexOf(name);
const licensing = new Set(resellers.filter(({ type }) => type === 1).map(({ id }) => id));

function cardsOf({ organizations, now }: Extent): Card[] {
  const cards: Card[] = [];
  for (let index = 0; index < Math.min(most, organizations); index += 2) {
    const row = organizationRow(seedOf(index, now), now);
    const plan = plans.find(({ id }) => id === row[column('plan_id')]);
    if (!plan || licensing.has(String(row[column('reseller_id')]))) continue;
    const cancelAt = row[column('cancel_at')];
    const number = String(index).padStart(5, '0');
    cards.push({
      organizationId: String(row[column('id')]),
      company: String(row[column('name')]),
      accountId: `demoAccount${number}`,
      subscriptionId: `demoSubscription${number}`,
      product: paymentProductOf(plan.tierCode),
      cancelAt: cancelAt instanceof Date ? cancelAt : null,
      index,
    });
  }
  return cards;
}

/** Customers of the payment provider of the demo with their subscriptions. */
export function paymentTables(extent: Extent): TableRows[] {
  const cards = cardsOf(extent);
  return [
    {
      table: 'subscription_payments',
      columns: ['organization_id', 'account_id', 'subscription_id'],
      rows: cards.map(({ organizationId, accountId, subscriptionId }) => [organizationId, accountId, subscriptionId]),
    },
    {
      table: 'demo_payments',
      columns: ['id', 'kind', 'data'],
      rows: cards.flatMap(({ organizationId, company, accountId, subscriptionId, product, cancelAt, index }) => {
        const end = onboardingAt(index)?.isPaidOn ? extent.now + 300 * day : (cancelAt?.getTime() ?? null);
        const next = end ?? extent.now + (1 + (index % 28)) * day;
        const state = end === null ? 'active' : 'canceled';
        return [
          [
            accountId,
            'account',
            { custom: organizationId, company, key: `demoKey${index}`, subscriptions: [subscriptionId] },
          ],
          [subscriptionId, 'subscription', { account: accountId, product, state, next, end }],
        ];
      }),
    },
  ];
}
