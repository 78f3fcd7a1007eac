import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../server/database/newId.ts';
import { runRetryJob } from '../../../server/areas/retryjobs/runRetryJob.ts';
import { sweepRetryJobs } from '../../../server/areas/retryjobs/retrySweep.ts';
import type { RetryJob } from '../../../shared/contract/retryjobs.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addWorkflow } from './workflowRows.ts';

/** No worker runs here: jobs take their steps when the test says so. */
let running: TestApp;
let client: Client;
beforeAll(async () => {
  running = await startApp();
  client = running.client('SysAdmin');
});
afterAll(() => running.close());
beforeEach(async () => {
  await asOwner(running.database, 'truncate mail_messages, retry_jobs cascade');
});

const many = (count: number, row: Parameters<typeof addWorkflow>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => addWorkflow(running.database, row)));

const create = (workflowIds: readonly string[], more: Partial<{ perSecond: number; allowDuplicate: boolean }> = {}) =>
  client.retryjobs.create({
    body: { selection: { workflowIds: [...workflowIds] }, reason: 'Relay is back', perSecond: 200, ...more },
  });
const work = (jobId: string) => runRetryJob(running, { jobId }, { signal: new AbortController().signal });
const counts = ({ total, pending, retried, completed, failed, skipped }: RetryJob) => ({
  total,
  pending,
  retried,
  completed,
  failed,
  skipped,
});
const look = async (id: string) => {
  const job = await client.retryjobs.get({ params: { id } });
  expect(job.pending + job.retried + job.completed + job.failed + job.skipped).toBe(job.total);
  return job;
};
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const ended = (ids: readonly string[], status: string) =>
  running.database.pool.query('update workflows set status = $2 where id = any($1::uuid[])', [ids, status]);

describe('a plan', () => {
  test('says which workflows would be retried and why the others would not', async () => {
    const ids = await Promise.all([
      addWorkflow(running.database),
      addWorkflow(running.database, { status: 'Retrying' }),
      addWorkflow(running.database, { status: 'Completed' }),
      addWorkflow(running.database, { status: 'In Progress' }),
      addWorkflow(running.database, { status: 'Canceled' }),
      addWorkflow(running.database, {
        type: 'MessageSendWorkflow',
        failedStep: 'Deliver',
        errorCode: 'delivery-unknown',
      }),
    ]);
    const selection = { workflowIds: [...ids, newId(), ids[0] ?? ''] };
    const plan = await client.retryjobs.plan({ body: { selection } });
    expect([plan.total, plan.eligible]).toEqual([7, 2]);
    expect(Object.fromEntries(plan.reasons.map(({ reason, count }) => [reason, count]))).toEqual({
      completed: 1,
      running: 1,
      canceled: 1,
      'may-duplicate': 1,
      gone: 1,
    });
    expect(plan.items.find(({ workflowId }) => workflowId === ids[5])).toMatchObject({
      isEligible: false,
      reason: 'may-duplicate',
      stepName: 'Deliver',
      errorCode: 'delivery-unknown',
    });
    const bold = await client.retryjobs.plan({ body: { selection, allowDuplicate: true } });
    expect([bold.total, bold.eligible]).toEqual([7, 3]);
    expect((await client.retryjobs.list()).totalCount).toBe(0);
  });

  test('takes the filters of the grid', async () => {
    await many(3, { channel: 'Fax' });
    await many(2, { channel: 'Direct' });
    const filtering = [
      { field: 'channel', mode: 'equals', value: 'Fax' },
      { field: 'createdTime', mode: 'gte', value: '2026-08-01' },
      { field: 'sender', mode: 'contains', value: 'ANN@' },
    ] as const;
    const plan = await client.retryjobs.plan({ body: { selection: { filtering: [...filtering] } } });
    expect([plan.total, plan.eligible]).toEqual([3, 3]);
    const odd = { selection: { filtering: [{ field: 'createdTime' as const, mode: 'gte' as const, value: 'soon' }] } };
    expect(await code(client.retryjobs.plan({ body: odd }))).toBe('E-REQUEST-INVALID');
  });
});

