import type { TestApp } from '../../support/startApp.ts';

type Existing = Readonly<Record<string, readonly Record<string, string>[]>>;

/** Organizations whose subscription random calls change, and a subscription of the demo's payment provider. */
export async function subscriptionRecords(running: TestApp): Promise<Record<string, Record<string, string>[]>> {
  const { organizations, subscriptionplans } = running.client('SysAdmin');
  const add = async (name: string) => {
    const { id } = await organizations.create({ body: { name, subdomain: name.toLowerCase().replace(' ', '-') } });
    return { id };
  };
  const subscribed = await add('Subscribed Clinic');
  const ending = await add('Ending Clinic');
  const ended = await add('Ended Clinic');
  const query = { organizationId: ended.id };
  await subscriptionplans.cancel({ query, body: { cancelReason: 'Prepared for random calls' } });
  // A plan without one feature, for as many people as there are.
  const { organizationId } = await running.client('User').profile.get({});
  await running.database.pool.query(
    `with plan as (
       insert into plans (id, name, tier_code, allowed_users, features)
       values (gen_random_uuid(), 'Without triage', 'PART', -1, '{forward,reply,release,cdaDownload}') returning id)
     update organizations set plan_id = plan.id from plan where organizations.id = $1`,
    [organizationId],
  );
  const { rows: cards } = await running.database.pool.query<Record<string, string>>(
    'select subscription_id as id from subscription_payments order by 1 limit 5',
  );
  return {
    '/api/subscriptionplans/fastspring/{id}': cards,
    '/api/subscriptionplans/subscriptions': [subscribed],
    '/api/subscriptionplans/cancel': [ending],
    '/api/subscriptionplans/reactivate': [ended],
  };
}

/** Queries and bodies that are accepted for sure. */
export const subscriptionCalls = (existing: Existing) => {
  const organizationId = existing['/api/subscriptionplans/subscriptions']?.[0]?.['id'];
  const ending = existing['/api/subscriptionplans/cancel']?.[0]?.['id'];
  const ended = existing['/api/subscriptionplans/reactivate']?.[0]?.['id'];
  return {
    'GET /api/subscriptionplans/subscriptions': { query: { organizationId } },
    'GET /api/subscriptionplans/history': { query: { organizationId } },
    'POST /api/subscriptionplans/subscriptions': { query: { organizationId, planId: 'free' } },
    'POST /api/subscriptionplans/cancel': {
      query: { organizationId: ending },
      body: { cancelReason: 'By a random call' },
    },
    'POST /api/subscriptionplans/upgraderequests': { body: { feature: 'triage' } },
    'POST /api/subscriptionplans/reactivate': { query: { organizationId: ended }, body: { planId: 'free' } },
  };
};
