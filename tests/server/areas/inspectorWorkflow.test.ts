import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../server/database/newId.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { addWorkflow } from './workflowRows.ts';

let running: TestApp;
let client: Client;
beforeAll(async () => {
  running = await sharedServer();
  client = running.client('SysAdmin');
});

const messageOf = async (id: string): Promise<number> => {
  const { rows } = await running.database.pool.query<{ id: string }>(
    'select mail_message_id as id from workflows where id = $1',
    [id],
  );
  return Number(rows[0]?.id);
};

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

test('a workflow comes with its steps, deliveries, notifications and lineage', async () => {
  const hispMessageId = `<${newId()}@test.example>`;
  const send = await addWorkflow(running.database, {
    type: 'MessageSendWorkflow',
    failedStep: 'Deliver',
    errorCode: 'relay-refused',
    hispMessageId,
  });
  const receive = await addWorkflow(running.database, {
    type: 'MessageReceiveWorkflow',
    status: 'Completed',
    parentId: send,
  });
  const twin = await addWorkflow(running.database, { status: 'Completed', hispMessageId });
  const { pool } = running.database;
  await pool.query(
    `insert into deliveries (mail_message_id, recipient, route, status) select mail_message_id, 'ben@direct.x.example', 'Relay', 'Failed' from workflows where id = $1`,
    [send],
  );
  await pool.query(
    `insert into notifications (id, workflow_id, type, target, status, created_at, completed_at, attempt_count)
     values ($2, $1, 10, 'ops@x.example', 2, '2026-08-21T06:00:00Z', '2026-08-21T06:00:01.5Z', 1)`,
    [send, newId()],
  );
  const detail = await client.inspector.workflow({ params: { id: send }, query: { type: 'MessageSendWorkflow' } });
  expect(detail).toMatchObject({
    status: 'Failed',
    deliveries: [{ recipient: 'ben@direct.x.example', status: 'Failed' }],
    notifications: [{ type: 10, duration: 1500 }],
    related: [
      { id: receive, relation: 'child', mailMessageId: await messageOf(receive) },
      { id: twin, relation: 'same message', mailMessageId: await messageOf(twin) },
    ],
  });
  expect(detail.steps.map(({ stepName, status }) => `${stepName} ${status}`)).toEqual([
    'Validate Completed',
    'PrepareAttachments Completed',
    'ResolveRoutes Completed',
    'Deliver Failed',
    'Notify Pending',
  ]);
  const child = await client.inspector.workflow({ params: { id: receive } });
  expect(child.related).toMatchObject([{ id: send, relation: 'parent', mailMessageId: detail.mailMessageId }]);
});

test('an unknown workflow, and one of another type, is not found', async () => {
  const id = await addWorkflow(running.database);
  expect(await code(client.inspector.workflow({ params: { id: newId() } }))).toBe('E-NOT-FOUND');
  expect(await code(client.inspector.workflow({ params: { id }, query: { type: 'MessageSendWorkflow' } }))).toBe(
    'E-NOT-FOUND',
  );
  const body = { type: 'MessageSendWorkflow', retryStep: 'Identify' } as const;
  expect(await code(client.inspector.retryStep({ params: { id }, body }))).toBe('E-NOT-FOUND');
});

test('the retry of a step sets it to Retry, is written down, and is refused where it makes no sense', async () => {
  const id = await addWorkflow(running.database, {
    type: 'MessageSendWorkflow',
    failedStep: 'Deliver',
    errorCode: 'delivery-unknown',
  });
  const params = { id };
  const type = 'MessageSendWorkflow' as const;
  const retry = (retryStep: string, more: { allowDuplicate?: boolean; version?: number; id?: string } = {}) =>
    client.inspector.retryStep({ params, body: { type, retryStep, ...more } });
  expect(await code(retry('Nonsense'))).toBe('E-STEP-UNKNOWN');
  expect(await code(retry('Validate'))).toBe('E-STEP-COMPLETED');
  expect(await code(retry('Notify'))).toBe('E-STEP-NOT-REACHED');
  expect(await code(retry('Deliver'))).toBe('E-MAY-DUPLICATE');
  expect(await code(retry('Deliver', { allowDuplicate: true, version: 99 }))).toBe('E-VERSION-CONFLICT');
  expect(await code(retry('Deliver', { id: newId() }))).toBe('E-REQUEST-INVALID');
  const detail = await retry('Deliver', { allowDuplicate: true, version: 1, id });
  expect(detail).toMatchObject({ status: 'Retrying', retries: [{ stepName: 'Deliver' }] });
  expect(detail.steps[3]).toMatchObject({ stepName: 'Deliver', status: 'Retry' });
  expect(detail.version).toBeGreaterThan(1);
});
