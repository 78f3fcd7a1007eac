import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { planCurrency } from '../../../shared/rules/plan.ts';
import type { Database } from '../../database/openDatabase.ts';
import { demoAccountsOf, type DemoRecord, demoPrices, findDemo, saveDemo } from './demoPaymentsStore.ts';
import { registerDemoPages } from './demoPages.ts';
import { current, demoId } from './demoSubscription.ts';

export type DemoDatabase = Pick<Database, 'pool' | 'db'>;

export interface DemoProvider {
  readonly database: DemoDatabase;
  /** Path of the interface in this server, and the address of the same. */
  readonly prefix: string;
  readonly store: string;
  /** Password of the interface. */
  readonly password: string;
  /** Where the pages for customers lead back to. */
  readonly back: string;
}

const day = 86_400_000;
const sessionMs = day;

const byId = z.object({ id: z.string() });
const changes = z.object({
  subscriptions: z.array(
    z.object({ subscription: z.string(), product: z.string().optional(), deactivation: z.null().optional() }),
  ),
});
const newAccount = z.object({ contact: z.object({ company: z.string() }), lookup: z.object({ custom: z.string() }) });
const newSession = z.object({ account: z.string(), items: z.array(z.object({ product: z.string() })).length(1) });

/**
 * A payment provider with the paths, responses and refusals of the FastSpring API, so that the demo can change subscriptions without an
 * account there. Nothing is charged. The interface needs the password of this process; the pages for customers have random addresses.
 */
export async function registerDemoProvider(app: FastifyInstance, provider: DemoProvider): Promise<void> {
  const { database, prefix, store, password } = provider;
  const { db } = database;
  const subscriptionJson = async (id: string, { account, product, state, next, end }: DemoRecord<'subscription'>) => ({
    id,
    subscription: id,
    active: state !== 'deactivated',
    state,
    live: false,
    currency: planCurrency,
    account,
    product,
    quantity: 1,
    autoRenew: true,
    price: ((await demoPrices(db)).get(product)?.cents ?? 0) / 100,
    next: state === 'active' ? next : null,
    end,
    deactivationDate: end,
  });

  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        const own = Buffer.from(`Basic ${Buffer.from(`carepost:${password}`).toString('base64')}`);
        const sent = Buffer.from(request.headers.authorization ?? '');
        if (sent.length === own.length && timingSafeEqual(sent, own)) return undefined;
        return reply
          .code(401)
          .header('www-authenticate', 'Basic realm="FastSpring API"')
          .send({ error: 'unauthorized' });
      });

      api.get('/subscriptions/:id', async (request, reply) => {
        const { id } = byId.parse(request.params);
        const one = await findDemo(db, 'subscription', id);
        return one ? subscriptionJson(id, current(one)) : notFound(reply, 'subscription.get', { subscription: id });
      });

      api.route({
        method: 'POST',
        url: '/subscriptions',
        handler: async (request) => {
          const { subscriptions } = changes.parse(request.body);
          const prices = await demoPrices(db);
          return {
            subscriptions: await Promise.all(
              subscriptions.map(async ({ subscription: id, product, deactivation }) => {
                const result = { ...doing('subscription.update'), subscription: id };
                const refuse = (error: Readonly<Record<string, string>>) => ({ ...result, result: 'error', error });
                const stored = await findDemo(db, 'subscription', id);
                if (!stored) return refuse({ subscription: 'Not found' });
                const one = current(stored);
                if (one.state === 'deactivated')
                  return refuse(
                    deactivation === null
                      ? { uncancel: 'Subscription is not active.' }
                      : { subscription: 'Subscription is not active.' },
                  );
                if (product !== undefined && !prices.has(product)) return refuse({ product: 'Product not found' });
                const resumed = deactivation === null ? ({ state: 'active', end: null } as const) : {};
                await saveDemo(db, 'subscription', id, {
                  ...one,
                  ...resumed,
                  ...(product === undefined ? {} : { product }),
                });
                return { ...result, result: 'success' };
              }),
            ),
          };
        },
      });

      api.delete('/subscriptions/:id', async (request, reply) => {
        const { id } = byId.parse(request.params);
        const { billingPeriod } = z.object({ billingPeriod: z.literal('0').optional() }).parse(request.query);
        const result = { ...doing('subscription.cancel'), subscription: id };
        const stored = await findDemo(db, 'subscription', id);
        if (!stored) return notFound(reply, 'subscription.cancel', { subscription: id });
        const one = current(stored);
        const ended =
          billingPeriod === '0' ? { state: 'deactivated', end: Date.now() } : { state: 'canceled', end: one.next };
        if (one.state !== 'deactivated')
          await saveDemo(db, 'subscription', id, { ...one, ...ended } as DemoRecord<'subscription'>);
        return { subscriptions: [{ ...result, result: 'success' }] };
      });

      api.get('/accounts', async (request, reply) => {
        const { custom } = z.object({ custom: z.string() }).parse(request.query);
        const ids = await demoAccountsOf(db, custom);
        if (ids.length === 0) return notFound(reply, 'account.get', { custom });
        return { accounts: ids.map((id) => ({ id, account: id, ...doing('account.get'), result: 'success' })) };
      });

      api.route({
        method: 'POST',
        url: '/accounts',
        handler: async (request) => {
          const { contact, lookup } = newAccount.parse(request.body);
          const id = demoId();
          const data = { custom: lookup.custom, company: contact.company, key: demoId(), subscriptions: [] };
          await saveDemo(db, 'account', id, data);
          return { id, account: id, ...doing('account.create'), result: 'success' };
        },
      });

      api.get('/accounts/:id', async (request, reply) => {
        const { id } = byId.parse(request.params);
        const one = await findDemo(db, 'account', id);
        if (!one) return notFound(reply, 'account.get', { account: id });
        return { id, account: id, lookup: { custom: one.custom }, subscriptions: one.subscriptions, result: 'success' };
      });

      api.get('/accounts/:id/authenticate', async (request, reply) => {
        const { id } = byId.parse(request.params);
        const one = await findDemo(db, 'account', id);
        if (!one) return notFound(reply, 'account.authenticate.get', { account: id });
        const url = `${store}/account/${id}/${one.key}`;
        return { accounts: [{ account: id, ...doing('account.authenticate.get'), result: 'success', url }] };
      });

      api.post('/sessions', async (request, reply) => {
        const { account, items } = newSession.parse(request.body);
        const product = items[0]?.product ?? '';
        const [known, prices] = await Promise.all([findDemo(db, 'account', account), demoPrices(db)]);
        if (!known) return notFound(reply, 'session.create', { account });
        if (!prices.has(product)) return notFound(reply, 'session.create', { product });
        const id = demoId();
        const expires = Date.now() + sessionMs;
        await saveDemo(db, 'session', id, { account, product, expires, isPaid: false });
        return { id, currency: planCurrency, expires, order: null, account, items };
      });
    },
    { prefix },
  );
  await app.register(async (pages) => registerDemoPages(pages, provider), { prefix });
}

/** How the provider names what it did. */
const doing = (action: string) => ({ action });

const notFound = (reply: FastifyReply, action: string, fields: Readonly<Record<string, string>>) => {
  const error = Object.fromEntries(Object.keys(fields).map((field) => [field, 'Not found']));
  return reply.code(400).send({ action, ...fields, result: 'error', error });
};
