import { afterEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/startApp.ts';
import { type Address, exchangeDoors, usableAddresses } from './engineSetup.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function setup(env: Readonly<Record<string, string>> = {}) {
  const server = await startServer({ env: { JOBS: 'true', JOB_RETRY_SECONDS: '0.1,0.1', ...env } });
  cleanups.push(() => server.close());
  const doors = exchangeDoors(server);
  cleanups.push(() => doors.close());
  const [one, two, three] = await usableAddresses(server.database);
  if (!one || !two || !three) throw new Error('The demo data have too few direct addresses.');
  return { server, ...doors, one, two, three };
}

interface Flow {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly parentId: string | null;
  readonly errorCode: string | null;
  readonly mailMessageId: string;
  readonly messageStatus: number;
  readonly steps: { name: string; status: string; attempts: number }[];
}

/** The workflows of a message and of what followed from it, by type. */
async function flowsOf({ database }: TestServer, workflowId: string): Promise<Flow[]> {
  const { rows } = await database.pool.query<Flow>(
    `with recursive run as (
       select * from workflows where id = $1
       union all select w.* from workflows w join run c on w.parent_id = c.id)
     select c.id, c.type, c.status, c.parent_id as "parentId", c.error_code as "errorCode", c.mail_message_id as "mailMessageId",
       m.status as "messageStatus",
       (select json_agg(json_build_object('name', s.step_name, 'status', s.status, 'attempts', s.attempts) order by s.ordinal)
        from workflow_steps s where s.workflow_id = c.id) as steps
     from run c join mail_messages m on m.id = c.mail_message_id order by c.created_time, c.type desc`,
    [workflowId],
  );
  return rows;
}

const ended = (flows: readonly Flow[]) => flows.map(({ type, status }) => `${type} ${status}`).sort();

const allEvents = async ({ database }: TestServer, mailMessageId: number | string) =>
  (
    await database.pool.query<{ eventType: string }>(
      'select event_type as "eventType" from event_messages where mail_message_id = $1 order by id',
      [mailMessageId],
    )
  ).rows.map(({ eventType }) => eventType);

test('a message to another organization arrives there and its document is read', async () => {
  const { server, send, one, two } = await setup();
  const { workflowId, mailMessageId } = await send(one, [two.address]);
  await expect
    .poll(async () => ended(await flowsOf(server, workflowId)), { timeout: 10_000 })
    .toEqual(['MessageReceiveWorkflow Completed', 'MessageSendWorkflow Completed', 'ProcessWorkflow Completed']);
  const flows = await flowsOf(server, workflowId);
  for (const { steps } of flows) {
    for (const step of steps) expect(step).toMatchObject({ status: 'Completed', attempts: 1 });
  }
  expect(await allEvents(server, mailMessageId)).toEqual(['Delivered', 'Sent']);
  const arrived = flows.find(({ type }) => type === 'ProcessWorkflow')?.mailMessageId ?? '';
  expect(await allEvents(server, arrived)).toEqual(['Received', 'Processed']);
  const { rows } = await server.database.pool.query(
    `select m.status, m.organization_id as "organizationId", a.mime_type as "mimeType", a.preview_status as "previewStatus",
       a.has_cda_content as "hasCda", a.patient ->> 'lastName' as family, d.status as delivery
     from mail_messages m join mail_attachments a on a.mail_message_id = m.id
       join deliveries d on d.delivered_mail_message_id = m.id where m.id = $1`,
    [arrived],
  );
  expect(rows).toEqual([
    {
      status: 9,
      organizationId: two.organizationId,
      mimeType: 'application/xml',
      previewStatus: 'Available',
      hasCda: true,
      family: 'Testfall',
      delivery: 'Delivered',
    },
  ]);
});

test('a message to several organizations arrives at each once', async () => {
  const { server, send, one, two, three } = await setup();
  const { workflowId } = await send(one, [two.address, three.address, one.address]);
  await expect
    .poll(async () => ended(await flowsOf(server, workflowId)).filter((end) => end === 'ProcessWorkflow Completed'), {
      timeout: 10_000,
    })
    .toHaveLength(3);
  expect(await flowsOf(server, workflowId)).toHaveLength(7);
});

test('a message that came in before is stored once and the repetition noted', async () => {
  const { server, receive, one } = await setup();
  const hispMessageId = '<again@elsewhere.example>';
  const first = await receive(one, { hispMessageId });
  const [second, third] = await Promise.all([receive(one, { hispMessageId }), receive(one, { hispMessageId })]);
  expect(second).toEqual({ ...first, isDuplicate: true });
  expect(third).toEqual({ ...first, isDuplicate: true });
  await expect.poll(() => allEvents(server, first.mailMessageId), { timeout: 10_000 }).toContain('Processed');
  expect((await allEvents(server, first.mailMessageId)).filter((event) => event === 'Duplicate')).toHaveLength(2);
});

test('two connections that bring the same message at once store it once', { tags: ['hard'] }, async () => {
  const { server, receive, one } = await setup({ JOBS: 'false' });
  const hispMessageId = '<twice@elsewhere.example>';
  const stored = async () =>
    (await server.database.pool.query<{ n: number }>('select count(*)::int as n from document_contents')).rows[0]?.n ??
    0;
  const before = await stored();
  const accepted = await Promise.all(Array.from({ length: 6 }, () => receive(one, { hispMessageId })));
  expect(new Set(accepted.map(({ mailMessageId }) => mailMessageId)).size).toBe(1);
  expect(accepted.filter(({ isDuplicate }) => !isDuplicate)).toHaveLength(1);
  expect(await stored()).toBe(before + 1);
});

