/** @module-tag hard */
import { afterEach, expect, inject, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { copyTemplate, quietLog } from '../../support/database/databases.ts';
import { freePort } from '../../support/startApp.ts';
import { isRunning, readingProcesses } from '../../support/readingProcesses.ts';
import { isReady, launchServer, type ServerProcess, untilReady } from '../platform/serverProcess.ts';
import { exchangeDoors, usableAddresses } from './engineSetup.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** An HL7 message of one segment with sixteen million fields: reading it ends the process that does. */
const bomb = {
  name: 'result.hl7',
  bytes: Buffer.from(`MSH|^~\\&|A|B|C|D|2026||ORU^R01|1|P|2.5\rZZZ${'|'.repeat(16_000_000)}`),
};

async function setup() {
  const copy = await copyTemplate(inject('testDatabases'));
  cleanups.push(() => copy.drop());
  const database = await openDatabase(readConfig({ ...copy.env, DATABASE_POOL: '4' }), quietLog);
  cleanups.push(() => database.close());
  const doors = exchangeDoors({ config: readConfig({ ...copy.env }), database });
  cleanups.push(() => doors.close());
  const [here] = await usableAddresses(database);
  if (!here) throw new Error('The demo data has no direct address.');
  const launch = async () => {
    const server = await launchServer('', {
      ...copy.env,
      DEMO: 'true',
      LOG_LEVEL: 'warn',
      DATABASE_POOL: '8',
      DOCUMENT_MEMORY_MB: '64',
      SMTP_INBOUND: 'true',
      SMTP_INBOUND_PORT: String(await freePort()),
    });
    cleanups.push(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    await untilReady(server).catch(() => untilReady(server));
    return server;
  };
  /** How the workflow that reads the documents of a message has ended. */
  const endOf = async (id: number) => {
    const { rows } = await database.pool.query<{ end: string }>(
      `select concat_ws(' ', status, error_code) as end from workflows where mail_message_id = $1 and type = 'ProcessWorkflow'`,
      [id],
    );
    return rows[0]?.end;
  };
  return { launch, endOf, receive: doors.receive.bind(undefined, here) };
}

const modules = ({ child }: ServerProcess) => readingProcesses(child.pid).map(({ module }) => module);

test('documents that end the process that reads them: the servers live, the next documents are read, nothing stays behind', {
  timeout: 120_000,
}, async () => {
  const { launch, endOf, receive } = await setup();
  const servers = await Promise.all([launch(), launch()]);
  for (const server of servers) expect(modules(server)).toEqual(['mailProcess']);

  const bombs = [await receive({ attachments: [bomb] }), await receive({ attachments: [bomb] })];
  const letters = [await receive(), await receive()];
  const waited = { timeout: 60_000, interval: 100 };
  for (const { mailMessageId } of letters) await expect.poll(() => endOf(mailMessageId), waited).toBe('Completed');
  // On a slow machine the limit of time ends it before the limit of memory does.
  for (const { mailMessageId } of bombs)
    await expect.poll(() => endOf(mailMessageId), waited).toMatch(/^Failed processing-(memory|timeout)$/);
  const last = await receive();
  await expect.poll(() => endOf(last.mailMessageId), waited).toBe('Completed');
  for (const { url, child } of servers) {
    expect(await isReady(url)).toBe(true);
    expect(child.exitCode).toBeNull();
  }

  const left = servers.flatMap(({ child }) => readingProcesses(child.pid));
  expect(left.some(({ module }) => module === 'documentProcess')).toBe(true);
  const [drained, killed] = servers;
  drained?.child.kill('SIGTERM');
  killed?.child.kill('SIGKILL');
  expect(await drained?.ended).toBe(0);
  expect(await killed?.ended).toBe('SIGKILL');
  await expect.poll(() => left.filter(({ pid }) => isRunning(pid)), { timeout: 5_000 }).toEqual([]);
});
