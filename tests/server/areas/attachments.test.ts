import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversions, documentContents, mailAttachments } from '../../../server/database/schema/exchange.ts';
import { auditEntries } from '../../../server/database/schema/records.ts';
import { asOwner } from '../../support/database/databases.ts';
import { type Caller } from '../../support/tokens.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { cdaOf, hl7Of, tiffOf } from '../documents/documentBuilders.ts';
import { putMessage, twoOrganizations } from './attachmentBuilders.ts';

let server: TestApp;
let own: string;
let other: string;
beforeAll(async () => {
  server = await startApp();
  ({ own, other } = await twoOrganizations(server.database));
});
afterAll(() => server.close());

interface Call {
  readonly caller?: Caller;
  readonly method?: 'GET' | 'PUT';
  readonly reason?: string;
}

const call = (url: string, { caller = 'Administrator', method = 'GET', reason }: Call = {}) =>
  server.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${server.as(caller)}`,
      ...(reason === undefined ? {} : { 'x-request-reason': reason }),
    },
  });
const put = (organizationId: string, name: string, bytes: Buffer, mimeType?: string) =>
  putMessage(server.database, organizationId, { name, bytes, ...(mimeType ? { mimeType } : {}) });
const addressOf = ({ id, attId }: { id: number; attId: number }) => `/api/messages/${id}/attachments/${attId}`;
const auditOf = (messageId: number) =>
  server.database.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetType, 'message'), eq(auditEntries.targetId, String(messageId))))
    .orderBy(desc(auditEntries.id));
const codeOf = (response: { json(): unknown }) => (response.json() as { code?: string }).code;

test('people of the organization get the bytes as they came, and every look is audited', async () => {
  const at = await put(own, 'note.xml', cdaOf());
  for (const caller of ['Administrator', 'User'] as const) {
    const response = await call(addressOf(at), { caller });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(cdaOf())).toBe(true);
  }
  const entries = await auditOf(at.id);
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({
    action: 'attachments.get',
    changes: { read: { before: null, after: `attachment ${at.attId}` } },
  });
});

test("another organization's message is as unknown as none at all, and an attachment belongs to its message", async () => {
  const [foreign, local] = [await put(other, 'note.xml', cdaOf()), await put(own, 'note.xml', cdaOf())];
  const unknown = await call('/api/messages/999999999/attachments/999999999');
  for (const at of [foreign, { id: local.id, attId: foreign.attId }]) {
    for (const [path, method] of [
      ['', 'GET'],
      ['/patient', 'GET'],
      ['/convert?type=PDF', 'PUT'],
      ['/generatePreview', 'PUT'],
    ] as const) {
      const response = await call(`${addressOf(at)}${path}`, { method });
      expect(response.statusCode, path).toBe(404);
      expect(codeOf(response), path).toBe(codeOf(unknown));
    }
  }
});

test('a platform administrator names a reason, which stands in the audit row; a reporting one sees nothing', async () => {
  const at = await put(other, 'note.xml', cdaOf());
  for (const reason of [undefined, 'abc', '  ab  ']) {
    const refused = await call(addressOf(at), { caller: 'SysAdmin', ...(reason === undefined ? {} : { reason }) });
    expect([refused.statusCode, codeOf(refused)]).toEqual([400, 'E-REASON-REQUIRED']);
  }
  const allowed = await call(addressOf(at), { caller: 'SysAdmin', reason: 'Ticket 4711' });
  expect(allowed.statusCode).toBe(200);
  const [entry] = await auditOf(at.id);
  expect(entry).toMatchObject({ action: 'attachments.get', reason: 'Ticket 4711' });
  expect((await call(addressOf(at), { caller: 'SysAdminReporting', reason: 'Ticket 4711' })).statusCode).toBe(403);
});

test('where the look cannot be audited, nothing is given', { tags: ['hard'] }, async () => {
  const at = await put(own, 'note.xml', cdaOf());
  const damaged = await put(own, 'fax.tif', Buffer.from('II*\0 a damaged fax'));
  await asOwner(
    server.database,
    `create function refuse_audit() returns trigger language plpgsql as $$ begin raise 'full'; end $$`,
  );
  await asOwner(
    server.database,
    'create trigger refuse_audit before insert on audit_entries execute function refuse_audit()',
  );
  try {
    for (const path of ['', '/patient', '?pdf=true', '/convert?type=PDF']) {
      const isWrite = path.startsWith('/convert');
      const response = await call(`${addressOf(at)}${path}`, isWrite ? { method: 'PUT' } : {});
      expect(response.statusCode, path).toBe(503);
      expect(response.payload).not.toContain('Beispiel');
    }
    for (const path of ['/convert?type=PDF', '/generatePreview'])
      expect((await call(`${addressOf(damaged)}${path}`, { method: 'PUT' })).statusCode, path).toBe(503);
  } finally {
    await asOwner(server.database, 'drop trigger refuse_audit on audit_entries; drop function refuse_audit()');
  }
  const { db } = server.database;
  const [row] = await db.select().from(mailAttachments).where(eq(mailAttachments.id, damaged.attId));
  expect(row?.previewStatus).toBe('None');
  expect(await db.$count(conversions, eq(conversions.mailAttachmentId, damaged.attId))).toBe(0);
  const failed = await call(`${addressOf(damaged)}/generatePreview`, { method: 'PUT' });
  expect([failed.statusCode, codeOf(failed)]).toEqual([409, 'E-CONVERSION']);
  const [after] = await db.select().from(mailAttachments).where(eq(mailAttachments.id, damaged.attId));
  expect(after?.previewStatus).toBe('Failed');
});

test('a social security number in the name of a file is masked in its header', async () => {
  const response = await call(
    addressOf(await put(own, 'SSN 271-82-8188 note.txt', Buffer.from('A note.'), 'text/plain')),
  );
  expect(response.headers['content-disposition']).toContain('SSN ***-**-8188 note.txt'.replaceAll('*', '_'));
});

test('whatever the file is called, the answer is inert and has one safe name (FI-4, FI-5)', async () => {
  const names = [
    '../../etc/passwd',
    '..%2f..%2fx.pdf',
    'C:\\windows\\x.exe',
    'CON',
    '.hidden',
    'a"b;c.txt',
    'Brief Müller 日本.txt',
    'x'.repeat(250),
    'a\r\nSet-Cookie: x=1\r\n\r\n.txt',
    '\u202etxt.exe',
    '',
  ];
  const page = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
  for (const name of names) {
    const response = await call(addressOf(await put(own, name, page, 'text/html')));
    expect(response.statusCode, name).toBe(200);
    const disposition = String(response.headers['content-disposition']);
    expect(disposition, name).toMatch(
      /^attachment(; filename=("[^"\r\n]*(\\"[^"\r\n]*)*"|[^\s;"]+))?(; filename\*=UTF-8''[\w%!#$&+.^`|~*'()-]+)?$/,
    );
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    expect(disposition, name).not.toMatch(/[\u0000-\u001f]|[/\\]|\.\./);
    expect(response.headers, name).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(response.headers['content-security-policy'], name).toContain('sandbox');
    expect(response.headers['set-cookie'], name).toBeUndefined();
  }
});

