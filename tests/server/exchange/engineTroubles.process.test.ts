import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { DocumentError, type Documents } from '../../../server/documents/documents.ts';
import { enqueueStranded } from '../../../server/exchange/enqueueStranded.ts';
import { runWorkflow } from '../../../server/exchange/runWorkflow.ts';
import { startApp } from '../../support/startApp.ts';
import { refusal } from '../areas/organizationBuilders.ts';
import { tiffOf } from '../documents/documentBuilders.ts';
import { exchangeDoors, usableAddresses } from './engineSetup.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A relay that refuses for now as often as it is told, and then takes everything. */
async function relay(refusals = 0) {
  const taken: string[] = [];
  let left = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onRcptTo: (_address, _session, done) => {
      left -= 1;
      done(left >= 0 ? Object.assign(new Error('later'), { responseCode: 450 }) : null);
    },
    onData: (stream, { envelope }, done) => {
      taken.push(...envelope.rcptTo.map(({ address }) => address));
      void text(stream).then(() => done());
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  cleanups.push(() => new Promise<void>((done) => server.close(done)));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, taken };
}

const never = () => new Promise<never>(() => undefined);

/** A server whose queue nobody works off but the test, one workflow after the other. */
async function setup(env: Readonly<Record<string, string>> = {}) {
  const server = await startApp({ env: { JOB_RETRY_SECONDS: '0.1,0.1', ...env } });
  cleanups.push(() => server.close());
  const doors = exchangeDoors(server);
  cleanups.push(() => doors.close());
  const [one, two] = await usableAddresses(server.database);
  if (!one || !two) throw new Error('The demo data have too few direct addresses.');
  const { inspector, messages } = server.client('SysAdmin');
  const query = async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
    (await server.database.pool.query<Row>(statement, [...values])).rows;
  const run = (workflowId: string, documents: Partial<Documents> = {}) => {
    const services = { ...doors.services, documents: { ...doors.services.documents, ...documents } };
    return runWorkflow(services, { workflowId }, { signal: new AbortController().signal });
  };
  const detail = (id: string) => inspector.workflow({ params: { id } });
  const step = async (id: string, name: string) => (await detail(id)).steps.find(({ stepName }) => stepName === name);
  const retry = (id: string, retryStep: string, more: { allowDuplicate?: boolean } = {}) =>
    inspector.retryStep({ params: { id }, body: { type: 'MessageSendWorkflow', retryStep, ...more } });
  /** Begins work that never ends, as on a server that is killed meanwhile, and waits until it is under way. */
  const cutOff = async (id: string, name: string, attempts: number) => {
    void run(id, { extract: never, convert: never });
    await expect.poll(() => step(id, name), { timeout: 10_000 }).toMatchObject({ status: 'In Progress', attempts });
  };
  const read = (id: number) => messages.get({ params: { id } }, { reason: 'Ticket 4711' });
  return { server, ...doors, one, two, query, run, detail, step, retry, cutOff, read };
}

const outside = 'doctor@elsewhere.example.org';

test('a delivery that the relay had in hand when its server was killed is sent again only when a user accepts a duplicate', {
  tags: ['hard'],
}, async () => {
  const { url, taken } = await relay();
  const { send, one, run, detail, step, query, retry } = await setup({ SMTP_URL: url });
  const { workflowId: id, mailMessageId } = await send(one, [outside]);
  await query(`update deliveries set route = 'Relay', status = 'Sending' where mail_message_id = $1`, [mailMessageId]);
  await query(
    `update workflow_steps set status = case step_name when 'Deliver' then 'In Progress' else 'Completed' end, attempts = 1, start_time = now()
     where workflow_id = $1 and step_name <> 'Notify'`,
    [id],
  );
  await query(`update workflows set status = 'In Progress' where id = $1`, [id]);
  await run(id);
  expect(await detail(id)).toMatchObject({ status: 'Failed' });
  expect(await step(id, 'Deliver')).toMatchObject({ status: 'Failed', errorCode: 'delivery-unknown' });
  expect(await refusal(retry(id, 'Deliver'))).toMatchObject({ code: 'E-MAY-DUPLICATE' });
  await run(id);
  expect(taken).toEqual([]);
  await retry(id, 'Deliver', { allowDuplicate: true });
  await run(id);
  expect(await detail(id)).toMatchObject({ status: 'Completed' });
  await run(id);
  expect(taken).toEqual([outside]);
});

test('a relay that is busy is asked again after a while', { tags: ['hard'] }, async () => {
  const { url, taken } = await relay(1);
  const { send, one, step, detail } = await setup({ SMTP_URL: url, JOBS: 'true' });
  const { workflowId: id } = await send(one, [outside]);
  await expect.poll(() => detail(id), { timeout: 15_000 }).toMatchObject({ status: 'Completed' });
  expect(await step(id, 'Deliver')).toMatchObject({ attempts: 2, history: [{ attempt: 1, status: 'Failed' }] });
  expect(taken).toEqual([outside]);
});

