import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptIncoming } from '../../../server/exchange/acceptIncoming.ts';
import type { IncomingMessage } from '../../../server/exchange/newMessage.ts';
import { DocumentError, type Documents } from '../../../server/documents/documents.ts';
import { readContent } from '../../../server/documents/attachmentStore.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { refusal } from './organizationBuilders.ts';

let app: TestApp;
let own: { readonly id: string; readonly address: string };
let other: { readonly id: string; readonly address: string };
beforeAll(async () => {
  app = await startApp({ env: { DEMO_TRAFFIC: '0' } });
  const { rows } = await app.database.pool.query<{ id: string; address: string; isOwn: boolean }>(
    `select distinct on (d.organization_id) d.organization_id as id, d.address,
       d.organization_id = (select organization_id from users where user_name = 'admin@carepost.example') as "isOwn"
     from document_sources d join organizations o on o.id = d.organization_id
     where d.type = 'DirectMessaging' and d.is_enabled and d.status = 1 and o.is_activated and o.is_enabled
       and o.direct_is_enabled and (o.cancel_at is null or o.cancel_at > now())
     order by d.organization_id, d.address`,
  );
  const local = rows.find(({ isOwn }) => isOwn);
  const foreign = rows.find(({ isOwn }) => !isOwn);
  if (!local || !foreign) throw new Error('The demo data has too few direct addresses.');
  own = local;
  other = foreign;
});
afterAll(() => app.close());

const reason = 'patient asked for it';
const admin = () => app.client('SysAdmin').messages;
const unread: Documents = {
  ...({} as Documents),
  identify: () => Promise.reject(new DocumentError('unsupported', 'not read here')),
};

async function received(fields: Partial<IncomingMessage> = {}): Promise<number> {
  const { mailMessageId } = await acceptIncoming(
    { config: app.config, database: app.database, documents: unread, hubs: { processed: () => undefined } },
    {
      organizationId: own.id,
      channel: 'Direct',
      sender: 'ann@side.example',
      recipient: own.address,
      subject: 'Summary of care',
      body: 'See the document.',
      hispMessageId: `<${crypto.randomUUID()}@side.example>`,
      origin: 'SMTP',
      attachments: [{ name: 'note.txt', bytes: Buffer.from('A note.') }],
      ...fields,
    },
  );
  return mailMessageId;
}
const auditOf = async (id: number) => {
  const { rows } = await app.database.pool.query(
    `select action, actor_name as "actorName", reason, changes from audit_entries
     where target_type = 'message' and target_id = $1 order by id`,
    [String(id)],
  );
  return rows as { action: string; actorName: string; reason: string | null; changes: unknown }[];
};

describe('reading a message', () => {
  test.each(['Administrator', 'User'] as const)(
    'its own people read it whole (%s), and that is audited',
    async (role) => {
      const id = await received();
      const match = await app.client(role).messages.get({ params: { id } });
      expect(match).toMatchObject({
        id,
        type: 1,
        status: 1,
        channel: 'Direct',
        direction: 'Inbound',
        organizationId: own.id,
        fromAddress: 'ann@side.example',
        toAddress: [own.address],
        subject: 'Summary of care',
        body: 'See the document.',
        attachments: [
          { fileName: 'note.txt', sizeInBytes: 7, previewStatus: 'Processing', patient: null, conversions: [] },
        ],
      });
      expect(await auditOf(id)).toMatchObject([{ action: 'messages.get', reason: null }]);
      expect(JSON.stringify(await auditOf(id))).not.toMatch(/Summary|See the|note\.txt/);
    },
  );

  test('a platform administrator names a reason', async () => {
    const id = await received();
    expect(await refusal(admin().get({ params: { id } }))).toMatchObject({ status: 400, code: 'E-REASON-REQUIRED' });
    expect(await refusal(admin().get({ params: { id } }, { reason: ' abc ' }))).toMatchObject({
      code: 'E-REASON-REQUIRED',
    });
    expect(await auditOf(id)).toEqual([]);
    expect((await admin().get({ params: { id } }, { reason })).subject).toBe('Summary of care');
    expect(await auditOf(id)).toMatchObject([{ action: 'messages.get', reason }]);
  });

  test("another organization's message is as unknown as none", async () => {
    const id = await received({ organizationId: other.id, recipient: other.address });
    const foreign = await refusal(app.client('Administrator').messages.get({ params: { id } }));
    const none = await refusal(app.client('Administrator').messages.get({ params: { id: 999_999_999 } }));
    expect(foreign).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect(foreign.message).toBe(none.message);
    expect(await auditOf(id)).toEqual([expect.objectContaining({ action: 'messages.get', changes: {} })]);
  });
});

