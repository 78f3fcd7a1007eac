import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchangeLimits } from '../../../shared/rules/exchange.ts';
import { type Address, type MailStage, rawClient, sendRaw, startMailStage } from './mailSetup.ts';

let setup: MailStage;
let here: Address;
let there: Address;
beforeAll(async () => {
  setup = await startMailStage();
  const [first, second] = await setup.addresses();
  if (!first || !second) throw new Error('The demo data has too few direct addresses.');
  here = first;
  there = second;
});
afterAll(() => setup.close());

const reasoned = { reason: 'checking the mail listener' };
const numberIn = (response: string): number => Number(/as (\d+)/.exec(response)?.[1]);
const message = (response: string) =>
  setup.client('SysAdmin').messages.get({ params: { id: numberIn(response) } }, reasoned);
const stored = async () =>
  Number((await setup.database.pool.query('select count(*) from mail_messages')).rows[0].count);
const greeting = ['EHLO test.example\r\n', 'MAIL FROM:<out@side.example>\r\n'];
async function afterMailFrom() {
  const client = await rawClient(setup.smtpPort);
  for (const line of greeting) await client.say(line);
  return client;
}

describe('what mail becomes', () => {
  test('text and attachments arrive byte by byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256));
    const response = await setup.mail({
      from: '"Dr. Ann Lee" <ann@side.example>',
      to: here.address,
      subject: 'Überweisung ✓',
      text: 'Grüße.\n.\nA line after a dot.',
      messageId: '<one@side.example>',
      attachments: [
        { filename: 'bericht.bin', content: bytes },
        { filename: 'übersicht.txt', content: 'ä', contentType: 'text/plain; charset=utf-8' },
      ],
    });
    expect(response).toMatch(/^250 2\.6\.0 Taken as \d+$/);
    const match = await message(response);
    expect(match).toMatchObject({
      type: 1,
      channel: 'Direct',
      direction: 'Inbound',
      organizationId: here.organizationId,
      fromAddress: 'ann@side.example',
      toAddress: [here.address],
      subject: 'Überweisung ✓',
      hispMessageId: '<one@side.example>',
      attachments: [{ fileName: 'bericht.bin', sizeInBytes: 70_000 }, { fileName: 'übersicht.txt' }],
    });
    expect(match.body).toBe('Grüße.\n.\nA line after a dot.');
    const { rows } = await setup.database.pool.query<{ bytes: Buffer }>(
      `select bytes from document_contents d join mail_attachments a on a.content_id = d.id where a.mail_message_id = $1 order by a.id`,
      [numberIn(response)],
    );
    expect(rows[0]?.bytes.equals(bytes)).toBe(true);
  });

  test('every recipient gets a message of its own', async () => {
    const response = await setup.mail({ from: 'a@side.example', to: [here.address, there.address], text: 'Both.' });
    const numbers = response.match(/\d{6,}/g) ?? [];
    expect(numbers).toHaveLength(2);
    const { rows } = await setup.database.pool.query<{ mail_to: string }>(
      'select mail_to from mail_messages where id = any($1::bigint[]) order by id',
      [numbers],
    );
    expect(rows.map((row) => row.mail_to)).toEqual([here.address, there.address]);
  });

  test('an address is found in any case', async () => {
    expect(await setup.mail({ from: 'a@side.example', to: here.address.toUpperCase(), text: 'x' })).toMatch(/^250/);
  });

  test('no text and no attachment is a message too', async () => {
    const match = await message(await sendRaw(setup.smtpPort, here.address, 'From: a@side.example\r\n\r\n'));
    expect(match).toMatchObject({ subject: '', body: '', attachments: [] });
  });

  test('HTML alone becomes its words', async () => {
    const html = '<style>p{}</style><h1>Report</h1><p>1 &lt; 2 &amp; more</p><script>alert(1)</script>';
    const match = await message(await setup.mail({ from: 'a@side.example', to: here.address, html }));
    expect(match.body).toBe('Report\n\n1 < 2 & more');
  });

  test('a forwarded message gives its attachments, and other charsets their letters', async () => {
    const latin = Buffer.from('Caf\xe9', 'latin1');
    const raw = Buffer.concat([
      Buffer.from(
        [
          'From: a@side.example',
          'Subject: =?iso-8859-1?Q?Caf=E9?=',
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed; boundary=q',
          '',
          '--q',
          'Content-Type: text/plain; charset=iso-8859-1',
          'Content-Transfer-Encoding: 8bit',
          '',
          '',
        ].join('\r\n'),
      ),
      latin,
      Buffer.from(
        [
          '',
          '--q',
          'Content-Type: message/rfc822',
          '',
          'From: b@side.example',
          'Subject: Inner',
          'Content-Type: multipart/mixed; boundary=r',
          '',
          '--r',
          'Content-Type: text/xml; name="inner.xml"',
          'Content-Transfer-Encoding: quoted-printable',
          'Content-Disposition: attachment',
          '',
          '<a b=3D"1"/>',
          '--r--',
          '--q--',
        ].join('\r\n'),
      ),
    ]);
    const match = await message(await sendRaw(setup.smtpPort, here.address, raw));
    expect(match).toMatchObject({ subject: 'Café', attachments: [{ fileName: 'inner.xml', sizeInBytes: 11 }] });
    expect(match.body).toMatch(/^Café/);
  });

  test('the same mail again is taken and stored once', async () => {
    const mail = { from: 'a@side.example', to: here.address, text: 'Once.', messageId: '<again@side.example>' };
    const first = await setup.mail(mail);
    const before = await stored();
    expect(numberIn(await setup.mail(mail))).toBe(numberIn(first));
    expect(await stored()).toBe(before);
  });

  test('a repetition without a Message-ID is known by its content', async () => {
    const raw = 'From: a@side.example\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\n\r\nNo id.';
    const first = await sendRaw(setup.smtpPort, here.address, raw);
    expect(await sendRaw(setup.smtpPort, here.address, raw)).toBe(first);
    expect((await message(first)).hispMessageId).toMatch(/^<[0-9a-f]{40}@carepost\.example>$/);
  });

  test.each([
    ['a path', '../../etc/passwd', 'passwd'],
    ['a Windows path', 'C:\\\\temp\\\\CON.pdf', 'CON.pdf'],
    ['dots alone', '..', 'attachment-1.pdf'],
    ['a turned direction of reading', 'invoice\u202Etxt.pdf', 'invoicetxt.pdf'],
    ['300 characters', `${'a'.repeat(296)}.pdf`, `${'a'.repeat(251)}.pdf`],
  ])('a file name with %s is harmless', async (_what, input, visible) => {
    const encoded = `=?utf-8?B?${Buffer.from(input.replaceAll('\\\\', '\\')).toString('base64')}?=`;
    const raw = [
      'From: a@side.example',
      'Content-Type: multipart/mixed; boundary=q',
      '',
      '--q',
      `Content-Type: application/pdf; name="${encoded}"`,
      'Content-Disposition: attachment',
      '',
      '%PDF-1.4',
      '--q--',
    ].join('\r\n');
    const match = await message(await sendRaw(setup.smtpPort, here.address, raw));
    expect(match.attachments.map(({ fileName }) => fileName)).toEqual([visible]);
  });

  test('a report with the null sender is a message whose event says so', async () => {
    const client = await rawClient(setup.smtpPort);
    for (const line of ['EHLO test.example', 'MAIL FROM:<>', `RCPT TO:<${here.address}>`, 'DATA'])
      expect(await client.say(`${line}\r\n`)).toMatch(/^[23]/);
    const response = await client.say(
      'From: postmaster@side.example\r\nSubject: Delivered\r\n\r\nIt arrived.\r\n.\r\n',
    );
    client.close();
    expect(await message(response)).toMatchObject({ fromAddress: 'postmaster@side.example', body: 'It arrived.' });
    const { rows } = await setup.database.pool.query<{ note: string }>(
      `select note from event_messages where mail_message_id = $1 and event_type = 'Received'`,
      [numberIn(response)],
    );
    expect(rows).toEqual([{ note: expect.stringMatching(/^without a return address/) as string }]);
  });

  test('a subject cannot break out of its line', async () => {
    const subject = `=?utf-8?B?${Buffer.from('Hello\r\nBcc: thief@evil.example\r\n\r\nBody').toString('base64')}?=`;
    const match = await message(
      await sendRaw(setup.smtpPort, here.address, `From: a@side.example\r\nSubject: ${subject}\r\n\r\nx`),
    );
    expect(match.subject).toBe('Hello Bcc: thief@evil.example Body');
  });
});

