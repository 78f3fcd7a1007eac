import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Address, type MailStage, startMailStage } from './mailSetup.ts';
import { headersOf, mailServer, type MailServer } from '../mail/mailServer.ts';

const samples = resolve(process.env['SAMPLES_DIR'] ?? '../shared/samples');
const document = resolve(samples, 'ccda/hl7-ccd1-betterhalf.xml');

let setup: MailStage;
let outside: MailServer;
let here: Address;
let there: Address;
beforeAll(async () => {
  outside = await mailServer();
  setup = await startMailStage({ env: { JOBS: 'true', SMTP_URL: outside.url, DEMO_TRAFFIC: '0' } });
  const [first, second] = await setup.addresses();
  if (!first || !second) throw new Error('The demo data has too few direct addresses.');
  here = first;
  there = second;
});
afterAll(async () => {
  await setup.close();
  await outside.close();
});

const reasoned = { reason: 'following a test message' };
const read = (id: number) => setup.client('SysAdmin').messages.get({ params: { id } }, reasoned);
const statusOf = async (id: number) => {
  const { rows } = await setup.database.pool.query<{ status: number }>(
    'select status from mail_messages where id = $1',
    [id],
  );
  return rows[0]?.status;
};
const eventsOf = async (id: number) => {
  const { rows } = await setup.database.pool.query<{ event_type: string }>(
    'select event_type from event_messages where mail_message_id = $1 order by id',
    [id],
  );
  return rows.map((row) => row.event_type);
};
const sent = 0;
const processed = 9;

test.skipIf(!existsSync(document))('a C-CDA sent by a mail client is processed within two seconds', async () => {
  const bytes = await readFile(document);
  // The processes that read start with the first one.
  await setup.mail({
    from: 'a@side.example',
    to: there.address,
    text: 'Warm.',
    attachments: [{ filename: 'a.xml', content: bytes }],
  });
  const response = await setup.mail({
    from: 'ann@side.example',
    to: here.address,
    subject: 'Summary of care',
    text: 'See the document.',
    attachments: [{ filename: 'summary.xml', content: bytes, contentType: 'text/xml' }],
  });
  const id = Number(/as (\d+)/.exec(response)?.[1]);
  await expect.poll(() => statusOf(id), { timeout: 2_000, interval: 20 }).toBe(processed);
  const match = await read(id);
  expect(match.attachments).toMatchObject([
    {
      fileName: 'summary.xml',
      mimeType: 'application/xml',
      sizeInBytes: bytes.length,
      hasCDAContent: true,
      isPreviewAvailable: true,
      problem: null,
    },
  ]);
  expect(match.attachments[0]?.patient?.lastName).toBe('Betterhalf');
  expect(await eventsOf(id)).toEqual(expect.arrayContaining(['Received', 'Processed']));
  const { rows } = await setup.database.pool.query<{ type: string; status: string; steps: string[] }>(
    `select w.type, w.status, array_agg(s.step_name || ' ' || s.status order by s.ordinal) as steps
     from workflows w join workflow_steps s on s.workflow_id = w.id where w.mail_message_id = $1 group by w.id order by w.created_time`,
    [id],
  );
  expect(rows).toEqual([
    {
      type: 'MessageReceiveWorkflow',
      status: 'Completed',
      steps: ['Accept Completed', 'Route Completed', 'Notify Completed'],
    },
    {
      type: 'ProcessWorkflow',
      status: 'Completed',
      steps: ['Identify Completed', 'Extract Completed', 'Preview Completed'],
    },
  ]);
  const accepting = await setup.database.pool.query<{ took: number }>(
    `select (extract(epoch from s.end_time - s.start_time) * 1000)::float8 as took
     from workflow_steps s join workflows w on w.id = s.workflow_id where w.mail_message_id = $1 and s.step_name = 'Accept'`,
    [id],
  );
  expect(accepting.rows[0]?.took).toBeGreaterThan(0);
});

test('a message of an operator arrives at another organization of this server', async () => {
  const file = new File(['A small one.'], 'letter.txt');
  const body = { from: here.address, to: [there.address], subject: 'Test', body: 'Hello.' };
  const { mailMessageId, hispMessageId } = await setup
    .client('SysAdmin')
    .messages.send({ body, files: [await fileOf(file)] });
  await expect.poll(() => statusOf(mailMessageId), { timeout: 10_000 }).toBe(sent);
  const { rows } = await setup.database.pool.query<{ id: string }>(
    'select id from mail_messages where hisp_message_id = $1 and organization_id = $2 and type = 1',
    [hispMessageId, there.organizationId],
  );
  expect(rows).toHaveLength(1);
  const arrived = await read(Number(rows[0]?.id));
  expect(arrived).toMatchObject({
    fromAddress: here.address,
    toAddress: [there.address],
    subject: 'Test',
    body: 'Hello.',
  });
});

test('a message to an outside address arrives there, once, with its attachment intact', async () => {
  const file = new File([Uint8Array.from({ length: 5_000 }, (_, at) => 32 + (at % 90))], 'list.txt');
  const body = { from: here.address, to: ['ann@elsewhere.example'], subject: 'Outside', body: 'Hello.' };
  const { mailMessageId, hispMessageId } = await setup
    .client('SysAdmin')
    .messages.send({ body, files: [await fileOf(file)] });
  await expect.poll(() => statusOf(mailMessageId), { timeout: 10_000 }).toBe(sent);
  const taken = outside.taken.filter(({ to }) => to.includes('ann@elsewhere.example'));
  expect(taken).toHaveLength(1);
  expect(taken[0]?.from).toBe(here.address);
  expect(headersOf(taken[0]?.raw ?? '')).toContain(`Message-ID: ${hispMessageId}`);
  const encoded = Buffer.from(await file.arrayBuffer()).toString('base64');
  expect(taken[0]?.raw.replaceAll('\r\n', '').includes(encoded)).toBe(true);
});

async function fileOf(file: File) {
  return { name: file.name, mediaType: file.type, bytes: await file.bytes() };
}
