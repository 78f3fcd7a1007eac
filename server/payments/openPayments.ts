import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { createPool } from '../database/connectionPool.ts';
import type { Database } from '../database/openDatabase.ts';
import { drizzleOn, outsideScope } from '../database/queryBuilder.ts';
import { type DemoDatabase, registerDemoProvider } from './embedded/registerDemoProvider.ts';
import { fastSpring } from './fastSpring.ts';
import type { Payments } from './payments.ts';
import { httpPaymentTransport, type PaymentTransport } from './paymentTransport.ts';

interface PaymentServices {
  readonly config: Pick<Config, 'payments' | 'demo' | 'publicUrl'>;
  readonly database: Database;
}

/** The payment provider of this installation: the one that was set up, else that of the demo; null where there is none. */
export async function openPayments(
  app: FastifyInstance,
  { config: { payments, demo, publicUrl }, database }: PaymentServices,
): Promise<Payments | null> {
  if (payments !== null) return fastSpring(httpPaymentTransport(payments), payments.storeUrl);
  if (!demo) return null;
  const store = `${publicUrl}${demoPrefix}`;
  // Only this process calls the interface of the demo provider.
  const password = randomBytes(24).toString('base64url');
  await registerDemoProvider(app, {
    database: ownConnections(app, database),
    prefix: demoPrefix,
    store,
    password,
    back: `${publicUrl}/account/subscription`,
  });
  return fastSpring(inMemory(app, password), store);
}

const demoPrefix = '/fastspring';

/**
 * Another system has connections of its own. With those of the server its changes, which hold one each while they wait for the provider, would
 * leave none for the provider.
 */
function ownConnections(app: FastifyInstance, { target }: Pick<Database, 'target'>): DemoDatabase {
  const { pool } = createPool(target, { name: 'carepost demo payments', max: 2, statementMs: 5_000 }, app.log);
  app.addHook('onClose', () => pool.end());
  return { pool, db: drizzleOn(pool) };
}

/** The provider inside this server, whose responses are those of a real one. */
const inMemory =
  (app: FastifyInstance, password: string): PaymentTransport =>
  async ({ method, path, body }) => {
    const response = await outsideScope(async () =>
      app.inject({
        method,
        url: `${demoPrefix}${path}`,
        headers: { authorization: `Basic ${Buffer.from(`carepost:${password}`).toString('base64')}` },
        ...(body === undefined ? {} : { payload: body }),
      }),
    );
    return { status: response.statusCode, text: response.body };
  };
