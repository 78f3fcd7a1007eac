import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../server/database/newId.ts';
import { type Address, smallCda } from '../server/exchange/engineSetup.ts';

interface Extent {
  readonly messages: number;
  readonly atOnce: number;
}

/** Milliseconds of the barest way to the same rows: one transaction a message, plain inserts, no queue, no reading of documents. */
export async function exchangeRival(pool: pg.Pool, addresses: readonly Address[], extent: Extent): Promise<number> {
  let next = 0;
  const started = performance.now();
  const lane = async () => {
    while (next < extent.messages) {
      const at = next++;
      const [from, to] = [addresses[at % addresses.length], addresses[(at + 1) % addresses.length]];
      if (from && to) await insertRows(pool, from, to, smallCda(`Bench${at}`));
    }
  };
  await Promise.all(Array.from({ length: extent.atOnce }, lane));
  return performance.now() - started;
}

const steps = {
  MessageSendWorkflow: ['Validate', 'PrepareAttachments', 'ResolveRoutes', 'Deliver', 'Notify'],
  MessageReceiveWorkflow: ['Accept', 'Route', 'Notify'],
  ProcessWorkflow: ['Identify', 'Extract', 'Preview'],
} as const;

async function insertRows(pool: pg.Pool, from: Address, to: Address, bytes: Buffer): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const contentId = newId();
    await client.query('insert into document_contents (id, bytes, size, sha256) values ($1, $2, $3, $4)', [
      contentId,
      bytes,
      bytes.length,
      randomUUID(),
    ]);
    const hisp = `<${newId()}@rival.example>`;
    const sent = await insertMessage(client, { type: 2, owner: from, from, to, hisp, contentId, size: bytes.length });
    await insertWorkflow(client, 'MessageSendWorkflow', from, sent, hisp);
    const arrived = await insertMessage(client, { type: 1, owner: to, from, to, hisp, contentId, size: bytes.length });
    await insertWorkflow(client, 'MessageReceiveWorkflow', to, arrived, hisp);
    await insertWorkflow(client, 'ProcessWorkflow', to, arrived, hisp);
    await client.query(
      `insert into deliveries (mail_message_id, recipient, route, status, delivered_mail_message_id, at)
       values ($1, $2, 'Local', 'Delivered', $3, now())`,
      [sent, to.address, arrived],
    );
    for (const [message, event] of [
      [sent, 'Delivered'],
      [sent, 'Sent'],
      [arrived, 'Received'],
      [arrived, 'Processed'],
    ]) {
      await client.query(`insert into event_messages (mail_message_id, origin, event_type) values ($1, 'bench', $2)`, [
        message,
        event,
      ]);
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}

interface Made {
  readonly type: number;
  readonly owner: Address;
  readonly from: Address;
  readonly to: Address;
  readonly hisp: string;
  readonly contentId: string;
  readonly size: number;
}

async function insertMessage(
  client: pg.PoolClient,
  { type, owner, from, to, hisp, contentId, size }: Made,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into mail_messages (organization_id, type, channel, sender, mail_to, origin, status, workflow_id, hisp_message_id, size, attachment_count)
     values ($1, $2, 'Direct', $3, $4, 'bench', $5, $6, $7, $8, 1) returning id`,
    [owner.organizationId, type, from.address, to.address, type === 1 ? 9 : 0, newId(), hisp, size],
  );
  const id = rows[0]?.id ?? '';
  await client.query('insert into message_contents values ($1, $2, $3)', [
    id,
    'Referral',
    'Please see the attachment.',
  ]);
  await client.query(
    `insert into mail_attachments (mail_message_id, name, mime_type, size, content_id, preview_status, has_cda_content)
     values ($1, 'summary.xml', 'application/xml', $2, $3, 'Available', true)`,
    [id, size, contentId],
  );
  return id;
}

async function insertWorkflow(
  client: pg.PoolClient,
  type: keyof typeof steps,
  { organizationId }: Address,
  message: string,
  hisp: string,
): Promise<void> {
  const id = newId();
  await client.query(
    `insert into workflows (id, type, status, channel, direction, organization_id, mail_message_id, hisp_message_id, correlation_id, command, completed_time)
     values ($1, $2, 'Completed', 'Direct', $3, $4, $5, $6, $6, '{}', now())`,
    [id, type, type === 'MessageSendWorkflow' ? 'Outbound' : 'Inbound', organizationId, message, hisp],
  );
  for (const [at, name] of steps[type].entries()) {
    await client.query(
      `insert into workflow_steps (workflow_id, ordinal, step_name, status, start_time, end_time, attempts)
       values ($1, $2, $3, 'Completed', now(), now(), 1)`,
      [id, at + 1, name],
    );
  }
}
