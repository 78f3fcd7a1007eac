import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { type SmtpBounds, smtpBounds, smtpListener } from '../../../server/exchange/inbound/smtpListener.ts';
import { onServer } from '../../support/database/databases.ts';
import { freePort, startApp } from '../../support/startApp.ts';
import { type Address, type MailStage, rawClient, sendRaw, startMailStage } from './mailSetup.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of open.splice(0).reverse()) await end();
});

async function start(): Promise<{ setup: MailStage; here: Address }> {
  const setup = await startMailStage();
  open.push(() => setup.close());
  const [here] = await setup.addresses();
  if (!here) throw new Error('The demo data has no direct address.');
  return { setup, here };
}
const mailFor = (address: string) => ['EHLO a.example', 'MAIL FROM:<a@side.example>', `RCPT TO:<${address}>`, 'DATA'];
const content = 'From: a@side.example\r\nMessage-ID: <outage@side.example>\r\n\r\nHello.';

describe('while the database is away', () => {
  test('mail is put off, before and after its content, and then taken once', {
    tags: ['hard'],
    timeout: 180_000,
  }, async () => {
    const { setup: stage, here } = await start();
    const name = new URL(stage.config.databaseUrl ?? '').pathname.slice(1);
    const { adminUrl } = inject('testDatabases');
    const goAway = () =>
      onServer(adminUrl, async (run) => {
        await run(`alter database ${name} allow_connections false`);
        await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
      });
    const comeBack = () => onServer(adminUrl, (run) => run(`alter database ${name} allow_connections true`));

    const client = await rawClient(stage.smtpPort);
    for (const line of mailFor(here.address)) await client.say(`${line}\r\n`);
    await goAway();
    client.write(content);
    expect(await client.say('\r\n.\r\n')).toMatch(/^451 4\.3\.0 /);
    client.close();
    expect(await sendRaw(stage.smtpPort, here.address, content)).toMatch(/^451 4\.3\.0 /);
    await comeBack();
    await expect
      .poll(() => sendRaw(stage.smtpPort, here.address, content), { timeout: 20_000, interval: 200 })
      .toMatch(/^250/);
    expect(await sendRaw(stage.smtpPort, here.address, content)).toMatch(/^250/);
    const { rows } = await stage.database.pool.query(
      `select count(*)::int as count from mail_messages where hisp_message_id = '<outage@side.example>'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('when the server ends', () => {
  test('a mail that is under way is taken, and idle connections do not hold it up', { tags: ['hard'] }, async () => {
    const { setup: stage, here } = await start();
    open.pop();
    // The process that reads mail has started.
    await sendRaw(stage.smtpPort, here.address, 'From: a@side.example\r\n\r\nFirst.');
    const idle = await rawClient(stage.smtpPort);
    const busy = await rawClient(stage.smtpPort);
    for (const line of mailFor(here.address)) await busy.say(`${line}\r\n`);
    const began = Date.now();
    const exitState = stage.close();
    busy.write(content);
    expect(await busy.say('\r\n.\r\n')).toMatch(/^250 2\.6\.0 Taken/);
    await exitState;
    await Promise.all([idle.ended, busy.ended]);
    // An idle connection may stay for 30 s.
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});

test('a port that is taken stops the start, and says which setting helps', { tags: ['hard'] }, async () => {
  const { setup: stage } = await start();
  const env = { SMTP_INBOUND: 'true', SMTP_INBOUND_PORT: String(stage.smtpPort), PORT: String(await freePort()) };
  await expect(startApp({ env })).rejects.toThrow(/EADDRINUSE.*SMTP_INBOUND_PORT/);
});

describe('a client that takes its time', () => {
  async function listener(bounds: Partial<SmtpBounds>) {
    const started = smtpListener({
      name: 'test.example',
      bounds: { ...smtpBounds, ...bounds },
      checkRecipient: () => Promise.resolve(),
      takeMail: () => Promise.resolve('Taken'),
    });
    open.push(() => started.close());
    await started.listen({ host: '127.0.0.1', port: 0 });
    return (started.server.server.address() as AddressInfo).port;
  }
  const drip = async (port: number) => {
    const client = await rawClient(port);
    for (const line of mailFor('b@here.example')) await client.say(`${line}\r\n`);
    const dripping = setInterval(() => client.write('x'), 20);
    await client.ended;
    clearInterval(dripping);
  };

  test('is cut when it says nothing', async () => {
    const port = await listener({ idleMs: 200 });
    const client = await rawClient(port);
    await client.ended;
  });

  test('is cut when its mail does not come to an end', async () => {
    const port = await listener({ dataMs: 300 });
    await drip(port);
  });

  test('is cut when its connection does not come to an end', async () => {
    const port = await listener({ connectionMs: 400 });
    await drip(port);
  });

  test('is cut when it keeps talking and sends no mail', async () => {
    const port = await listener({ withoutMailMs: 400 });
    const client = await rawClient(port);
    const talking = setInterval(() => client.write('NOOP\r\n'), 50);
    await client.ended;
    clearInterval(talking);
  });

  test('has its own share of the connections, also with a mail under way on each', async () => {
    const port = await listener({ connections: 6, connectionsPerAddress: 4 });
    const begun = async (localAddress: string) => {
      const client = await rawClient(port, localAddress);
      for (const line of mailFor('b@here.example')) await client.say(`${line}\r\n`);
      client.write('From: a@side.example\r\n');
      return client;
    };
    const greedy = [];
    for (let at = 0; at < 4; at++) greedy.push(await begun('127.0.0.1'));
    const refused = await rawClient(port, '127.0.0.1');
    await refused.ended;
    const other = await begun('127.0.0.2');
    expect(await other.say('\r\nHello.\r\n.\r\n')).toMatch(/^250/);
    // The mails under way are not cut for others.
    for (const client of greedy) expect(await client.say('\r\nHello.\r\n.\r\n')).toMatch(/^250/);
    for (const client of [...greedy, other]) client.close();
  });

  test('has its mail put off when too much is under way', async () => {
    const port = await listener({ heldBytes: 100_000 });
    expect(await sendRaw(port, 'b@here.example', `From: a@side.example\r\n\r\n${'x'.repeat(200_000)}`)).toMatch(
      /^451 4\.3\.0 /,
    );
    expect(await sendRaw(port, 'b@here.example', content)).toMatch(/^250/);
  });
});
