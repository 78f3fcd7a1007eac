import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import type { Documents } from '../../../server/documents/documents.ts';
import { demoPartners } from '../../../server/exchange/demo/demoPartners.ts';
import { demoCcda } from '../../../server/exchange/demo/documents/demoCcda.ts';
import { demoHl7 } from '../../../server/exchange/demo/documents/demoHl7.ts';
import { demoPatient } from '../../../server/exchange/demo/documents/demoPatient.ts';
import { demoPdf } from '../../../server/exchange/demo/documents/demoPdf.ts';
import { demoTiff } from '../../../server/exchange/demo/documents/demoTiff.ts';
import { demoMessage } from '../../../server/exchange/demo/demoMessages.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { withoutHistory } from './trafficRows.ts';

let server: TestApp;
let documents: Documents;
beforeAll(async () => {
  server = await startApp({ env: { JOBS: 'true', DEMO_TRAFFIC: '1200' } });
  documents = createDocuments(server.config.exchange.documents);
});
afterAll(async () => {
  await server.close();
  await documents.close();
});

test('the demo makes messages by itself that are processed like all others', {
  tags: ['hard'],
  timeout: 60_000,
}, async () => {
  await withoutHistory(server.database);
  const ended = async (condition: string) => {
    const { rows } = await server.database.pool.query<{ count: number }>(
      `select count(*)::int as count from workflows w join mail_messages m on m.id = w.mail_message_id where ${condition}`,
    );
    return rows[0]?.count ?? 0;
  };
  await vi.waitFor(
    async () => {
      expect(
        await ended(`w.status = 'Completed' and w.type = 'ProcessWorkflow' and w.channel = 'Direct'`),
      ).toBeGreaterThan(3);
      expect(await ended(`w.status = 'Completed' and w.type = 'MessageSendWorkflow'`)).toBeGreaterThan(3);
      expect(await ended(`w.status = 'Completed' and w.channel = 'Fax'`)).toBeGreaterThan(0);
      expect(await ended(`w.status = 'Completed' and w.channel = 'Network'`)).toBeGreaterThan(0);
      expect(await ended(`w.status = 'Failed' and w.error_code = 'no-route'`)).toBeGreaterThan(0);
    },
    { timeout: 40_000, interval: 250 },
  );
});

test('organizations that a user added take no part in the traffic', async () => {
  const { pool, db } = server.database;
  const before = await demoPartners(db);
  const added = before.direct[0]?.organizationId;
  await pool.query(`update organizations set created_by = 'Ann Baker' where id = $1`, [added]);
  const after = await demoPartners(db);
  await pool.query(`update organizations set created_by = 'Demo data' where id = $1`, [added]);
  expect([...after.direct, ...after.fax].map(({ organizationId }) => organizationId)).not.toContain(added);
  expect(after.direct.length).toBeGreaterThan(0);
});

test('a message of the demo is the same for the same number, and they differ between numbers', async () => {
  const partners = await demoPartners(server.database.db);
  const text = async (number: number) => JSON.stringify(await demoMessage(number, partners));
  expect(await text(5)).not.toBe(await text(6));
  const made = await Promise.all(Array.from({ length: 100 }, (_, number) => demoMessage(number, partners)));
  const channels = made.map((one) => `${one?.kind} ${one?.message.channel}`);
  expect(new Set(channels)).toEqual(
    new Set(['outgoing Direct', 'incoming Direct', 'incoming Fax', 'incoming Network']),
  );
});

test('documents of the demo are what they say they are, and our own reader finds their patient', async () => {
  const patient = demoPatient(17);
  const subject = {
    patient,
    number: 17,
    title: 'Continuity of Care Document',
    organization: `O'Brien & Sons <Clinic>`,
    author: 'Mei Okafor',
    at: new Date('2026-03-04T05:06:07Z'),
  };
  const made = [
    ['summary.xml', demoCcda(subject), 'ccda'],
    ['results.hl7', demoHl7(subject), 'hl7'],
    ['letter.pdf', await demoPdf(subject, 2), 'pdf'],
    ['fax.tif', demoTiff(subject, 3), 'tiff'],
  ] as const;
  for (const [name, bytes, kind] of made) {
    const identified = await documents.identify(bytes, name);
    expect(identified, name).toMatchObject({ kind, isRefused: false, problem: null });
    const details = await documents.extract(bytes, identified);
    if (kind === 'pdf') expect(details.pageCount).toBe(2);
    if (kind === 'tiff') expect(details.pageCount).toBe(3);
    if (kind !== 'ccda' && kind !== 'hl7') continue;
    const { firstName, lastName, birthDate, gender, city } = patient;
    expect(details.patient, name).toMatchObject({ firstName, lastName, birthDate, gender, city });
  }
});