test('a message to an address here and one elsewhere is processed here too', { tags: ['hard'] }, async () => {
  const { url, taken } = await relay();
  const { send, one, two, query } = await setup({ SMTP_URL: url, JOBS: 'true' });
  const { hispMessageId } = await send(one, [two.address, outside]);
  const flows = () =>
    query('select type, status from workflows where hisp_message_id = $1 order by type', [hispMessageId]);
  await expect.poll(flows, { timeout: 15_000 }).toEqual([
    { type: 'MessageReceiveWorkflow', status: 'Completed' },
    { type: 'MessageSendWorkflow', status: 'Completed' },
    { type: 'ProcessWorkflow', status: 'Completed' },
  ]);
  expect(taken).toEqual([outside]);
});

test('a step that was cut off in every attempt fails instead of ending servers for ever', {
  tags: ['hard'],
}, async () => {
  const { send, one, two, run, detail, step, cutOff } = await setup();
  const { workflowId: id } = await send(one, [two.address], { attachmentsAs: 'PDF' });
  for (const attempt of [1, 2, 3]) await cutOff(id, 'PrepareAttachments', attempt);
  await run(id);
  expect(await detail(id)).toMatchObject({ status: 'Failed' });
  expect(await step(id, 'PrepareAttachments')).toMatchObject({
    errorCode: 'interrupted',
    history: [{ status: 'Interrupted' }, { status: 'Interrupted' }, { status: 'Interrupted' }],
  });
});

test('a step under way and one behind it cannot be retried', async () => {
  const { send, one, two, retry, cutOff } = await setup();
  const { workflowId: id } = await send(one, [two.address], { attachmentsAs: 'PDF' });
  await cutOff(id, 'PrepareAttachments', 1);
  expect(await refusal(retry(id, 'PrepareAttachments'))).toMatchObject({ code: 'E-STEP-RUNNING' });
  expect(await refusal(retry(id, 'Deliver'))).toMatchObject({ code: 'E-STEP-NOT-REACHED' });
});

const tiff = { name: 'fax.tif', bytes: tiffOf({ pages: 2 }) };

test('processing a fax image makes the preview that browsers can show', async () => {
  const { receive, one, run, read } = await setup();
  const { workflowId, mailMessageId } = await receive(one, { attachments: [tiff] });
  await run(workflowId);
  const { status, attachments } = await read(mailMessageId);
  expect(status).toBe(9);
  expect(attachments).toMatchObject([
    {
      mimeType: 'image/tiff',
      previewStatus: 'Available',
      conversions: [{ kind: 'Preview', mimeType: 'application/pdf' }],
    },
  ]);
});

test('a preview that could not be made says why', { tags: ['hard'] }, async () => {
  const { receive, one, run, read } = await setup();
  const { workflowId, mailMessageId } = await receive(one, { attachments: [tiff] });
  await run(workflowId, { convert: () => Promise.reject(new DocumentError('timeout', 'It took too long.')) });
  const { status, attachments } = await read(mailMessageId);
  expect(status).toBe(9);
  expect(attachments).toMatchObject([
    { previewStatus: 'Failed', conversions: [{ kind: 'Preview', status: 'Failed', error: 'It took too long.' }] },
  ]);
});

test('a message without documents is processed as well', { tags: ['hard'] }, async () => {
  const { send, one, two, run, query } = await setup();
  const { workflowId, hispMessageId } = await send(one, [two.address], { attachments: [] });
  await run(workflowId);
  const rows = await query(
    `select m.status, array_agg(e.event_type order by e.id) as events from mail_messages m join event_messages e on e.mail_message_id = m.id
     where m.hisp_message_id = $1 and m.type = 1 group by m.id`,
    [hispMessageId],
  );
  expect(rows).toEqual([{ status: 9, events: ['Received', 'Processed'] }]);
});

test('a workflow whose job has used up its attempts gets a new one', { tags: ['hard'] }, async () => {
  const { server, receive, one, run, query, detail } = await setup();
  const { workflowId, mailMessageId } = await receive(one, { attachments: [tiff] });
  void run(workflowId, { convert: never });
  const process = async () =>
    (
      await query<{ id: string }>(`select id from workflows where parent_id = $1 and status = 'In Progress'`, [
        workflowId,
      ])
    )[0]?.id;
  await expect.poll(process, { timeout: 10_000 }).toBeDefined();
  const id = (await process()) ?? '';
  await query(`update workflows set created_time = now() - interval '2 minutes' where mail_message_id = $1`, [
    mailMessageId,
  ]);
  expect(await enqueueStranded(server.database)).toBe(0);
  await query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    `workflow:${workflowId}`,
  ]);
  expect(await enqueueStranded(server.database)).toBe(1);
  expect(await query('select attempts from graphile_worker.jobs where key = $1', [`workflow:${id}`])).toEqual([
    { attempts: 0 },
  ]);
  expect(await enqueueStranded(server.database)).toBe(0);
  await run(id);
  expect(await detail(id)).toMatchObject({ status: 'Completed' });
});
