import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ofOrganization, when } from '../columns.ts';
import type { SubscriptionAction } from '../../../shared/rules/subscription.ts';
import { plans } from './lookups.ts';
import { organizations } from './organizations.ts';

/** The customer that an organization is at the payment provider; organizations that pay otherwise have no row. */
export const subscriptionPayments = pgTable(
  'subscription_payments',
  {
    organizationId: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    accountId: text().notNull(),
    subscriptionId: text().unique(),
    /** The plan that a checkout in progress pays for. */
    checkoutPlanId: uuid().references(() => plans.id, { onDelete: 'set null' }),
    checkoutUrl: text(),
    checkoutExpiresAt: when(),
  },
  (t) => [index('subscription_payments_checkout').on(t.checkoutExpiresAt).where(sql`checkout_plan_id is not null`)],
);

/** Changes of plan and cancellation with the names and prices of their time. */
export const subscriptionChanges = pgTable(
  'subscription_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organizationId: ofOrganization(),
    at: when().notNull().defaultNow(),
    actorName: text().notNull(),
    action: text().$type<SubscriptionAction>().notNull(),
    fromPlan: text().notNull(),
    fromPriceCents: integer().notNull(),
    toPlan: text().notNull(),
    toPriceCents: integer().notNull(),
    cancelAt: when(),
    reason: text(),
  },
  (t) => [index('subscription_changes_organization').on(t.organizationId, t.id)],
);

/** Customers, subscriptions and checkouts of the payment provider that the demo brings along; empty elsewhere. */
export const demoPayments = pgTable('demo_payments', {
  id: text().primaryKey(),
  kind: text().$type<'account' | 'subscription' | 'session'>().notNull(),
  data: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
});
