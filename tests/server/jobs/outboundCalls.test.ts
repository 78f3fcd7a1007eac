import { afterEach, describe, expect, test } from 'vitest';
import { type StartOptions, startApp, type TestApp } from '../../support/startApp.ts';
import { newOrganization } from '../areas/organizationBuilders.ts';
import { type OtherSystem, otherSystem } from './otherSystem.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(env: StartOptions['env']): Promise<TestApp> {
  const server = await startApp({ env: { JOBS: 'true', JOB_RETRY_SECONDS: '0,0', ...env } });
  open.push(server);
  return server;
}
async function system(answer?: Parameters<typeof otherSystem>[0]): Promise<OtherSystem> {
  const other = await otherSystem(answer);
  open.push(other);
  return other;
}
const reaching = (other: OtherSystem) => ({
  CUSTOMER_MESSAGING_URL: other.url,
  CUSTOMER_MESSAGING_ALLOW_PRIVATE: 'true',
});

async function syncOne(server: TestApp) {
  const client = server.client('SysAdmin');
  const organization = await client.organizations.create({ body: newOrganization() });
  const { jobId, status } = await client.organizations.sync({ params: { id: organization.id } });
  expect(status).toBe('Pending');
  const jobs = () => client.organizations.jobs({ params: { id: organization.id } });
  const settled = () =>
    expect.poll(async () => (await jobs()).items[0]?.finishedAt, { timeout: 15_000 }).not.toBeNull();
  await settled();
  const history = await client.organizations.history({ params: { id: organization.id } });
  return { organization, jobId, job: (await jobs()).items[0], history: history.items };
}

describe('the sync with the customer-messaging service', () => {
  test('tells the organization as it is, once, and stands in its history', async () => {
    const other = await system();
    const { organization, jobId, job, history } = await syncOne(await start(reaching(other)));
    expect(job).toMatchObject({
      id: jobId,
      kind: 'organization.sync',
      status: 'Completed',
      attempts: 1,
      lastError: null,
      nextAttemptAt: null,
    });
    expect(other.received).toHaveLength(1);
    expect(other.received[0]).toMatchObject({
      key: jobId,
      body: { id: organization.id, name: organization.name, subdomain: organization.subdomain, isActivated: false },
    });
    expect(history[0]).toMatchObject({ actorName: 'system', action: 'jobs.organization.sync', requestId: jobId });
    expect(history[0]?.changes).toContainEqual({
      field: 'customer-messaging sync.status',
      before: 'In Progress',
      after: 'Completed',
    });
  });

  test('is tried again while the service is in trouble, with the same key', async () => {
    let calls = 0;
    const other = await system((_call, response) => {
      calls += 1;
      response.writeHead(calls < 3 ? 503 : 200).end();
    });
    const { jobId, job } = await syncOne(await start(reaching(other)));
    expect(job).toMatchObject({ status: 'Completed', attempts: 3, lastError: null });
    expect(other.received.map(({ key }) => key)).toEqual([jobId, jobId, jobId]);
  });

  test('fails when the attempts are used up, and says why', { tags: ['hard'] }, async () => {
    const other = await system((_call, response) => void response.writeHead(500).end('secret details'));
    const { job, history } = await syncOne(await start(reaching(other)));
    const lastError = 'The customer-messaging service answered 500.';
    expect(job).toMatchObject({ status: 'Failed', attempts: 3, lastError });
    expect(history[0]?.changes.map(({ after }) => after)).toContain(lastError);
  });

  test('is not tried again when the service refuses it', { tags: ['hard'] }, async () => {
    const other = await system((_call, response) => void response.writeHead(422).end());
    const { job } = await syncOne(await start(reaching(other)));
    expect(job).toMatchObject({ status: 'Failed', attempts: 1 });
  });

  test('follows no redirect and reads no endless answer', { tags: ['hard'] }, async () => {
    const inside = await system();
    const redirecting = await system((_call, response) => void response.writeHead(307, { location: inside.url }).end());
    const { job } = await syncOne(await start(reaching(redirecting)));
    expect(job).toMatchObject({ status: 'Failed', lastError: 'The customer-messaging service answered 307.' });
    expect(inside.received).toEqual([]);
    const talkative = await system((_call, response) => void response.writeHead(200).end('x'.repeat(100_000)));
    const { job: cut } = await syncOne(await start(reaching(talkative)));
    expect(cut).toMatchObject({ status: 'Failed', lastError: expect.stringContaining('more than 64 kB') });
    for (const [encoding, code] of [
      ['gzip', 'Z_'],
      ['br', 'ERR__ERROR_FORMAT'],
    ] as const) {
      const damaged = await system(
        (_call, response) => void response.writeHead(200, { 'content-encoding': encoding }).end('not compressed'),
      );
      const { job: unreadable } = await syncOne(await start(reaching(damaged)));
      expect(unreadable).toMatchObject({
        status: 'Failed',
        lastError: expect.stringContaining(`cannot be read (${code}`),
      });
    }
  });

  test('reaches no private address unless the operator says so', async () => {
    const other = await system();
    for (const url of [
      other.url,
      other.url.replace('127.0.0.1', 'localhost'),
      other.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    ]) {
      const { job } = await syncOne(await start({ CUSTOMER_MESSAGING_URL: url }));
      expect(job, url).toMatchObject({ status: 'Failed', attempts: 1, lastError: expect.stringContaining('private') });
    }
    expect(other.received).toEqual([]);
  });

  test('without a service: the demo answers itself, everybody else is told', { tags: ['hard'] }, async () => {
    const demo = await syncOne(await start({}));
    expect(demo.job).toMatchObject({ status: 'Completed' });
    expect(demo.history[0]?.changes.map(({ after }) => after)).toContain(
      'The embedded customer-messaging service of the demo took it.',
    );
    const real = await syncOne(await start({ DEMO: 'false' }));
    expect(real.job).toMatchObject({
      status: 'Failed',
      attempts: 1,
      lastError: 'No customer-messaging service is configured.',
    });
  });

  test('of an organization that is deleted meanwhile ends without another call', { tags: ['hard'] }, async () => {
    const other = await system((_call, response) => void response.writeHead(503).end());
    const server = await start({ ...reaching(other), JOB_RETRY_SECONDS: '1,1,1' });
    const client = server.client('SysAdmin');
    const { id } = await client.organizations.create({ body: newOrganization() });
    const { jobId } = await client.organizations.sync({ params: { id } });
    const job = async () =>
      (await server.database.pool.query('select status, last_error from outbound_jobs where id = $1', [jobId])).rows[0];
    await expect.poll(async () => ((await job()) as { status: string }).status).toBe('Retrying');
    await client.organizations.delete({ params: { id } });
    await expect.poll(job, { timeout: 10_000 }).toEqual({
      status: 'Failed',
      last_error: 'What the job is about no longer exists.',
    });
    expect(other.received).toHaveLength(1);
  });
});

