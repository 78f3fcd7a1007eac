import { handleRequests } from '../../../server/processes/handleRequests.ts';

/** A process that does what it is told, as if what it read made it do so. */
export type Order = { readonly keepMb: number } | 'spin' | 'throw' | 'show';

const stored: Buffer[] = [];

handleRequests(async (order: Order) => {
  if (order === 'throw') throw new Error('As told.');
  if (order === 'show') return { settings: Object.keys(process.env), fetch: typeof globalThis.fetch };
  // Nothing that happens outside of this loop can end it.
  if (order === 'spin') for (;;) Math.random();
  if (typeof order === 'object') stored.push(Buffer.alloc(order.keepMb * 1024 * 1024, 1));
  return stored.length;
});
