import type { ClientBase } from 'pg';
import { copyRows } from '../copyRows.ts';
import { withoutIndexes } from '../heavyObjects.ts';
import { createHistory, type Participant } from './history.ts';
import { historyDocuments } from './historyDocuments.ts';
import { messageTables } from './messageRows.ts';
import { workflowTables } from './workflowRows.ts';

/** Everything about messages; emptied with the organizations. */
export const messageTableNames = [
  'document_contents',
  'mail_messages',
  'message_contents',
  'mail_attachments',
  'conversions',
  'workflows',
  'workflow_steps',
  'event_messages',
  'deliveries',
  'notifications',
  'system_alerts',
  'retry_jobs',
  'retry_job_items',
] as const;

interface MessageSeed {
  readonly messages: number;
  /** When the history ends. */
  readonly end: Date;
  readonly log: (line: string) => void;
}

const participantCount = 400;
const participants = `
  select d.organization_id as "organizationId", d.address
  from document_sources d join organizations o on o.id = d.organization_id
  where d.type = $1 and d.is_enabled and d.status = 1 and o.is_activated and o.is_enabled and o.cancel_at is null
  order by o.org_id, d.id limit ${participantCount}`;

const counted = ['workflows', 'mail_messages', 'conversions'];
const sequences = ['mail_messages', 'mail_attachments', 'conversions', 'event_messages'];

/** What the triggers would have counted one by one; the same kinds as server/exchange/traffic.ts folds. */
const traffic = [
  `insert into traffic_buckets
   select traffic_bucket(created_time), 'workflow', channel, direction, type, status, count(*) from workflows group by 1, 3, 4, 5, 6`,
  `insert into traffic_buckets
   select 'epoch', 'workflow.all', channel, direction, type, outcome, sum(count) from traffic_buckets where kind = 'workflow' group by 3, 4, 5, 6`,
  `insert into traffic_buckets
   select duration_bucket(created_time, completed_time), 'duration', channel, direction, type, status, count(*)
   from workflows where completed_time is not null group by 1, 3, 4, 5, 6`,
  `insert into traffic_buckets
   select traffic_bucket(created_date), 'message', channel, case type when 1 then 'Inbound' else 'Outbound' end, '', '', count(*)
   from mail_messages where not is_draft group by 1, 3, 4`,
  `insert into traffic_buckets
   select traffic_bucket(date), 'conversion', '', '', kind, '', count(*) from conversions group by 1, 5`,
  `insert into traffic_buckets
   select date_trunc('hour', bucket, 'UTC'), kind || '.hour', channel, direction, type, outcome, sum(count)
   from traffic_buckets where kind in ('message', 'conversion') group by 1, 2, 3, 4, 5, 6`,
  `insert into traffic_buckets
   select date_trunc('minute', created_date), 'message.minute', channel, case type when 1 then 'Inbound' else 'Outbound' end, '', '', count(*)
   from mail_messages where not is_draft and created_date >= $1::timestamptz - interval '4 hours' group by 1, 3, 4`,
  `insert into traffic_buckets
   select date_trunc('minute', date), 'conversion.minute', '', '', kind, '', count(*)
   from conversions where date >= $1::timestamptz - interval '4 hours' group by 1, 5`,
];

/**
 * Writes a history of messages for the organizations that are there, in the caller's transaction. Its tables were emptied in this
 * transaction, with the organizations.
 */
export async function seedMessages(client: ClientBase, { messages, end, log }: MessageSeed): Promise<void> {
  await client.query('delete from traffic_changes');
  await client.query('delete from traffic_buckets');
  if (messages === 0) return;
  const of = async (type: string) => (await client.query<Participant>(participants, [type])).rows;
  const [direct, fax] = [await of('DirectMessaging'), await of('Fax')];
  if (direct.length === 0) return;
  const minute = Math.floor(end.getTime() / 60_000) * 60_000;
  const documents = await historyDocuments(Math.floor(minute / 86_400_000) * 86_400_000);
  const history = createHistory({ messages, end: minute, direct, fax: fax.length > 0 ? fax : direct, documents });
  for (const table of counted) await client.query(`alter table ${table} disable trigger user`);
  await withoutIndexes(client, messageTableNames, async () => {
    for (const { table, columns, rows } of [...messageTables(history), ...workflowTables(history)]) {
      await copyRows(client, table, columns, rows);
      log(`${table} loaded`);
    }
    log('building indexes of messages');
  });
  for (const table of counted) await client.query(`alter table ${table} enable trigger user`);
  for (const table of sequences)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table})) where exists (select from ${table})`,
    );
  for (const statement of traffic) await client.query(statement, statement.includes('$1') ? [end] : []);
  await client.query('select recount_messages()');
}
