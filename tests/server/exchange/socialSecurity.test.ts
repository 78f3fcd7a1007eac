import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWorkflow } from '../../../server/exchange/runWorkflow.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { cdaOf, hl7Of } from '../documents/documentBuilders.ts';
import { type Address, exchangeDoors, usableAddresses } from './engineSetup.ts';

let app: TestApp;
let doors: ReturnType<typeof exchangeDoors>;
let here: Address;
beforeAll(async () => {
  app = await startApp();
  doors = exchangeDoors(app);
  const [first] = await usableAddresses(app.database);
  if (!first) throw new Error('The demo data has no direct address.');
  here = first;
});
afterAll(async () => {
  await doors.close();
  await app.close();
});

const reason = 'checks the masking';
const digits = '048279873';
const text = 'SSN 048-27-9873, 048279873 and 048 279 873';
const cda = Buffer.from(
  cdaOf({ title: 'Note of 048 27 9873', body: `<paragraph>${text}</paragraph>` })
    .toString()
    .replace('extension="999-00-0000"', 'extension="048-27-9873"'),
);
const hl7 = hl7Of(
  'PID|1||A-1^^^CLINIC~048279873^^^SSA^SS||Beispiel^Ada||||||||||||||048-27-9873',
  `OBX|1|TX|||${text}`,
);

/** Receives and processes a message with both documents. */
async function received(): Promise<number> {
  const { mailMessageId, workflowId } = await doors.receive(here, {
    subject: 'Ada, 048279873',
    body: text,
    attachments: [
      { name: 'note 048-27-9873.xml', bytes: cda },
      { name: 'note.hl7', bytes: hl7 },
    ],
  });
  await runWorkflow(doors.services, { workflowId }, { signal: new AbortController().signal });
  return mailMessageId;
}

const noFacts = {
  fullName: null,
  firstName: null,
  middleName: null,
  lastName: null,
  birthDate: null,
  gender: null,
  city: null,
  state: null,
  postalCode: null,
  telephone: null,
};

const get = async (url: string, method: 'GET' | 'PUT' = 'GET') =>
  app.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${app.as('SysAdmin')}`, 'x-request-reason': reason },
  });
const holdsNumber = (output: string) => output.replaceAll(/[^\d*]/g, '').includes(digits);

test('no door but the original document delivers a social security number', async () => {
  const id = await received();
  const record = await app.client('SysAdmin').messages.get({ params: { id } }, { reason });
  expect(record).toMatchObject({
    subject: 'Ada, *****9873',
    body: 'SSN ***-**-9873, *****9873 and *** **9 873',
    attachments: [
      {
        fileName: 'note ***-**-9873.xml',
        documentType: 'Note of *** ** 9873',
        patient: { patientIds: [{ root: '1.2.3', id: 'A-1' }], socialSecurityNumbers: ['***-**-9873'] },
      },
      { patient: { patientIds: [{ root: 'CLINIC', id: 'A-1' }], socialSecurityNumbers: ['***-**-9873'] } },
    ],
  });
  for (const [at, original] of [cda, hl7].entries()) {
    const path = `/api/messages/${id}/attachments/${record.attachments[at]?.id}`;
    expect((await get(path)).rawPayload.equals(original)).toBe(true);
    expect((await get(`${path}/patient`)).body).not.toContain(digits);
    const pdf = (await get(`${path}?pdf=true`)).rawPayload;
    const pdfText = await doors.services.documents.convert(pdf, { kind: 'pdf', mimeType: 'application/pdf' }, 'Text', {
      name: '',
      title: '',
      patient: null,
      documentDate: null,
    });
    expect(pdfText.bytes.toString()).toContain('*****9873');
    expect(holdsNumber(pdfText.bytes.toString())).toBe(false);
    for (const type of ['Text', 'CDA']) {
      const { cacheId } = (await get(`${path}/convert?type=${type}`, 'PUT')).json<{ cacheId: string }>();
      const converted = (await get(`/api/Preview/Document/${cacheId}`)).body;
      expect(converted).toContain(type === 'Text' || original === cda ? '*****9873' : 'carepost-cda');
      expect(holdsNumber(converted)).toBe(false);
    }
  }
});

test('no table but the message itself and its documents holds one, and no search finds one', async () => {
  const id = await received();
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename not in ('document_contents', 'message_contents')`,
  );
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query<{ row: string }>(
      // The name of a file is stored as it was received; lists display a number instead.
      `select regexp_replace(t::text, 'note 048-27-9873', 'note', 'g') as row from ${name} t
       where t::text ~ '048-?27-?9873|048 27 9873'`,
    );
    expect(
      rows.filter(({ row }) => /048[- ]?27[- ]?9873/.test(row)),
      name,
    ).toEqual([]);
  }
  for (const set of ['mailmessages', 'mailattachments', 'eventmessages', 'conversionperformance']) {
    for (const search of [digits, '048-27-9873']) {
      const response = await get(`/odata/${set}?$search=${search}`);
      expect(response.statusCode, set).toBe(200);
      expect(response.json<{ value: unknown[] }>().value, `${set} ${id}`).toEqual([]);
    }
  }
});

