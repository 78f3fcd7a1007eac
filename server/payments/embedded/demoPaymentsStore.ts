import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Drizzle } from '../../database/openDatabase.ts';
import { demoPayments } from '../../database/schema/subscriptions.ts';
import { plans } from '../../database/schema/lookups.ts';
import { paymentProductOf } from '../../../shared/rules/subscription.ts';

/** Records of the demo's payment provider. Times are milliseconds since 1970. */
const kinds = {
  account: z.object({ custom: z.string(), company: z.string(), key: z.string(), subscriptions: z.array(z.string()) }),
  subscription: z.object({
    account: z.string(),
    product: z.string(),
    state: z.enum(['active', 'canceled', 'deactivated']),
    next: z.number(),
    end: z.number().nullable(),
  }),
  session: z.object({ account: z.string(), product: z.string(), expires: z.number(), isPaid: z.boolean() }),
} as const;
type Kind = keyof typeof kinds;
export type DemoRecord<K extends Kind> = z.output<(typeof kinds)[K]>;

export async function findDemo<K extends Kind>(db: Drizzle, kind: K, id: string): Promise<DemoRecord<K> | undefined> {
  const [row] = await db
    .select({ data: demoPayments.data })
    .from(demoPayments)
    .where(and(eq(demoPayments.id, id), eq(demoPayments.kind, kind)));
  // The schema of the kind reads what was stored with it.
  return row && (kinds[kind].parse(row.data) as DemoRecord<K>);
}

export async function saveDemo<K extends Kind>(db: Drizzle, kind: K, id: string, data: DemoRecord<K>): Promise<void> {
  await db
    .insert(demoPayments)
    .values({ id, kind, data })
    .onConflictDoUpdate({ target: demoPayments.id, set: { data } });
}

/** Ids of the customers of an organization. */
export async function demoAccountsOf(db: Drizzle, custom: string): Promise<string[]> {
  const rows = await db
    .select({ id: demoPayments.id })
    .from(demoPayments)
    .where(and(eq(demoPayments.kind, 'account'), sql`${demoPayments.data} ->> 'custom' = ${custom}`));
  return rows.map(({ id }) => id);
}

/** Prices of a month by product, in cents. */
export async function demoPrices(db: Drizzle): Promise<ReadonlyMap<string, { name: string; cents: number }>> {
  const rows = await db
    .select({ name: plans.name, tierCode: plans.tierCode, cents: plans.monthlyPriceCents })
    .from(plans)
    .orderBy(plans.name);
  return new Map(rows.map(({ tierCode, ...product }) => [paymentProductOf(tierCode), product]));
}