describe('a job', () => {
  test('retries each workflow once, in the name of who made it, and ends when they have', async () => {
    const ids = await many(3);
    const done = await addWorkflow(running.database, { status: 'Completed' });
    const job = await create([...ids, done]);
    expect([job.state, counts(job)]).toEqual([
      'Running',
      { total: 4, pending: 3, retried: 0, completed: 0, failed: 0, skipped: 1 },
    ]);
    await work(job.id);
    expect(counts(await look(job.id))).toMatchObject({ pending: 0, retried: 3 });
    await sweepRetryJobs(running.database);
    expect(await look(job.id)).toMatchObject({ state: 'Running', retried: 3, finishedAt: null });

    await ended(ids.slice(0, 2), 'Completed');
    await ended(ids.slice(2), 'Failed');
    await sweepRetryJobs(running.database);
    expect(await look(job.id)).toMatchObject({
      state: 'Completed',
      completed: 2,
      failed: 1,
      skipped: 1,
      finishedAt: expect.any(String),
    });
    const detail = await client.inspector.workflow({ params: { id: ids[0] ?? '' } });
    expect(detail.retries).toMatchObject([{ stepName: 'Identify', reason: 'Relay is back', by: job.createdBy }]);
    const { items } = await client.retryjobs.items({ params: { id: job.id }, query: { status: 'Failed' } });
    expect(items).toMatchObject([{ workflowId: ids[2], status: 'Failed', reason: 'internal' }]);

    const again = await client.retryjobs.retryFailed({ params: { id: job.id }, body: { reason: 'Once more' } });
    expect([again.ofJobId, again.total, again.pending]).toEqual([job.id, 1, 1]);
  });

  test('is not made where nothing can be retried', async () => {
    const done = await addWorkflow(running.database, { status: 'Completed' });
    expect(await code(create([done]))).toBe('E-RETRY-NOTHING');
    expect((await client.retryjobs.list()).totalCount).toBe(0);
  });

  test('looks again before each retry, because much may have happened since', async () => {
    const [one = '', other = ''] = await many(2);
    const job = await create([one, other]);
    await ended([one], 'Completed');
    await running.database.pool.query('delete from workflows where id = $1', [other]);
    await work(job.id);
    await sweepRetryJobs(running.database);
    expect(await look(job.id)).toMatchObject({ state: 'Completed', skipped: 2, retried: 0 });
    const { items } = await client.retryjobs.items({ params: { id: job.id } });
    expect(new Set(items.map(({ reason }) => reason))).toEqual(new Set(['completed', 'gone']));
  });

  test('is paused, goes on, and is canceled: what has not begun stays untouched', async () => {
    const job = await create(await many(4));
    const params = { id: job.id };
    expect((await client.retryjobs.pause({ params })).state).toBe('Paused');
    await work(job.id);
    expect(counts(await look(job.id))).toMatchObject({ pending: 4, retried: 0 });
    expect(await code(client.retryjobs.pause({ params }))).toBe('E-RETRY-JOB-STATE');
    expect((await client.retryjobs.resume({ params })).state).toBe('Running');
    const canceled = await client.retryjobs.cancel({ params });
    expect([canceled.state, counts(canceled)]).toEqual([
      'Canceled',
      { total: 4, pending: 0, retried: 0, completed: 0, failed: 0, skipped: 4 },
    ]);
    await work(job.id);
    expect(counts(await look(job.id))).toMatchObject({ skipped: 4 });
    expect(await code(client.retryjobs.resume({ params }))).toBe('E-RETRY-JOB-STATE');
    expect(await code(client.retryjobs.retryFailed({ params, body: { reason: 'Again' } }))).toBe('E-RETRY-NOTHING');
  });

  test('ends before its next turn when it is canceled, however slow its rate', { tags: ['hard'] }, async () => {
    const job = await create(await many(3), { perSecond: 0.1 });
    const working = work(job.id);
    await expect.poll(async () => (await look(job.id)).retried).toBe(1);
    await client.retryjobs.cancel({ params: { id: job.id } });
    const canceledAt = performance.now();
    await working;
    // The next turn would come after 10 s.
    expect(performance.now() - canceledAt).toBeLessThan(9_000);
    expect(counts(await look(job.id))).toMatchObject({ retried: 1, skipped: 2 });
  });

  test('retries nothing twice, however many servers work on it', async () => {
    const ids = await many(40);
    const job = await create(ids);
    await Promise.all([work(job.id), work(job.id), work(job.id)]);
    expect(counts(await look(job.id))).toMatchObject({ retried: 40, pending: 0 });
    const { rows } = await running.database.pool.query<{ times: number }>(
      `select count(*)::int as times from audit_entries where run_id = $1 and action = 'inspector.retryStep' group by target_id`,
      [job.id],
    );
    expect(rows.map(({ times }) => times)).toEqual(Array(40).fill(1));
  });

  test('that lost its place in the queue gets a new one', async () => {
    const job = await create(await many(1));
    const queued = async () => {
      const { rows } = await running.database.pool.query('select 1 from graphile_worker.jobs where key = $1', [
        `retryjob:${job.id}`,
      ]);
      return rows.length;
    };
    expect(await queued()).toBe(1);
    await running.database.pool.query('select graphile_worker.remove_job($1)', [`retryjob:${job.id}`]);
    expect(await queued()).toBe(0);
    await sweepRetryJobs(running.database);
    expect(await queued()).toBe(1);
  });

  test('keeps to its pace', async () => {
    const job = await create(await many(5), { perSecond: 10 });
    const startedAt = performance.now();
    await work(job.id);
    expect(performance.now() - startedAt).toBeGreaterThan(380);
  });
});

test('failures stand together by what failed, the largest group first', async () => {
  await many(3, { channel: 'Fax' });
  await many(2, { type: 'MessageSendWorkflow', failedStep: 'Deliver', errorCode: 'relay-refused' });
  await many(1, { status: 'Completed' });
  const { items } = await client.retryjobs.failureGroups();
  expect(items.map(({ stepName, errorCode, channel, count }) => [stepName, errorCode, channel, count])).toEqual([
    ['Identify', 'internal', 'Fax', 3],
    ['Deliver', 'relay-refused', 'Direct', 2],
  ]);
  expect(items[0]).toMatchObject({ error: 'Something went wrong on our side.', organizationName: null });
  const byOrganization = await client.retryjobs.failureGroups({ query: { byOrganization: 'true' } });
  expect(byOrganization.items[0]?.organizationName).toEqual(expect.any(String));
  const none = await client.retryjobs.failureGroups({ query: { from: '2026-09-01T00:00:00Z' } });
  expect(none.items).toEqual([]);
});
