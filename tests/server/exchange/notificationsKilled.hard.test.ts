/** @module-tag hard */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { isOurWebhook } from '../../../shared/rules/webhookSignature.ts';
import { copyTemplate } from '../../support/database/databases.ts';
import { freePort } from '../../support/startApp.ts';
import { launchServer, untilReady } from '../platform/serverProcess.ts';
import { sendRaw } from './mailSetup.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const secret = 'a secret of the platform';

/** Refuses the first calls, then says nothing until it is told to answer. */
async function troubledReceiver() {
  const calls: { readonly key: string; readonly signature: string; readonly body: string }[] = [];
  let isAnswering = false;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { 'idempotency-key': key, 'carepost-signature': signature } = request.headers;
      calls.push({ key: String(key), signature: String(signature), body });
      if (isAnswering) response.writeHead(204).end();
      else if (calls.length <= 3) response.writeHead(503).end();
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  cleanups.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, calls, answer: () => (isAnswering = true) };
}

test('a killed server loses no notification: every one arrives, signed, with its own id', {
  timeout: 180_000,
}, async () => {
  const hook = await troubledReceiver();
  const copy = await copyTemplate(inject('testDatabases'));
  cleanups.push(() => copy.drop());
  const database = new pg.Pool({ connectionString: copy.url, max: 1 });
  // A connection that is idle when the copy is dropped.
  database.on('error', () => undefined);
  cleanups.push(() => database.end());
  const launch = async (smtpPort: number) => {
    const server = await launchServer('', {
      ...copy.env,
      DEMO: 'true',
      DEMO_TRAFFIC: '0',
      LOG_LEVEL: 'warn',
      JOB_RETRY_SECONDS: '1,1,1,1,1,1',
      PRODUCT_WEBHOOK_URL: hook.url,
      PRODUCT_WEBHOOK_ALLOW_PRIVATE: 'true',
      PRODUCT_WEBHOOK_SECRET: secret,
      SMTP_INBOUND: 'true',
      SMTP_INBOUND_PORT: String(smtpPort),
    });
    cleanups.push(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    await untilReady(server);
    return server;
  };
  const smtpPort = await freePort();
  const first = await launch(smtpPort);
  const { rows } = await database.query<{ address: string }>(
    `select d.address from document_sources d join organizations o on o.id = d.organization_id
     where d.type = 'DirectMessaging' and d.is_enabled and d.status = 1 and o.is_activated and o.is_enabled
       and o.direct_is_enabled and o.cancel_at is null limit 1`,
  );
  for (let at = 0; at < 6; at++) {
    const content = `From: a@side.example\r\nMessage-ID: <killed-${at}@side.example>\r\n\r\nx`;
    expect(await sendRaw(smtpPort, rows[0]?.address ?? '', content)).toMatch(/^250/);
  }
  await expect.poll(() => hook.calls.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
  first.child.kill('SIGKILL');
  await first.ended;
  hook.answer();
  await launch(await freePort());
  const reported = async () => {
    const match = await database.query<{ id: string; status: number }>(
      `select n.id, n.status from notifications n join workflows w on w.id = n.workflow_id where w.hisp_message_id like '<killed-%'`,
    );
    return match.rows;
  };
  await expect
    .poll(async () => (await reported()).map(({ status }) => status), { timeout: 40_000, interval: 200 })
    .toEqual([2, 2, 2, 2, 2, 2]);
  expect(new Set(hook.calls.map(({ key }) => key))).toEqual(new Set((await reported()).map(({ id }) => id)));
  const now = Math.floor(Date.now() / 1000);
  for (const { signature, body } of hook.calls)
    expect(await isOurWebhook({ header: signature, body, secret, now })).toBe(true);
});