test('messages that were stored before are mended: ids, and what was made of their documents', async () => {
  const id = await received();
  const { pool } = app.database;
  const before = (ids: readonly object[]) =>
    JSON.stringify({
      ...noFacts,
      patientIds: ids,
      streetAddress1: '1 Long Street',
    });
  const root = '2.16.840.1.113883.4.1';
  const { rows } = await pool.query<{ id: string }>(
    'select id from mail_attachments where mail_message_id = $1 order by id',
    [id],
  );
  const [document, message] = rows.map((row) => Number(row.id));
  const update = 'update mail_attachments set patient = $2::jsonb where id = $1';
  await pool.query(update, [
    document,
    before([
      { root: '1.2.3', id: 'A-1' },
      { root, id: '048-27-9873' },
      { root, id: 'Unknown' },
      { root, id: root },
    ]),
  ]);
  await pool.query(update, [
    message,
    before([
      { root: 'CLINIC', id: 'A-1' },
      { root: 'SSA', id: '048279873' },
    ]),
  ]);
  const path = `/api/messages/${id}/attachments/${document}`;
  const { cacheId } = (await get(`${path}/convert?type=PDF`, 'PUT')).json<{ cacheId: string }>();
  await migrateAgain('0014_social_security');
  const record = await app.client('SysAdmin').messages.get({ params: { id } }, { reason });
  expect(record.attachments.map(({ patient }) => patient)).toMatchObject([
    {
      patientIds: [{ root: '1.2.3', id: 'A-1' }],
      socialSecurityNumbers: ['***-**-9873'],
      streetAddress1: '1 Long Street',
      streetAddress2: null,
    },
    { patientIds: [{ root: 'CLINIC', id: 'A-1' }], socialSecurityNumbers: ['***-**-9873'] },
  ]);
  expect((await get(`/api/Preview/Document/${cacheId}`)).statusCode).toBe(404);
  const again = await get(`${path}?pdf=true`);
  expect([again.statusCode, again.headers['content-type']]).toEqual([200, 'application/pdf']);
});

test('a C-CDA that was made of a C-CDA before is made again, masked', async () => {
  const id = await received();
  const { attachments } = await app.client('SysAdmin').messages.get({ params: { id } }, { reason });
  const path = `/api/messages/${id}/attachments/${attachments[0]?.id}`;
  const convert = async () => (await get(`${path}/convert?type=CDA`, 'PUT')).json<{ cacheId: string }>().cacheId;
  const before = await convert();
  await migrateAgain('0018_masked_conversions');
  expect((await get(`/api/Preview/Document/${before}`)).statusCode).toBe(404);
  const converted = (await get(`/api/Preview/Document/${await convert()}`)).body;
  expect(converted).toContain('extension="***-**-9873"');
  expect(holdsNumber(converted)).toBe(false);
});

async function migrateAgain(name: string): Promise<void> {
  const file = new URL(`../../../server/database/migrations/${name}.sql`, import.meta.url);
  const statements = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
  const client = await app.database.pool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } finally {
    client.release();
  }
}
