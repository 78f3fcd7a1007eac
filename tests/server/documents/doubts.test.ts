import { afterAll, beforeAll, expect, test } from 'vitest';
import { damagedBody, type Documents, nulProblem } from '../../../server/documents/documents.ts';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { cdaOf, details, hl7Of } from './documentBuilders.ts';

let documents: Documents;
beforeAll(() => {
  documents = createDocuments({ threads: 1, timeoutMs: 10_000, memoryMb: 256 });
});
afterAll(() => documents.close());

const extract = async (bytes: Buffer) => documents.extract(bytes, await documents.identify(bytes, ''));
const convert = async (bytes: Buffer, to: 'PDF' | 'Text') =>
  documents.convert(bytes, await documents.identify(bytes, ''), to, details);

const withFile = (base64: string) =>
  Buffer.from(
    cdaOf()
      .toString()
      .replace(
        /<structuredBody>.*<\/structuredBody>/s,
        `<nonXMLBody><text mediaType="application/pdf" representation="B64">${base64}</text></nonXMLBody>`,
      ),
  );
const pdf = Buffer.from('%PDF-1.4 a small file').toString('base64');

test.each(['!!!!', `${pdf.slice(0, 8)}?${pdf.slice(8)}`, `${pdf.slice(0, 8)}A`, 'YQ==YQ=='])(
  'a C-CDA with a damaged file in its body (%s) keeps its patient and says what is wrong',
  async (base64) => {
    const bytes = withFile(base64);
    expect(await extract(bytes)).toMatchObject({ problem: damagedBody, patient: { lastName: 'Beispiel' } });
    for (const form of ['PDF', 'Text'] as const) {
      await expect(convert(bytes, form)).rejects.toMatchObject({ fault: 'unreadable', message: damagedBody });
    }
  },
);

test('a file in the body that is whole is no problem, also over several lines', async () => {
  expect((await extract(withFile(pdf.replaceAll(/(.{10})/g, '$1\r\n')))).problem).toBeNull();
});

test('a body that is no XML leaves the header what it is', async () => {
  const broken = Buffer.from(withFile(pdf).toString().replace('</text>', '&nothing;</wrong></text>'));
  expect(await extract(broken)).toMatchObject({
    problem: 'The document is damaged: its XML is not well-formed.',
    patient: { lastName: 'Beispiel' },
  });
});

test('a document about two patients is reported as such in its metadata and in its PDF', async () => {
  const second =
    '<recordTarget><patientRole><id root="1" extension="B-2"/><patient><name><family>Other</family></name></patient></patientRole></recordTarget>';
  const bytes = Buffer.from(cdaOf().toString().replace('<component>', `${second}<component>`));
  const problem = 'The document is about 2 patients; the data shown are those of the first.';
  expect(await extract(bytes)).toMatchObject({
    problem,
    patient: { lastName: 'Beispiel', patientIds: [{ id: 'A-1' }] },
  });
  const text = (await convert((await convert(bytes, 'PDF')).bytes, 'Text')).bytes.toString();
  expect(text.replaceAll(/\s+/g, ' ')).toContain(problem);
});

test('a damaged file in an HL7 message is a problem of the message', async () => {
  const message = hl7Of('PID|1||7||Beispiel^Ada', 'OBX|1|ED|1||^application^pdf^Base64^JVBERi0!!');
  expect(await extract(message)).toMatchObject({ problem: damagedBody, patient: { lastName: 'Beispiel' } });
  await expect(convert(message, 'PDF')).rejects.toMatchObject({ message: damagedBody });
});

test('a NUL character is a problem of every text', async () => {
  expect((await extract(hl7Of('PID|1||7||Beis\0piel^Ada'))).problem).toBe(nulProblem);
  expect(await documents.identify(Buffer.from('A note.\0'), 'note.txt')).toMatchObject({
    isRefused: true,
    problem: nulProblem,
  });
  await expect(extract(cdaOf({ title: 'A\0B' }))).rejects.toMatchObject({ fault: 'unreadable' });
});