test('the sync of a WestFax account tells its numbers and notes when', { tags: ['hard'] }, async () => {
  const other = await system();
  const server = await start({ WESTFAX_URL: other.url, WESTFAX_ALLOW_PRIVATE: 'true' });
  const client = server.client('SysAdmin');
  const { id: organizationId } = await client.organizations.create({ body: newOrganization() });
  const accountId = crypto.randomUUID();
  await server.database.pool.query(
    `insert into fax_accounts (id, organization_id, kind, account_number, display_name) values ($1, $2, 'westfax', 'WF-77', 'Fax')`,
    [accountId, organizationId],
  );
  await server.database.pool.query(
    `insert into document_sources (id, organization_id, type, address, display_name, fax_account_id)
     values ($1, $2, 'Fax', '5551234567', 'Front desk', $3)`,
    [crypto.randomUUID(), organizationId, accountId],
  );
  await client.fax.syncWestFax({ params: { id: accountId } });
  const jobs = () => client.organizations.jobs({ params: { id: organizationId } });
  await expect.poll(async () => (await jobs()).items[0]?.status).toBe('Completed');
  expect(other.received[0]?.body).toMatchObject({
    accountNumber: 'WF-77',
    numbers: [{ number: '5551234567', status: 1, isEnabled: true }],
  });
  const { rows } = await server.database.pool.query('select last_synced_at from fax_accounts where id = $1', [
    accountId,
  ]);
  expect((rows[0] as { last_synced_at: Date }).last_synced_at).toBeInstanceOf(Date);
});

test('the queue itself holds ids and nothing else', async () => {
  const server = await startApp({ env: { SMTP_URL: 'smtp://user:canary-password@127.0.0.1:1' } });
  open.push(server);
  const client = server.client('SysAdmin');
  const contact = { email: 'ann@canary.example' };
  const { id } = await client.organizations.create({ body: newOrganization({ contact }) });
  const { jobId } = await client.organizations.sync({ params: { id } });
  await client.organizations.activate({ params: { id }, body: { activated: true, sendEmail: true } });
  const { rows: mails } = await server.database.pool.query<{ id: string }>('select id from mails');
  const { rows } = await server.database.pool.query<{ payload: unknown }>(
    'select payload from graphile_worker._private_jobs order by id',
  );
  expect(rows.map(({ payload }) => payload)).toEqual([{ jobId }, { mailId: mails[0]?.id }]);
});