test('a message that nobody can take fails with the reason and goes on after a retry', async () => {
  const { server, send, one, two } = await setup();
  await server.database.pool.query('update document_sources set is_enabled = false where address = $1', [two.address]);
  const { workflowId, mailMessageId } = await send(one, [two.address]);
  await expect
    .poll(() => flowsOf(server, workflowId), { timeout: 10_000 })
    .toMatchObject([{ status: 'Failed', errorCode: 'recipient-disabled', messageStatus: 12 }]);
  expect(await allEvents(server, mailMessageId)).toEqual(['Failed']);
  await server.database.pool.query('update document_sources set is_enabled = true where address = $1', [two.address]);
  const response = await server.client('SysAdmin').inspector.retryStep({
    params: { id: workflowId },
    body: { type: 'MessageSendWorkflow', retryStep: 'ResolveRoutes' },
  });
  expect(response.retries).toMatchObject([{ stepName: 'ResolveRoutes' }]);
  await expect
    .poll(async () => ended(await flowsOf(server, workflowId)), { timeout: 10_000 })
    .toEqual(['MessageReceiveWorkflow Completed', 'MessageSendWorkflow Completed', 'ProcessWorkflow Completed']);
  const detail = await server.client('SysAdmin').inspector.workflow({ params: { id: workflowId } });
  const step = detail.steps.find(({ stepName }) => stepName === 'ResolveRoutes');
  expect(step).toMatchObject({ status: 'Completed', attempts: 2, history: [{ attempt: 1, status: 'Failed' }] });
  expect(await allEvents(server, mailMessageId)).toEqual(['Failed', 'Retried', 'Delivered', 'Sent']);
});

test('some recipients without a way delay no others, and a retry sends nothing twice', { tags: ['hard'] }, async () => {
  const { server, send, one, two } = await setup();
  const { workflowId } = await send(one, [two.address, 'doctor@elsewhere.example.org']);
  await expect
    .poll(async () => (await flowsOf(server, workflowId))[0], { timeout: 10_000 })
    .toMatchObject({ status: 'Failed', errorCode: 'no-route' });
  const retry = () =>
    server.client('SysAdmin').inspector.retryStep({
      params: { id: workflowId },
      body: { type: 'MessageSendWorkflow', retryStep: 'Deliver' },
    });
  await retry();
  await expect
    .poll(async () => (await flowsOf(server, workflowId))[0], { timeout: 10_000 })
    .toMatchObject({
      status: 'Failed',
      steps: expect.arrayContaining([{ name: 'Deliver', status: 'Failed', attempts: 2 }]),
    });
  const arrivals = (await flowsOf(server, workflowId)).filter(({ type }) => type === 'MessageReceiveWorkflow');
  expect(arrivals).toHaveLength(1);
});

test('sent as PDF, the receiver gets the PDF', async () => {
  const { server, send, one, two } = await setup();
  const { workflowId } = await send(one, [two.address], { attachmentsAs: 'PDF' });
  await expect
    .poll(async () => ended(await flowsOf(server, workflowId)), { timeout: 15_000 })
    .toContain('ProcessWorkflow Completed');
  const arrived = (await flowsOf(server, workflowId)).find(({ type }) => type === 'ProcessWorkflow');
  const { rows } = await server.database.pool.query(
    'select name, mime_type as "mimeType" from mail_attachments where mail_message_id = $1',
    [arrived?.mailMessageId],
  );
  expect(rows).toEqual([{ name: 'summary.pdf', mimeType: 'application/pdf' }]);
});

test('a hostile document fails the processing and harms no other document', { tags: ['hard'] }, async () => {
  const { server, receive, one } = await setup();
  const bytes = Buffer.from('<html><body>No PDF</body></html>');
  const { workflowId } = await receive(one, {
    attachments: [
      { name: 'scan.pdf', bytes },
      { name: 'note.txt', bytes: Buffer.from('Seen in good health.') },
    ],
  });
  await expect
    .poll(async () => ended(await flowsOf(server, workflowId)), { timeout: 10_000 })
    .toEqual(['MessageReceiveWorkflow Completed', 'ProcessWorkflow Failed']);
  const flow = (await flowsOf(server, workflowId)).find(({ type }) => type === 'ProcessWorkflow');
  expect(flow).toMatchObject({ errorCode: 'attachment-refused', messageStatus: 12 });
  const { rows } = await server.database.pool.query(
    'select name, preview_status as "previewStatus" from mail_attachments where mail_message_id = $1 order by id',
    [flow?.mailMessageId],
  );
  expect(rows).toEqual([
    { name: 'scan.pdf', previewStatus: 'None' },
    { name: 'note.txt', previewStatus: 'Available' },
  ]);
});

test('senders and recipients that cannot be are refused by name', async () => {
  const { send, one, two } = await setup({ JOBS: 'false' });
  const stranger: Address = { address: two.address, organizationId: one.organizationId };
  await expect(send(stranger, [two.address])).rejects.toMatchObject({ code: 'E-SENDER-UNKNOWN' });
  await expect(send(one, [two.address, 'not an address'])).rejects.toMatchObject({
    code: 'E-RECIPIENT-INVALID',
    modelState: { 'to.1': expect.any(Array) },
  });
});
