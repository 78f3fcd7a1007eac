import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { findDemo } from '../../../server/payments/embedded/demoPaymentsStore.ts';
import { quietLog } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lookupId, newOrganization } from '../areas/organizationBuilders.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

/** An organization that pays the plan by card at the provider of the demo. */
const paidByCard = async (planId: string) => {
  const { id, orgId } = await server.client('SysAdmin').organizations.create({ body: newOrganization({ planId }) });
  const [account, reference] = [`account${orgId}`, `card${orgId}`];
  const subscription = { account, product: 'small', state: 'active', next: Date.now() + 86_400_000, end: null };
  await server.database.pool.query(
    `with paid as (insert into demo_payments (id, kind, data) values ($1, 'subscription', $2))
     insert into subscription_payments (organization_id, account_id, subscription_id) values ($3, $4, $1)`,
    [reference, subscription, id, account],
  );
  return { id, reference };
};

test('changes of several plans at once all take place, though their transactions hold every connection of the server', async () => {
  const small = await lookupId(server, 'plans', `tier_code = 'SMALL'`);
  const group = await lookupId(server, 'plans', `tier_code = 'GROUP'`);
  const cards = [await paidByCard(small), await paidByCard(small), await paidByCard(small)];
  const database = await openDatabase({ ...server.config, poolSize: cards.length }, quietLog);
  const app = await buildApp({ config: server.config, database });
  try {
    const changes = cards.map(({ id }) =>
      app.inject({
        method: 'POST',
        url: `/api/subscriptionplans/subscriptions?organizationId=${id}&planId=${group}`,
        headers: { authorization: `Bearer ${server.as('SysAdmin')}` },
      }),
    );
    expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual(cards.map(() => 200));
    for (const { reference } of cards)
      expect(await findDemo(database.db, 'subscription', reference)).toMatchObject({ product: 'group' });
  } finally {
    await app.close();
    await database.close();
  }
});
