import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldMessageCounts } from '../../../server/odata/messageCounts.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addMessages } from './messageRows.ts';

let running: TestApp;
let client: Client;
beforeAll(async () => {
  running = await startApp();
  client = running.client('SysAdmin');
});
afterAll(() => running.close());
beforeEach(async () => {
  await asOwner(running.database, 'truncate mail_messages cascade');
});

/** Filters of all kinds, each beside the bare condition that means the same. */
const filters: readonly [string | undefined, string][] = [
  [undefined, 'true'],
  ['IsDraft eq false', 'not is_draft'],
  ['IsDraft eq false and Status eq 1', 'not is_draft and status = 1'],
  ["Type eq 2 and (Channel eq 'Fax' or Status in (0,2))", `type = 2 and (channel = 'Fax' or status in (0, 2))`],
  ["WorkflowType eq 'MessageSendWorkflow'", 'type = 2'],
  ["contains(Sender,'A@')", `lower(sender) like '%a@%'`],
  ["IsDraft eq false and Contains(Sender,'b@') eq true", `not is_draft and lower(sender) like '%b@%'`],
  ["Sender eq 'a@x.example' and Status eq 1", `sender = 'a@x.example' and status = 1`],
  ["contains(MailTo,'@Clinic')", `lower(mail_to) like '%@clinic%'`],
  ["IsDraft eq false and Contains(MailTo,'team') eq true", `not is_draft and lower(mail_to) like '%team%'`],
  ["not contains(MailTo,'team') and IsDraft", `lower(mail_to) not like '%team%' and is_draft`],
  ["MailTo eq 'care@clinic.example'", `mail_to = 'care@clinic.example'`],
  ["contains(MailTo,'team') and contains(Sender,'b@')", `lower(mail_to) like '%team%' and lower(sender) like '%b@%'`],
  [
    "contains(MailTo,'team') and CreatedDate ge 2026-08-01T02:30:00Z",
    `lower(mail_to) like '%team%' and created_date >= '2026-08-01T02:30:00Z'`,
  ],
  ['CreatedDate ge 2026-08-01T02:30:00Z', `created_date >= '2026-08-01T02:30:00Z'`],
  ['CreatedDate gt 2026-08-01T02:00:00Z', `created_date > '2026-08-01T02:00:00Z'`],
  ['CreatedDate ge 2026-08-01T02:00:00Z', `created_date >= '2026-08-01T02:00:00Z'`],
  ['CreatedDate lt 2026-08-01T05:00:00Z', `created_date < '2026-08-01T05:00:00Z'`],
  [
    'CreatedDate le 2026-08-01T05:00:00Z and IsDraft eq false',
    `created_date <= '2026-08-01T05:00:00Z' and not is_draft`,
  ],
  [
    "(Status eq 1 and (CreatedDate ge '2026-08-01T01:15:00Z' and CreatedDate le '2026-08-01T06:45:00Z'))",
    `status = 1 and created_date between '2026-08-01T01:15:00Z' and '2026-08-01T06:45:00Z'`,
  ],
  [
    'CreatedDate ge 2026-08-01T03:10:00Z and CreatedDate lt 2026-08-01T03:50:00Z',
    `created_date >= '2026-08-01T03:10:00Z' and created_date < '2026-08-01T03:50:00Z'`,
  ],
  ['CreatedDate ge 2026-08-01T06:00:00Z and CreatedDate le 2026-08-01T03:00:00Z', 'false'],
  ['CreatedDate ge 2026-08-01T03:00:00Z or IsDraft', `created_date >= '2026-08-01T03:00:00Z' or is_draft`],
];

const expectExact = async () => {
  for (const [$filter, where] of filters) {
    const query = { $count: 'true', $top: '0', ...($filter === undefined ? {} : { $filter }) };
    const response = await client.inspector.mailMessages({ query });
    const { rows } = await running.database.pool.query<{ count: number }>(
      `select count(*)::int as count from mail_messages where ${where}`,
    );
    expect([$filter, response['@odata.count']]).toEqual([$filter, rows[0]?.count]);
  }
};

