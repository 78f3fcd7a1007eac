import { randomBytes } from 'node:crypto';
import type { DemoRecord } from './demoPaymentsStore.ts';

const monthMs = 30 * 86_400_000;

/** Ids as the provider makes them: 22 letters and digits. */
export const demoId = (): string => randomBytes(17).toString('base64url').replace(/[-_]/g, 'x').slice(0, 22);

/** A subscription that was paid now. */
export const newSubscription = (account: string, product: string): DemoRecord<'subscription'> => ({
  account,
  product,
  state: 'active',
  next: Date.now() + monthMs,
  end: null,
});

/** A canceled subscription is over once its period has ended. */
export const current = (one: DemoRecord<'subscription'>): DemoRecord<'subscription'> =>
  one.state === 'canceled' && one.end !== null && one.end <= Date.now() ? { ...one, state: 'deactivated' } : one;
