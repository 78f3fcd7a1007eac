import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldTraffic } from '../../../server/exchange/traffic.ts';
import { messageTableNames } from '../../../server/seed/messages/seedMessages.ts';
import { seed } from '../../../server/seed/seed.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
  await seed(server.database, { organizations: 60, messages: 4000, now });
}, 60_000);
afterAll(() => server.close());

const now = new Date('2026-03-04T15:06:07Z');
const rowsOf = async (text: string) => (await server.database.pool.query<Record<string, unknown>>(text)).rows;
const numberOf = async (text: string) => Number((await rowsOf(`select count(*) as count from ${text}`))[0]?.['count']);
const fingerprint = async () => {
  const hash = createHash('sha256');
  for (const table of [...messageTableNames, 'traffic_buckets'])
    hash.update(JSON.stringify(await rowsOf(`select md5(to_jsonb(t)::text) as row from ${table} t order by 1`)));
  return hash.digest('hex');
};

describe('the history of messages', () => {
  test('has as many messages as were asked for, of the last 30 days, and more in the last one', async () => {
    expect(await numberOf('mail_messages')).toBe(4000);
    const age = `'${now.toISOString()}'::timestamptz - created_date`;
    expect(await numberOf(`mail_messages where ${age} not between interval '0' and interval '30 days 1 minute'`)).toBe(
      0,
    );
    const lastDay = await numberOf(`mail_messages where ${age} < interval '24 hours'`);
    const dayBefore = await numberOf(`mail_messages where ${age} between interval '24 hours' and interval '48 hours'`);
    expect(lastDay).toBeGreaterThan(2 * dayBefore);
    expect(await numberOf(`workflows where created_time > '${now.toISOString()}'`)).toBe(0);
  });

  test('hangs together: steps, deliveries and lineage say the same as states do', async () => {
    const contradictions = [
      `workflows w where (status = 'Failed') <> exists (
         select from workflow_steps s where s.workflow_id = w.id and s.status = 'Failed' and s.step_name = w.failed_step and s.error_code = w.error_code)`,
      `workflows w where status = 'Completed' and exists (
         select from workflow_steps s where s.workflow_id = w.id and s.status <> 'Completed')`,
      `mail_messages m where not is_draft and (status = 12) <> exists (
         select from workflows w where w.mail_message_id = m.id and w.status = 'Failed')`,
      `deliveries d where status = 'Delivered' and route = 'Local' and not exists (
         select from mail_messages m where m.id = d.delivered_mail_message_id and m.mail_to = d.recipient and m.type = 1)`,
      `workflows w where parent_id is not null and not exists (select from workflows p where p.id = w.parent_id)`,
      `mail_messages m where attachment_count <> (select count(*) from mail_attachments a where a.mail_message_id = m.id)`,
      `workflow_steps where end_time < start_time or attempts < jsonb_array_length(history)`,
    ];
    for (const contradiction of contradictions) expect(await numberOf(contradiction), contradiction).toBe(0);
  });

  test('has every kind of message, failure and notification', async () => {
    const kinds = [
      `mail_messages where is_draft`,
      ...['Direct', 'Fax', 'Network'].flatMap((channel) => [
        `workflows where channel = '${channel}' and direction = 'Inbound'`,
        `workflows where channel = '${channel}' and direction = 'Outbound'`,
      ]),
      ...['no-route', 'relay-unavailable', 'recipient-disabled', 'attachment-unreadable', 'processing-timeout'].map(
        (error) => `workflows where status = 'Failed' and error_code = '${error}'`,
      ),
      `workflow_steps where status = 'Completed' and attempts > 1`,
      `deliveries where status = 'Unknown'`,
      `notifications where type = 20 and status = 3`,
      `conversions where kind = 'Preview'`,
      `mail_attachments where patient is not null and has_hl7_content`,
    ];
    for (const kind of kinds) expect(await numberOf(kind), kind).toBeGreaterThan(0);
    expect(await numberOf('document_contents')).toBeLessThan(100);
  });

  test('is counted by the dashboard as it is', async () => {
    const { messageHealthDataValuesCount: counted } = await server.client('SysAdmin').diagnostics.search({ body: {} });
    expect(counted).toBe(await numberOf('workflows'));
    expect(await foldTraffic(server.database)).toBe(0);
    const differing = await rowsOf(
      `select * from (select traffic_bucket(created_time) as bucket, channel, direction, type, status, count(*) from workflows group by 1, 2, 3, 4, 5) t
       full join (select bucket, channel, direction, type, outcome as status, count from traffic_buckets where kind = 'workflow') k
         using (bucket, channel, direction, type, status) where t.count is distinct from k.count`,
    );
    expect(differing).toEqual([]);
  });

  test('is the same for the same number and moment, and new messages get numbers of their own', {
    tags: ['hard'],
    timeout: 60_000,
  }, async () => {
    const before = await fingerprint();
    await seed(server.database, { organizations: 60, messages: 4000, now });
    expect(await fingerprint()).toBe(before);
    const next = await rowsOf(`select nextval(pg_get_serial_sequence('mail_messages', 'id'))::int as id`);
    expect(next[0]?.['id']).toBe(104_001);
    await seed(server.database, { organizations: 60, now });
    expect(await numberOf('mail_messages')).toBe(0);
    expect(await numberOf('traffic_buckets')).toBe(0);
  });
});