describe('what is refused', () => {
  test('it greets by the name of the platform and offers no accounts', async () => {
    const client = await rawClient(setup.smtpPort);
    const features = await client.say('EHLO test.example\r\n');
    expect(features).toContain(`SIZE ${exchangeLimits.messageBytes}`);
    expect(features).toContain('250-carepost.example');
    expect(features).not.toMatch(/AUTH|STARTTLS/);
    expect(await client.say('AUTH PLAIN AGEAYg==\r\n')).toMatch(/^50/);
    client.close();
  });

  test('an unknown address', async () => {
    const client = await afterMailFrom();
    expect(await client.say('RCPT TO:<nobody@clinic.direct.carepost.example>\r\n')).toMatch(/^550 5\.1\.1 /);
    client.close();
  });

  test('an address that is switched off', async () => {
    const { pool } = setup.database;
    await pool.query('update document_sources set is_enabled = false where address = $1', [there.address]);
    const client = await afterMailFrom();
    expect(await client.say(`RCPT TO:<${there.address}>\r\n`)).toMatch(/^550 5\.2\.1 /);
    client.close();
    await pool.query('update document_sources set is_enabled = true where address = $1', [there.address]);
  });

  test('more recipients than a mail may have', async () => {
    const { pool } = setup.database;
    await pool.query(
      `insert into document_sources (id, organization_id, type, address, display_name)
       select gen_random_uuid(), $1, 'DirectMessaging', 'many' || n || '@many.example', 'Many' from generate_series(0, $2) n`,
      [here.organizationId, exchangeLimits.recipients],
    );
    const client = await afterMailFrom();
    for (let at = 0; at < exchangeLimits.recipients; at++)
      expect(await client.say(`RCPT TO:<many${at}@many.example>\r\n`)).toMatch(/^250/);
    expect(await client.say(`RCPT TO:<many${exchangeLimits.recipients}@many.example>\r\n`)).toMatch(/^452 4\.5\.3/);
    client.close();
  });

  test('a size that is too large, announced or not', { tags: ['hard'] }, async () => {
    const client = await rawClient(setup.smtpPort);
    await client.say('EHLO test.example\r\n');
    const tooMuch = exchangeLimits.messageBytes + 1;
    expect(await client.say(`MAIL FROM:<a@side.example> SIZE=${tooMuch}\r\n`)).toMatch(/^552 5\.3\.4/);
    await client.say('MAIL FROM:<a@side.example> SIZE=100\r\n');
    await client.say(`RCPT TO:<${here.address}>\r\n`);
    await client.say('DATA\r\n');
    client.write('From: a@side.example\r\n\r\n');
    client.write(Buffer.alloc(exchangeLimits.messageBytes, 'a line of text\r\n'));
    expect(await client.say('\r\n.\r\n')).toMatch(/^552 5\.3\.4 /);
    expect(await client.say('NOOP\r\n')).toMatch(/^250/);
    client.close();
  });

  test('a sender that goes on beyond all measure is not waited for', { tags: ['hard'] }, async () => {
    const client = await afterMailFrom();
    await client.say(`RCPT TO:<${here.address}>\r\n`);
    await client.say('DATA\r\n');
    const block = Buffer.alloc(4 * 1024 * 1024, 'a line of text\r\n');
    for (let sent = 0; sent < 60 * 1024 * 1024; sent += block.length) client.write(block);
    await client.ended;
  });

  test.each([
    ['no header at all', 'just words'],
    ['no From', 'Subject: x\r\n\r\nx'],
    ['an empty From', 'From: \r\n\r\nx'],
    ['a From without an address', 'From: Ann\r\n\r\nx'],
    ['two From headers', 'From: a@side.example\r\nFrom: b@side.example\r\n\r\nx'],
    ['two addresses in From', 'From: a@side.example, b@side.example\r\n\r\nx'],
    ['a group of two in From', 'From: Team: a@side.example, b@side.example;\r\n\r\nx'],
    ['a NUL byte', 'From: a@side.example\r\n\r\nx\0y'],
    ['base64 that is none', 'From: a@side.example\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!'],
    [
      'multipart without its closing boundary',
      'From: a@side.example\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\n\r\nx',
    ],
    ['multipart without a boundary', 'From: a@side.example\r\nContent-Type: multipart/mixed\r\n\r\nx'],
    ['multipart without a part', 'From: a@side.example\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\nx'],
  ])('a mail with %s', async (_what, raw) => {
    const before = await stored();
    expect(await sendRaw(setup.smtpPort, here.address, raw)).toMatch(/^554 5\.6\.0 This mail cannot be taken\. \w/);
    expect(await stored()).toBe(before);
  });
});

describe('a mail with a program or a script is refused with the reason, and nothing is stored', () => {
  test.each<[what: string, filename: string, content: Buffer]>([
    ['by its name', 'results.pdf.exe', Buffer.from('hello')],
    ['by its content', 'results.pdf', Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(300)])],
    ['a script', 'results.txt', Buffer.from('#!/usr/bin/env node\nprocess.exit()')],
  ])('%s', async (_what, filename, content) => {
    const before = await stored();
    const attachments = [
      { filename: 'a.txt', content: 'A note.' },
      { filename, content },
    ];
    await expect(
      setup.mail({ from: 'a@side.example', to: here.address, text: 'See the file.', attachments }),
    ).rejects.toThrow(/554.* Attachment 2 is a program or a script.*Send the document itself/);
    expect(await stored()).toBe(before);
  });
});