/** As long as the recipients of a message can be together, and nothing that could be packed. */
const teams = Array.from({ length: 3 }, () =>
  Array.from({ length: 50 }, () => `team-${randomBytes(100).toString('base64url')}@clinic.example`).join('; '),
);
const minute = (index: number) => new Date(Date.UTC(2026, 7, 1, 0, index * 10)).toISOString();
const fill = () =>
  addMessages(
    running.database,
    Array.from({ length: 48 }, (_, index) => ({
      sender: `${'ABC'.charAt(index % 3)}@x.example`.replace('A', index % 2 ? 'a' : 'A'),
      mailTo:
        ['care@clinic.example', 'Care@Clinic.example', 'desk@office.example'][index % 4] ?? teams[index % 3] ?? '',
      status: index % 4,
      type: 1 + (index % 2),
      channel: index % 5 === 0 ? 'Fax' : 'Direct',
      isDraft: index % 7 === 0,
      createdDate: minute(index),
    })),
  );

test('numbers are exact after every kind of change, folded or not', async () => {
  const ids = await fill();
  await expectExact();
  await foldMessageCounts(running.database);
  await expectExact();
  const { pool } = running.database;
  await pool.query('update mail_messages set status = 1, is_draft = not is_draft where id % 3 = 0');
  await pool.query('update mail_messages set size = 5');
  await pool.query(`update mail_messages set created_date = created_date + interval '2 hours' where id % 5 = 0`);
  await pool.query(`update mail_messages set mail_to = 'desk@clinic.example' where id % 7 = 0`);
  await pool.query('delete from mail_messages where id = any($1::bigint[])', [ids.slice(0, 9)]);
  await expectExact();
  await foldMessageCounts(running.database);
  await expectExact();
  await pool.query('select recount_messages()');
  await expectExact();
  await asOwner(running.database, 'truncate mail_messages cascade');
  await expectExact();
});

test('numbers by address are read from the counts, not from the messages', async () => {
  const { pool } = running.database;
  await fill();
  await foldMessageCounts(running.database);
  const numberOf = async ($filter: string) =>
    (await client.inspector.mailMessages({ query: { $filter, $count: 'true', $top: '0' } }))['@odata.count'];
  await pool.query('update message_sender_counts set count = count + 1000 where is_draft');
  await pool.query('update message_recipient_counts set count = count + 1000 where is_draft');
  for (const name of ['Sender', 'MailTo']) {
    expect(await numberOf(`contains(${name},'example') and IsDraft eq false`)).toBeLessThan(1000);
    expect(await numberOf(`contains(${name},'example') and IsDraft`)).toBeGreaterThan(1000);
  }
});

test('a number never lags behind, while others write and the numbers are folded', { tags: ['hard'] }, async () => {
  const { pool } = running.database;
  await fill();
  const others = { areWriting: true };
  const folding = (async () => {
    while (others.areWriting) await foldMessageCounts(running.database);
  })();
  const writing = Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let turn = 0; turn < 25; turn++) {
        // Locked in the order of their ids: two writers that update the same rows would deadlock otherwise.
        await pool.query(
          `update mail_messages set status = (status + 1) % 4
           where id in (select id from mail_messages where id % 11 = $1 order by id for update)`,
          [turn % 11],
        );
        await addMessages(running.database, [{ status: turn % 4, createdDate: minute(turn) }]);
      }
    }),
  );
  // All statuses together are all messages: a page and its number are of one moment.
  const reading = (async () => {
    while (others.areWriting) {
      const query = { $count: 'true', $top: '1000', $filter: 'Status lt 2' };
      const { value, '@odata.count': count } = await client.inspector.mailMessages({ query });
      expect(count).toBe(value.length);
    }
  })();
  const written = writing.finally(() => {
    others.areWriting = false;
  });
  await Promise.all([written, folding, reading]);
  await expectExact();
});