test('as PDF: made once, then the kept one; a PDF is itself', async () => {
  const at = await put(own, 'note.xml', cdaOf());
  const [first, second] = [await call(`${addressOf(at)}?pdf=true`), await call(`${addressOf(at)}?pdf=true`)];
  expect(first.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=note.pdf',
  });
  expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  const stored = await server.database.db.select().from(conversions).where(eq(conversions.mailAttachmentId, at.attId));
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({
    kind: 'PDF',
    status: 'Completed',
    documentExtension: 'pdf',
    systemName: 'carepost-pdf',
    documentSize: first.rawPayload.length,
  });
  const pdf = await put(own, 'made.pdf', first.rawPayload);
  expect((await call(`${addressOf(pdf)}?pdf=true`)).rawPayload.equals(first.rawPayload)).toBe(true);
});

test('conversions answer their record, and the document is at its cache id, for those who may see the message', async () => {
  const at = await put(own, 'labs.hl7', hl7Of('PID|1||7||Beispiel^Ada', 'OBX|1|TX|||Nothing unusual'));
  for (const [type, mimeType] of [
    ['PDF', 'application/pdf'],
    ['CDA', 'application/xml'],
    ['Text', 'text/plain'],
  ] as const) {
    const response = await call(`${addressOf(at)}/convert?type=${type}`, { method: 'PUT' });
    expect(response.statusCode, type).toBe(200);
    const detail = response.json<{ cacheId: string; size: number }>();
    expect(detail).toMatchObject({ kind: type, status: 'Completed', mimeType, error: null });
    const address = `/api/Preview/Document/${detail.cacheId}`;
    const document = await call(address);
    expect(document.headers['content-type']).toContain(mimeType);
    expect(document.rawPayload).toHaveLength(detail.size);
    expect(document.headers['content-security-policy']).toContain('sandbox');
    expect((await call(address, { caller: 'SysAdmin' })).statusCode).toBe(400);
    expect((await call(address, { caller: 'SysAdmin', reason: 'Ticket 4711' })).statusCode).toBe(200);
    const [entry] = await auditOf(at.id);
    expect(entry).toMatchObject({
      action: 'preview.document',
      changes: { read: { after: `attachment ${at.attId} as ${type}` } },
    });
  }
});

