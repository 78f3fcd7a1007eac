import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smtpBounds } from '../../../server/exchange/inbound/smtpListener.ts';
import { allOrSome } from '../../support/isHard.ts';
import { type Address, type MailStage, rawClient, sendRaw, startMailStage } from './mailSetup.ts';
import { massiveMails, nastyMails } from './nastyMails.ts';

let setup: MailStage;
let here: Address;
beforeAll(async () => {
  setup = await startMailStage({ env: { DOCUMENT_MEMORY_MB: '128', DOCUMENT_TIMEOUT_MS: '5000' } });
  const [first] = await setup.addresses();
  if (!first) throw new Error('The demo data has no direct address.');
  here = first;
});
afterAll(() => setup.close());

const live = async () => (await fetch(`${setup.url}/health/live`)).status;

describe('mails that are made to hurt', () => {
  const isWithstood = async (make: () => string | Buffer) => {
    const began = Date.now();
    const response = await sendRaw(setup.smtpPort, here.address, make());
    // Stored, or refused for good in words of ours; never a shrug that brings the same mail again.
    expect(response).toMatch(/^(250 2\.6\.0 Taken as \d+|554 5\.6\.0 This mail cannot be taken\. [A-Z][^\r]+\.)\r\n$/);
    expect(Date.now() - began).toBeLessThan(30_000);
    expect(await live()).toBe(200);
  };
  test.each(allOrSome(nastyMails, nastyMails.length / 6))('%s', { tags: ['scaled'] }, (_what, make) =>
    isWithstood(make),
  );
  test.each(massiveMails)('%s', { tags: ['hard'] }, (_what, make) => isWithstood(make));

  test('meanwhile others are answered: no mail holds the server up', { tags: ['hard'] }, async () => {
    const [, make] = massiveMails[0] ?? [];
    const sending = sendRaw(setup.smtpPort, here.address, make?.() ?? '');
    const responded: number[] = [];
    const beganSending = Date.now();
    const state = { isOver: false };
    void sending.finally(() => (state.isOver = true));
    while (!state.isOver) {
      const began = Date.now();
      await live();
      responded.push(Date.now() - began);
    }
    expect(await sending).toMatch(/^554/);
    // A server that reads the mail itself answers once, after it.
    expect(responded.length).toBeGreaterThan(5);
    expect(Math.max(...responded)).toBeLessThan((Date.now() - beganSending) / 2);
  });

  test('after all of them a mail is taken as ever', async () => {
    expect(await setup.mail({ from: 'a@side.example', to: here.address, text: 'Fine.' })).toMatch(/^250/);
  });
});

describe('clients that are made to hurt', () => {
  test.each([
    ['a command of 100 kB', `EHLO ${'x'.repeat(100_000)}\r\n`],
    ['a web page that posts', 'POST / HTTP/1.1\r\n'],
    ['commands without end', 'FOO\r\n'.repeat(50)],
  ])('%s is shown the door', async (_what, text) => {
    const client = await rawClient(setup.smtpPort);
    client.write(text);
    await client.ended;
  });

  test('a bare line feed before the dot does not end a mail (SMTP smuggling)', async () => {
    const client = await rawClient(setup.smtpPort);
    for (const line of ['EHLO a.example', 'MAIL FROM:<a@side.example>', `RCPT TO:<${here.address}>`, 'DATA'])
      await client.say(`${line}\r\n`);
    client.write('From: a@side.example\r\n\r\nx\n.\nMAIL FROM:<b@side.example>\r\n');
    expect((await client.say('\r\n.\r\n')).match(/^\d{3} /gm)).toEqual(['250 ']);
    client.close();
  });

  test('one that leaves in the middle of a mail leaves nothing behind', { tags: ['hard'] }, async () => {
    const count = async () => (await setup.database.pool.query('select count(*) from mail_messages')).rows[0].count;
    const before = await count();
    for (let at = 0; at < 20; at++) {
      const client = await rawClient(setup.smtpPort);
      for (const line of ['EHLO a.example', 'MAIL FROM:<a@side.example>', `RCPT TO:<${here.address}>`, 'DATA'])
        await client.say(`${line}\r\n`);
      client.write(`From: a@side.example\r\n\r\n${'x'.repeat(100_000)}`);
      client.close();
      await client.ended;
    }
    expect(await setup.mail({ from: 'a@side.example', to: here.address, text: 'After.' })).toMatch(/^250/);
    expect(Number(await count())).toBe(Number(before) + 1);
  });

  test('idle connections of one address make room for mail, of other addresses and of the same', async () => {
    const { connections, connectionsPerAddress } = smtpBounds;
    const clients = await Promise.all(Array.from({ length: connections + 5 }, () => rawClient(setup.smtpPort)));
    const responses = await Promise.all(clients.map((client) => client.say('NOOP\r\n')));
    expect(responses.filter((response) => response.startsWith('250')).length).toBe(connectionsPerAddress);
    expect(await setup.mail({ from: 'a@side.example', to: here.address, text: 'Same address.' })).toMatch(/^250/);
    const other = await rawClient(setup.smtpPort, '127.0.0.2');
    for (const line of ['EHLO a.example', 'MAIL FROM:<a@side.example>', `RCPT TO:<${here.address}>`, 'DATA'])
      await other.say(`${line}\r\n`);
    other.write('From: a@side.example\r\n\r\nOther address.');
    expect(await other.say('\r\n.\r\n')).toMatch(/^250/);
    for (const client of [...clients, other]) client.close();
    await Promise.all(clients.map(({ ended }) => ended));
  });
});
