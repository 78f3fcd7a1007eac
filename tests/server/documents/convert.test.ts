import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConversionKind, Documents } from '../../../server/documents/documents.ts';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { cdaOf, details, hl7Of, pngOf, tiffOf } from './documentBuilders.ts';

let documents: Documents;
beforeAll(() => {
  documents = createDocuments({ threads: 1, timeoutMs: 10_000, memoryMb: 256 });
});
afterAll(() => documents.close());

const convert = async (bytes: Buffer, to: ConversionKind, known = details) =>
  documents.convert(bytes, await documents.identify(bytes, ''), to, known);
const textOf = async (bytes: Buffer) => (await convert(bytes, 'Text')).bytes.toString();
const pagesOf = async (bytes: Buffer) =>
  (await documents.extract(bytes, await documents.identify(bytes, 'a.pdf'))).pageCount;

const body =
  '<paragraph>Feels well.</paragraph><list><item>First</item><item>Second<br/>line</item></list>' +
  '<table><thead><tr><th>Date</th><th>Value</th></tr></thead><tbody><tr><td>2026</td><td><content>12</content> mg</td></tr></tbody></table>';

test('a C-CDA becomes a PDF with its patient, headings, lists and tables, and the same as text', async () => {
  const pdf = await convert(cdaOf({ body }), 'PDF');
  expect(pdf).toMatchObject({ mimeType: 'application/pdf', extension: 'pdf', systemName: 'carepost-pdf' });
  const visible = await textOf(pdf.bytes);
  for (const text of [
    'Visit note',
    'Patient: Ada M Beispiel',
    'Born: 1980-02-29',
    'Findings',
    'Feels well.',
    'First',
    '12 mg',
  ]) {
    expect(visible).toContain(text);
  }
  expect(await textOf(cdaOf({ body }))).toBe(
    'Findings\nFeels well.\n- First\n- Second\n- line\nDate | Value\n2026 | 12 mg',
  );
});

test('letters beyond the Western ones are shown', async () => {
  const pdf = await convert(cdaOf({ body: '<paragraph>Пациент здоров</paragraph>' }), 'PDF');
  expect(await textOf(pdf.bytes)).toContain('Пациент здоров');
});

test('an HL7 message becomes its report', async () => {
  const message = hl7Of(
    'PID|1||7||Beispiel^Ada',
    'OBR|1|||1^Blood count',
    'OBX|1|NM|2^Sodium||140|mmol/L|135-145|N',
    'OBX|2|TX|||Nothing\\.br\\unusual',
  );
  expect(await textOf(message)).toBe('Blood count\nSodium | 140 mmol/L (135-145) N\nNothing\nunusual');
  expect(await textOf((await convert(message, 'PDF')).bytes)).toContain('Patient: Ada Beispiel');
});

test('a document inside a document is what its PDF is', async () => {
  const inner = (await convert(Buffer.from('Words of the letter.'), 'PDF')).bytes;
  const base64 = inner.toString('base64');
  const message = hl7Of('PID|1||7||Beispiel^Ada', `OBX|1|ED|1||^application^pdf^Base64^${base64}`);
  expect((await convert(message, 'PDF')).bytes.equals(inner)).toBe(true);
  const wrapped = (await convert(inner, 'CDA')).bytes;
  expect((await convert(wrapped, 'PDF')).bytes.equals(inner)).toBe(true);
  expect(await textOf(wrapped)).toBe(await textOf(inner));
});

test('any document becomes a C-CDA that is read back with its patient', async () => {
  const source = cdaOf().toString().replace('<city>', '<streetAddressLine>Apt. #34</streetAddressLine><city>');
  const { patient } = await documents.extract(Buffer.from(source), { kind: 'ccda', mimeType: 'application/xml' });
  const known = { ...details, title: 'A <letter> & more', patient, documentDate: '2026-02-03' };
  for (const bytes of [Buffer.from('Words.'), tiffOf(), pngOf(8, 8), hl7Of('PID|1||7||Other^Name')]) {
    const made = await convert(bytes, 'CDA', known);
    expect(made).toMatchObject({ mimeType: 'application/xml', extension: 'xml', systemName: 'carepost-cda' });
    const identified = await documents.identify(made.bytes, 'made.xml');
    expect(identified).toMatchObject({ kind: 'ccda', problem: null });
    const read = await documents.extract(made.bytes, identified);
    const withoutSsn = { ...patient, socialSecurityNumbers: [] };
    const facts = { documentType: known.title, documentDate: '2026-02-03', patient: withoutSsn };
    expect(read).toEqual({ pageCount: null, problem: null, ...facts });
    expect((await convert(made.bytes, 'PDF')).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
  const withoutSsn = Buffer.from(
    cdaOf()
      .toString()
      .replace(/<id root="2\.16\.840\.1\.113883\.4\.1"[^>]*>/, ''),
  );
  expect((await convert(withoutSsn, 'CDA')).bytes.equals(withoutSsn)).toBe(true);
});

test('a TIFF gets a PDF of as many pages as its preview; pictures and texts become PDF too', async () => {
  const preview = await convert(tiffOf({ pages: 3, width: 32, height: 16 }), 'Preview');
  expect(preview.systemName).toBe('carepost-preview');
  expect(await pagesOf(preview.bytes)).toBe(3);
  expect(await pagesOf((await convert(pngOf(300, 200), 'PDF')).bytes)).toBe(1);
  expect(await textOf((await convert(Buffer.from('Plain\r\nwords'), 'PDF')).bytes)).toContain('Plain');
});

test('what has no such form says so', async () => {
  for (const [bytes, to] of [
    [cdaOf(), 'Preview'],
    [tiffOf(), 'Text'],
    [Buffer.from('PK\x03\x04'), 'PDF'],
  ] as const) {
    await expect(convert(bytes, to)).rejects.toMatchObject({ fault: 'unsupported' });
  }
});
