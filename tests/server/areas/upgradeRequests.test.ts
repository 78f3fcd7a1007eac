import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, lookupId, refusal } from './organizationBuilders.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

test('a feature that the plan does not include is asked for by a user: each administrator gets a mail, three times a day at most', async () => {
  const user = server.client('User');
  const { organizationId } = await user.profile.get({});
  const { pool } = server.database;
  await pool.query('update organizations set plan_id = $1 where id = $2', [
    await lookupId(server, 'plans', `tier_code = 'START'`),
    organizationId,
  ]);
  const { blockedFeatures } = await user.profile.get({});
  expect(blockedFeatures).toEqual(['release', 'triage', 'cdaDownload']);
  const request = (feature: (typeof blockedFeatures)[number]) =>
    user.subscriptionplans.requestUpgrade({ body: { feature } });
  expect(await refusal(request('forward'))).toMatchObject({ status: 409, code: 'E-UPGRADE-INCLUDED' });
  const sent = await Promise.allSettled(Array.from({ length: 5 }, () => request('release')));
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await refusal(request('triage'))).toMatchObject({ status: 409, code: 'E-UPGRADE-LIMIT' });
  const { rows } = await pool.query<{ recipient: string; count: number }>(
    `select recipient, count(*)::int from mails where subject like '%asks for an upgrade%' and body like '%Release documents%'
       group by recipient`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ count }) => count)).toEqual(rows.map(() => 3));
  expect(await lastAudit(server, organizationId ?? '')).toMatchObject({ action: 'subscriptionplans.requestUpgrade' });
  const download = { params: { id: 1, attId: 1 }, query: { type: 'CDA' } } as const;
  expect(await refusal(user.attachments.convert(download))).toMatchObject({ status: 403, code: 'E-PLAN-FEATURE' });
  await pool.query('update organizations set plan_id = null where id = $1', [organizationId]);
  expect((await user.profile.get({})).blockedFeatures).toEqual([]);
  expect(await refusal(user.attachments.convert(download))).toMatchObject({ code: 'E-NOT-FOUND' });
});