test("a document made for another organization's message is as unknown as any id", async () => {
  const at = await put(other, 'note.xml', cdaOf());
  const made = await call(`${addressOf(at)}/convert?type=PDF`, {
    caller: 'SysAdmin',
    reason: 'Ticket 4711',
    method: 'PUT',
  });
  const { cacheId } = made.json<{ cacheId: string }>();
  expect((await call(`/api/Preview/Document/${cacheId}`)).statusCode).toBe(404);
  expect((await call(`/api/Preview/Document/${crypto.randomUUID()}`)).statusCode).toBe(404);
});

test('the preview of a fax is made anew, takes the place of the former one, and leaves no bytes behind', async () => {
  const at = await put(own, 'fax.tif', tiffOf({ pages: 2, width: 32, height: 16 }));
  const ids: string[] = [];
  for (const round of [1, 2]) {
    const response = await call(`${addressOf(at)}/generatePreview`, { method: 'PUT' });
    expect(response.statusCode, String(round)).toBe(200);
    ids.push(response.json<{ cacheId: string }>().cacheId);
  }
  const [former = '', present = ''] = ids;
  const contentOf = (id: string) =>
    server.database.db.select({ id: documentContents.id }).from(documentContents).where(eq(documentContents.id, id));
  expect(await contentOf(former)).toHaveLength(0);
  expect(await contentOf(present)).toHaveLength(1);
  const [row] = await server.database.db.select().from(mailAttachments).where(eq(mailAttachments.id, at.attId));
  expect(row?.previewStatus).toBe('Available');
});

test('what cannot be converted is refused with the reason, and a damaged document leaves a failed record', async () => {
  const bomb = Buffer.from(
    '<!DOCTYPE x [<!ENTITY a "b">]><ClinicalDocument xmlns="urn:hl7-org:v3"><title>&a;</title></ClinicalDocument>',
  );
  const damaged = await put(own, 'broken.xml', cdaOf().subarray(0, 600));
  for (const at of [
    await put(own, 'bomb.xml', bomb),
    damaged,
    await put(own, 'files.zip', Buffer.from('PK\x03\x04 ../../x')),
  ]) {
    const response = await call(`${addressOf(at)}/convert?type=PDF`, { method: 'PUT' });
    expect([response.statusCode, codeOf(response)]).toEqual([409, 'E-CONVERSION']);
  }
  const [record] = await server.database.db
    .select()
    .from(conversions)
    .where(eq(conversions.mailAttachmentId, damaged.attId));
  expect(record).toMatchObject({
    status: 'Failed',
    contentId: null,
    error: 'The document is damaged: its XML is not well-formed.',
  });
  const noPreview = await call(`${addressOf(await put(own, 'note.xml', cdaOf()))}/generatePreview`, { method: 'PUT' });
  expect([noPreview.statusCode, codeOf(noPreview)]).toEqual([409, 'E-CONVERSION']);
});

test('the patient of a document is read where nobody processed it', async () => {
  const response = await call(`${addressOf(await put(own, 'note.xml', cdaOf()))}/patient`);
  expect(response.json()).toMatchObject({
    status: 'Completed',
    patient: { lastName: 'Beispiel', birthDate: '1980-02-29' },
  });
  const none = await call(`${addressOf(await put(own, 'words.txt', Buffer.from('Words')))}/patient`);
  expect(none.json()).toEqual({ status: 'Completed', patient: null });
});
