import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { evaluateAlerts } from '../../../server/exchange/alerts/evaluateAlerts.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addWorkflow, withoutHistory } from '../exchange/trafficRows.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp({ env: { ALERT_EMAILS: 'oncall@carepost.example' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await withoutHistory(server.database);
  await server.database.pool.query('delete from mails');
});

const client = () => server.client('SysAdmin').diagnostics;
const evaluate = (inSeconds = 0) =>
  evaluateAlerts({
    database: server.database,
    config: server.config,
    now: () => new Date(Date.now() + inSeconds * 1000),
  });
const open = async () => (await client().systemAlerts()).items;
const mails = async () =>
  (await server.database.pool.query<{ subject: string }>('select subject from mails order by created_at, id')).rows.map(
    ({ subject }) => subject,
  );
const traffic = async (completed: number, failed: number) => {
  for (let turn = 0; turn < completed; turn += 1) await addWorkflow(server.database);
  for (let turn = 0; turn < failed; turn += 1) await addWorkflow(server.database, { status: 'Failed' });
};
const recover = () =>
  server.database.pool.query(`update workflows set status = 'Completed' where status <> 'Completed'`);

describe('a system alert', () => {
  test('starts once with one mail, follows its value, and ends by itself with one mail', async () => {
    await traffic(18, 3);
    await evaluate();
    const [alert] = await open();
    expect(await open()).toHaveLength(1);
    expect(alert).toMatchObject({
      status: 'Warn',
      state: 'open',
      name: 'Failure rate: Direct Inbound',
      alertType: 'FailureRate',
      value: 14,
      threshold: 10,
    });
    expect(alert?.link).toMatch(
      /^\/admin\/dashboard\/messaging\/workflows\?channel=Direct&direction=Inbound&status=Failed&from=/,
    );
    await traffic(0, 1);
    await evaluate();
    expect(await open()).toMatchObject([{ id: alert?.id, value: 18, version: alert?.version }]);
    expect((await client().messageCounts()).inboundMessages[0]?.state).toBe('Warn');
    await recover();
    await evaluate();
    await evaluate();
    expect(await open()).toHaveLength(1);
    await evaluate(15);
    expect(await open()).toEqual([]);
    expect((await client().systemAlerts({ query: { state: 'resolved' } })).items).toMatchObject([
      { id: alert?.id, status: 'Resolved', state: 'resolved' },
    ]);
    expect(await mails()).toEqual([
      'Notice started: Failure rate: Direct Inbound',
      'Notice ended: Failure rate: Direct Inbound',
    ]);
  });

  test('of the stronger rule stands alone, and a cause that comes back in between ends nothing', async () => {
    await traffic(10, 15);
    await evaluate();
    expect(await open()).toMatchObject([{ status: 'Triggered', name: 'High failure rate: Direct Inbound' }]);
    expect((await client().messageCounts()).inboundMessages[0]?.state).toBe('Error');
    await recover();
    await evaluate();
    await traffic(0, 20);
    await evaluate(15);
    await recover();
    await evaluate(30);
    expect(await open()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test('needs enough messages; a queue, silence and used up attempts have rules of their own', async () => {
    await traffic(4, 15);
    const longAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await addWorkflow(server.database, { status: 'Pending', channel: 'Fax', createdTime: longAgo(3) });
    await addWorkflow(server.database, { channel: 'Network', createdTime: longAgo(90) });
    await addWorkflow(server.database, { status: 'Failed', attempts: 5 });
    await server.database.pool.query(`delete from workflows where id in (
      select id from workflows where channel = 'Direct' and status = 'Completed')`);
    await evaluate();
    expect((await open()).map(({ alertType }) => alertType)).not.toContain('Silence');
    const silence = (await client().alertRules()).items.find(({ alertType }) => alertType === 'Silence');
    await client().updateAlertRule({ params: { id: silence?.id ?? '' }, body: { minimumMessages: 1 } });
    await evaluate();
    const match = (await open()).map(({ name, value }) => `${name} ${value >= 100 ? 'many' : value}`).toSorted();
    expect(match).toEqual([
      'Attempts used up: Direct Inbound 1',
      'Silent channel: Network Inbound 90',
      'Slow queue: Fax Inbound many',
    ]);
  });

  test('is acknowledged by a person, with the version it was seen in, and resolved by hand until its rule finds cause again', async () => {
    await addWorkflow(server.database, { status: 'Failed', attempts: 5 });
    await evaluate();
    const [alert] = await open();
    if (!alert) throw new Error('no alert');
    const params = { id: alert.id };
    const taken = await client().acknowledgeAlert({ params, body: { note: 'Looking.', version: alert.version } });
    expect(taken).toMatchObject({ state: 'acknowledged', note: 'Looking.', status: 'Warn' });
    expect(taken.owner).toBeTruthy();
    await expect(client().acknowledgeAlert({ params, body: { version: alert.version } })).rejects.toMatchObject({
      status: 409,
    });
    await evaluate();
    expect(await open()).toMatchObject([{ state: 'acknowledged', owner: taken.owner }]);
    await client().resolveAlert({ params, body: { note: 'Relay is back.', version: taken.version } });
    await expect(client().resolveAlert({ params, body: { note: 'Again.' } })).rejects.toMatchObject({
      code: 'E-ALERT-RESOLVED',
    });
    await evaluate();
    expect(await open()).toEqual([]);
    await addWorkflow(server.database, { status: 'Failed', attempts: 5 });
    await evaluate();
    expect(await open()).toMatchObject([{ state: 'open', value: 1 }]);
    const audit = await server.database.pool.query<{ action: string }>(
      `select action from audit_entries where target_id = $1 and outcome = 'Success' order by at`,
      [alert.id],
    );
    expect(audit.rows.map(({ action }) => action)).toEqual([
      'diagnostics.acknowledgeAlert',
      'diagnostics.resolveAlert',
    ]);
    expect(await mails()).toHaveLength(3);
  });

  test('obeys the rules as they are set, each change audited and with its version', async () => {
    const rule = (await client().alertRules()).items.find(({ name }) => name === 'Failure rate');
    if (!rule) throw new Error('no rule');
    const params = { id: rule.id };
    await traffic(18, 3);
    const changed = await client().updateAlertRule({ params, body: { threshold: 20, version: rule.version } });
    expect(changed).toMatchObject({ threshold: 20, version: rule.version + 1 });
    await evaluate();
    expect(await open()).toEqual([]);
    await expect(
      client().updateAlertRule({ params, body: { threshold: 5, version: rule.version } }),
    ).rejects.toMatchObject({ status: 409 });
    await client().updateAlertRule({ params, body: { threshold: 10, isEnabled: false } });
    await evaluate();
    expect(await open()).toEqual([]);
    await client().updateAlertRule({ params, body: { isEnabled: true } });
    await evaluate();
    expect(await open()).toHaveLength(1);
  });
});