describe('sending a message', () => {
  const letter = () => ({ from: own.address, to: ['ann@elsewhere.example'], subject: 'Test', body: 'Hello.' });

  test('it is taken, with its file, and audited with whoever did it', async () => {
    const file = { name: 'note.txt', mediaType: 'text/plain', bytes: new TextEncoder().encode('A note.') };
    const { mailMessageId } = await admin().send({
      body: { ...letter(), from: own.address.toUpperCase() },
      files: [file],
    });
    const match = await admin().get({ params: { id: mailMessageId } }, { reason });
    expect(match).toMatchObject({
      type: 2,
      status: 2,
      direction: 'Outbound',
      organizationId: own.id,
      fromAddress: own.address,
      toAddress: ['ann@elsewhere.example'],
      subject: 'Test',
      attachments: [{ fileName: 'note.txt', mimeType: 'text/plain' }],
    });
    expect((await auditOf(mailMessageId))[0]).toMatchObject({ action: 'messages.send' });
  });

  test.each([
    [
      'an unknown sender',
      { from: 'nobody@nowhere.example' },
      { code: 'E-SENDER-UNKNOWN', modelState: { from: [expect.any(String)] } },
    ],
    ['a recipient that is no address', { to: ['ann@elsewhere.example', 'ann'] }, { code: 'E-RECIPIENT-INVALID' }],
    [
      'a recipient with a header',
      { to: ['ann@elsewhere.example\r\nBcc: x@y.example'] },
      { code: 'E-RECIPIENT-INVALID' },
    ],
    ['no recipient', { to: [] }, { code: 'E-REQUEST-INVALID' }],
    ['a subject with a header', { subject: 'x\r\nBcc: x@y.example' }, { code: 'E-REQUEST-INVALID' }],
    ['a subject with a line end', { subject: 'x\ny' }, { code: 'E-REQUEST-INVALID' }],
    ['a subject with a control character', { subject: 'x\u0007y' }, { code: 'E-REQUEST-INVALID' }],
  ])('%s is refused', async (_what, fields, expected) => {
    const refused = await refusal(admin().send({ body: { ...letter(), ...fields } }));
    expect(refused).toMatchObject({ status: 400, ...expected });
  });

  const small = (name: string, text = 'A note.') => ({
    name,
    mediaType: 'text/plain',
    bytes: new TextEncoder().encode(text),
  });

  test('several files go with it, in their order', async () => {
    const files = ['one.txt', 'two.txt', 'three.txt'].map((name) => small(name, name));
    const { mailMessageId } = await admin().send({ body: letter(), files });
    const { attachments } = await admin().get({ params: { id: mailMessageId } }, { reason });
    expect(attachments.map(({ fileName, sizeInBytes }) => [fileName, sizeInBytes])).toEqual([
      ['one.txt', 7],
      ['two.txt', 7],
      ['three.txt', 9],
    ]);
  });

  test('more files, or more of them together, than are taken are refused', async () => {
    const many = Array.from({ length: 51 }, (_, at) => small(`${at}.txt`));
    expect(await refusal(admin().send({ body: letter(), files: many }))).toMatchObject({
      code: 'E-REQUEST-INVALID',
      modelState: { file: ['may come at most 50 times'] },
    });
    const half = { ...small('half.txt'), bytes: new Uint8Array(10 * 1024 * 1024 + 1).fill(65) };
    expect(await refusal(admin().send({ body: letter(), files: [half, half] }))).toMatchObject({
      code: 'E-FILE-TOO-LARGE',
      message: expect.stringContaining('20 MB'),
    });
  });

  test('a file that is not what its name says is refused', async () => {
    const file = {
      name: 'letter.pdf',
      mediaType: 'application/pdf',
      bytes: new TextEncoder().encode('<html><script>'),
    };
    expect(await refusal(admin().send({ body: letter(), files: [file] }))).toMatchObject({
      code: 'E-FILE-TYPE',
      message: expect.stringMatching(/^letter\.pdf cannot be sent\. .* says: PDF, /),
    });
  });
});

