/** @module-tag hard */
import { afterEach, expect, inject, test } from 'vitest';
import { createClient } from '../../../shared/client/createClient.ts';
import type { RetryJob } from '../../../shared/contract/retryjobs.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { injectedHttp } from '../../support/injectedHttp.ts';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { copyTemplate, quietLog } from '../../support/database/databases.ts';
import { signTokens } from '../../support/tokens.ts';
import { launchServer, untilReady } from '../platform/serverProcess.ts';
import { addWorkflow } from './workflowRows.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Two real servers on one database, and a client on a third that works off nothing. */
async function setup() {
  const copy = await copyTemplate(inject('testDatabases'));
  cleanups.push(() => copy.drop());
  const settings = {
    ...copy.env,
    DATABASE_POOL: '6',
    JOBS: 'false',
    DEMO_TRAFFIC: '0',
    LOG_LEVEL: 'silent',
  };
  const config = readConfig(settings);
  const database = await openDatabase(config, quietLog);
  cleanups.push(() => database.close());
  const app = await buildApp({ config, database });
  cleanups.push(() => app.close());
  await app.ready();
  const token = { accessToken: (await signTokens(app, database)).SysAdmin, expiresAt: Date.now() + 600_000 };
  const client = createClient({
    http: injectedHttp(app),
    wire,
    token: { current: () => token, renew: () => Promise.resolve(token) },
    retry: { attempts: 1 },
  });
  const launch = async () => {
    const env = { ...copy.env, DEMO: 'true', DEMO_TRAFFIC: '0', LOG_LEVEL: 'warn', DATABASE_POOL: '8' };
    const server = await launchServer('', env);
    cleanups.push(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    await untilReady(server).catch(() => untilReady(server));
    return server;
  };
  return { database, client, launch };
}

const handled = ({ retried, completed, failed, skipped }: RetryJob) => retried + completed + failed + skipped;

test('a job outlives the servers that work on it, one after the other, and retries each workflow once', {
  timeout: 180_000,
}, async () => {
  const total = 120;
  const { database, client, launch } = await setup();
  const workflowIds: string[] = [];
  for (let at = 0; at < total; at += 1) workflowIds.push(await addWorkflow(database));
  const servers = await Promise.all([launch(), launch()]);
  const body = { selection: { workflowIds }, reason: 'Servers are killed', perSecond: 40 };
  const { id } = await client.retryjobs.create({ body });
  const look = async () => {
    const job = await client.retryjobs.get({ params: { id } });
    expect(handled(job) + job.pending).toBe(total);
    return job;
  };

  for (const [at, victim] of servers.entries()) {
    const max = total * (0.2 + at * 0.4);
    await expect.poll(async () => handled(await look()), { timeout: 60_000, interval: 20 }).toBeGreaterThan(max);
    victim.child.kill('SIGKILL');
    await victim.ended;
    await launch();
  }
  await expect.poll(async () => (await look()).state, { timeout: 60_000, interval: 200 }).toBe('Completed');

  const { completed, failed, skipped } = await look();
  expect([completed + failed, skipped]).toEqual([total, 0]);
  const { rows } = await database.pool.query<{ target: string; times: number }>(
    `select target_id as target, count(*)::int as times from audit_entries
     where run_id = $1 and action = 'inspector.retryStep' group by target_id`,
    [id],
  );
  expect(new Set(rows.map(({ target }) => target))).toEqual(new Set(workflowIds));
  expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
  const unfinished = await database.pool.query(
    `select 1 from workflows where id = any($1::uuid[]) and status not in ('Completed', 'Failed')`,
    [workflowIds],
  );
  expect(unfinished.rows).toEqual([]);
});