test('a message with a large file is sent and read back byte by byte', { tags: ['hard'] }, async () => {
  const bytes = Buffer.from(Array.from({ length: 5_000_003 }, (_, at) => (at * 31 + (at >> 8)) % 251));
  const { mailMessageId } = await admin().send({
    body: { from: own.address, to: ['ann@elsewhere.example'], subject: 'Test', body: 'Hello.' },
    files: [{ name: 'large.bin', mediaType: 'application/octet-stream', bytes }],
  });
  const { rows } = await app.database.pool.query<{ id: string; bytes: Buffer }>(
    `select c.id, c.bytes from document_contents c join mail_attachments a on a.content_id = c.id where a.mail_message_id = $1`,
    [mailMessageId],
  );
  expect(rows[0]?.bytes.equals(bytes)).toBe(true);
  expect((await readContent(app.database.db, rows[0]?.id ?? ''))?.equals(bytes)).toBe(true);
  const objects = await app.database.pool.query('select 1 from pg_largeobject_metadata');
  expect(objects.rows).toEqual([]);
});

describe('sending a message on', () => {
  const to = ['ann@elsewhere.example'];
  const copy = (id: number, fields = {}) =>
    admin().sendCopy({ params: { id }, body: { to, attachmentsAs: 'Original', reason, ...fields } });

  test('a program that came in before does not go out', async () => {
    const id = await received({ attachments: [{ name: 'setup.exe', bytes: Buffer.from('MZ') }] });
    expect(await refusal(copy(id))).toMatchObject({
      code: 'E-FILE-TYPE',
      modelState: { file: [expect.stringMatching(/^"setup\.exe" is a program or a script/)] },
    });
  });

  test('it goes out from its own organization with the same content, and the look into it is audited', async () => {
    const id = await received();
    const { mailMessageId } = await copy(id, { attachmentsAs: 'PDF' });
    const match = await admin().get({ params: { id: mailMessageId } }, { reason });
    expect(match).toMatchObject({
      type: 2,
      organizationId: own.id,
      fromAddress: own.address,
      toAddress: to,
      subject: 'Summary of care',
      body: 'See the document.',
      attachments: [{ fileName: 'note.txt', sizeInBytes: 7 }],
    });
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'messages.sendCopy',
        reason,
        changes: { read: { after: expect.any(String) }, sentAs: { after: mailMessageId }, recipients: { after: to } },
      },
    ]);
    expect((await auditOf(mailMessageId)).map(({ action }) => action)).toEqual(['messages.get']);
    const { rows } = await app.database.pool.query(
      `select command->>'attachmentsAs' as "attachmentsAs" from workflows where mail_message_id = $1`,
      [mailMessageId],
    );
    expect(rows).toEqual([{ attachmentsAs: 'PDF' }]);
    const { rows: events } = await app.database.pool.query(
      'select event_type as "eventType", note from event_messages where mail_message_id = $1 order by id',
      [id],
    );
    expect(events.at(-1)).toEqual({ eventType: 'Forwarded', note: `sent on as message ${mailMessageId}` });
  });

  test('what came by fax goes out from a direct address of the organization', async () => {
    const id = await received({ channel: 'Fax', sender: '+15551234567', recipient: '5557654321' });
    const { mailMessageId } = await copy(id);
    expect((await admin().get({ params: { id: mailMessageId } }, { reason })).fromAddress).toMatch(/@/);
  });

  test.each([
    ['a reason of blanks and three letters', { reason: ' abc ' }, 400, 'E-REQUEST-INVALID'],
    ['a recipient that is none', { to: ['ann'] }, 400, 'E-RECIPIENT-INVALID'],
  ])('%s is refused', async (_what, fields, status, code) => {
    expect(await refusal(copy(await received(), fields))).toMatchObject({ status, code });
  });

  test('an unknown message is not there', async () => {
    expect(await refusal(copy(999_999_999))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});
