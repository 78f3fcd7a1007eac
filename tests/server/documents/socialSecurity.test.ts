import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConversionKind, Documents } from '../../../server/documents/documents.ts';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { cdaOf, details, hl7Of } from './documentBuilders.ts';

let documents: Documents;
beforeAll(() => {
  documents = createDocuments({ threads: 1, timeoutMs: 10_000, memoryMb: 256 });
});
afterAll(() => documents.close());

const identified = (bytes: Buffer) => documents.identify(bytes, '');
const extract = async (bytes: Buffer) => documents.extract(bytes, await identified(bytes));
const convert = async (bytes: Buffer, to: ConversionKind) =>
  (await documents.convert(bytes, await identified(bytes), to, details)).bytes;
const textOf = async (bytes: Buffer) => (await convert(bytes, 'Text')).toString();
/** Without line ends and spaces, which the pages of a PDF add. */
const digitsOf = (text: string) => text.replaceAll(/[^\d*]/g, '');

const ssn = (extension: string) => `<id root="2.16.840.1.113883.4.1" extension="${extension}"/>`;
const replaced = (bytes: Buffer, from: string, to: string) => Buffer.from(bytes.toString().replace(from, to));

const body = [
  '<paragraph>SSN 048-27-9873, written <content>048</content>-<content>27</content>-9873 or 048 279 873.</paragraph><paragraph>Spaced 0 4 8 2 7 9 8 7 3, 048:27:9873.</paragraph>',
  '<table><thead><tr><th>Name</th><th>SSN</th><th>Chart</th></tr></thead>',
  '<tbody><tr><td>Ada</td><td>643005639</td><td>048279873</td></tr><tr><td>Eve</td><td/><td>643 00 5639</td></tr></tbody></table>',
].join('');

test('an identifier with the SSN root is no patient id: its last four digits are stored separately', async () => {
  const bytes = replaced(cdaOf(), ssn('999-00-0000'), `${ssn('048279873')}${ssn('048-27-9873')}${ssn('643005639')}`);
  expect((await extract(bytes)).patient).toMatchObject({
    patientIds: [{ root: '1.2.3', id: 'A-1' }],
    socialSecurityNumbers: ['***-**-9873', '***-**-5639'],
  });
});

test.each(['Unknown', '23103', '2.16.840.1.113883.4.1', 'MUBatJer'])(
  'the value %s under the SSN root is shown nowhere',
  async (value) => {
    for (const id of [ssn(value), '<id root="2.16.840.1.113883.4.1"/>']) {
      const { patient } = await extract(replaced(cdaOf(), ssn('999-00-0000'), id));
      expect(patient).toMatchObject({ patientIds: [{ root: '1.2.3', id: 'A-1' }], socialSecurityNumbers: [] });
    }
  },
);

test('a number that a sender repeats as a patient id, a name or a title is masked there', async () => {
  const bytes = replaced(
    cdaOf({ title: 'Note of 048 27 9873', patient: '<name>Ada 048279873</name>' }),
    ssn('999-00-0000'),
    `${ssn('048-27-9873')}<id root="1.2.4" extension="048279873"/>`,
  );
  expect(await extract(bytes)).toMatchObject({
    documentType: 'Note of *** ** 9873',
    patient: { fullName: 'Ada *****9873', patientIds: [{ id: 'A-1' }, { root: '1.2.4', id: '*****9873' }] },
  });
});

test('narrative and tables of a C-CDA are masked as text and as PDF, whatever the digits are grouped by', async () => {
  const bytes = replaced(cdaOf({ body }), ssn('999-00-0000'), ssn('048279873'));
  const text = await textOf(bytes);
  expect(text).toContain('SSN ***-**-9873, written ***-**-9873 or *** **9 873.');
  expect(text).toContain('Spaced * * * * * 9 8 7 3, ***:**:9873.');
  expect(text).toContain('Ada | *****5639 | *****9873');
  expect(text).toContain('*** ** 5639');
  const pdf = await convert(bytes, 'PDF');
  const inPdf = digitsOf(await textOf(pdf));
  expect(inPdf).toContain('*****9873');
  expect(inPdf).not.toMatch(/048279873|643005639/);
  expect(await textOf(pdf)).toContain('SSN: ***-**-9873');
});

test('the items of a list, the cells of a table and the paragraph after a label are masked, and no other numbers', async () => {
  const labeled = [
    '<paragraph>Phone 5551234567, chart</paragraph><paragraph>204279871</paragraph>',
    '<list><item>SSN</item><item>048279873</item></list>',
    '<table><caption>Social security numbers</caption><tbody><tr><td>Ada</td><td>643005639</td></tr></tbody></table>',
    '<list><item>Chart</item><item>204279872</item></list>',
    '<paragraph>Patient SSN</paragraph><paragraph>111223333</paragraph>',
  ].join('');
  const bytes = cdaOf({ body: labeled });
  const text = await textOf(bytes);
  for (const masked of ['*****9873', '*****5639', '*****3333', '204279871', '204279872'])
    expect(text).toContain(masked);
  const cda = (await convert(bytes, 'CDA')).toString();
  for (const number of ['048279873', '643005639', '111223333']) expect(cda).not.toContain(number);
});

test('the text inside an unstructured C-CDA is masked with the numbers of its header', async () => {
  const base64 = Buffer.from('Chart 048 27 9873').toString('base64');
  const bytes = Buffer.from(
    replaced(cdaOf(), ssn('999-00-0000'), ssn('048279873'))
      .toString()
      .replace(
        /<structuredBody>.*<\/structuredBody>/s,
        `<nonXMLBody><text mediaType="text/plain" representation="B64">${base64}</text></nonXMLBody>`,
      ),
  );
  expect(await textOf(bytes)).toBe('Chart *** ** 9873');
  expect(digitsOf(await textOf(await convert(bytes, 'PDF')))).not.toContain('048279873');
});

const message = hl7Of(
  'PID|1||A-1^^^CLINIC&1.2.3&ISO^MR~048279873^^^SSA^SS||Beispiel^Ada||||||||||||||643-00-5639',
  'NK1|1||||||||||||||||||||||||||||||||||||111-22-3333',
  'OBX|1|TX|||Patient 048-27-9873, account 643005639, mother 111223333',
  'OBX|2|ST|1^SSN||987654321||||||F',
  'NTE|1||048 279 873 and 987 65 4321',
);

test('an HL7 message has them in PID-19 and as identifiers of type SS; its report, PDF and C-CDA are masked', async () => {
  expect((await extract(message)).patient).toMatchObject({
    patientIds: [{ root: '1.2.3', id: 'A-1' }],
    socialSecurityNumbers: ['***-**-5639', '***-**-9873'],
  });
  const text = await textOf(message);
  expect(text).toContain('Patient ***-**-9873, account *****5639, mother *****3333');
  const cda = await convert(message, 'CDA');
  const outputs = [text, await textOf(await convert(message, 'PDF')), await textOf(cda), cda.toString()];
  for (const output of outputs) expect(digitsOf(output)).not.toMatch(/048279873|643005639|111223333|987654321/);
});

test.each([
  '048279873^^^CLINIC^ss',
  '048279873^^^SSA',
  '048279873^^^2.16.840.1.113883.4.1',
  '048-27-9873^^^&2.16.840.1.113883.4.1&ISO^PN',
])('the HL7 identifier %s is a social security number, and no patient id', async (id) => {
  const bytes = hl7Of(`PID|1||A-1^^^CLINIC^MR~${id}||Beispiel^Ada`, 'OBX|1|TX|||Patient 048 279 873');
  expect((await extract(bytes)).patient).toMatchObject({
    patientIds: [{ root: 'CLINIC', id: 'A-1' }],
    socialSecurityNumbers: ['***-**-9873'],
  });
  const cda = await convert(bytes, 'CDA');
  const outputs = [await textOf(bytes), await textOf(await convert(bytes, 'PDF')), await textOf(cda), cda.toString()];
  for (const output of outputs) expect(digitsOf(output)).not.toContain('048279873');
});

test('texts, XML and FHIR are masked in what is made of them; the original stays as it is', async () => {
  const texts = [
    'SSN: 048279873. Again 048 27 9873.',
    `<record>${ssn('048279873')}<b>048-27-9873</b></record>`,
    '{"resourceType":"Patient","identifier":[{"system":"http://hl7.org/fhir/sid/us-ssn","value":"048279873"}]}',
  ];
  for (const text of texts) {
    const original = Buffer.from(text);
    const cda = (await convert(original, 'CDA')).toString();
    const inside = Buffer.from(/B64">([^<]*)</.exec(cda)?.[1] ?? '', 'base64').toString();
    const outputs = [await textOf(original), await textOf(await convert(original, 'PDF')), inside];
    for (const output of outputs) {
      expect(digitsOf(output)).toContain('*****9873');
      expect(digitsOf(output)).not.toContain('048279873');
    }
    expect(original.toString()).toBe(text);
  }
});

test('a C-CDA as a C-CDA is the document with its numbers masked, in whatever elements they are written', async () => {
  const bytes = replaced(
    cdaOf({ title: 'Note of 048 27 9873 &amp; <![CDATA[others]]>', body }),
    ssn('999-00-0000'),
    `${ssn('048279873')}${ssn('12')}<id root="1.2.4" extension="048279873" assigningAuthorityName="a&#10;b"/>`,
  );
  const cda = (await convert(bytes, 'CDA')).toString();
  expect(cda).toContain('<id root="2.16.840.1.113883.4.1" extension="***-**-9873"/>');
  expect(cda).toContain('<id nullFlavor="MSK" root="2.16.840.1.113883.4.1"/>');
  expect(cda).toContain('<id root="1.2.4" extension="*****9873" assigningAuthorityName="a&#10;b"/>');
  expect(cda).toContain('Note of *** ** 9873 &amp; others');
  expect(cda).toContain('<content>***</content>-<content>**</content>-9873');
  expect(cda).toContain('<td>*****5639</td><td>*****9873</td>');
  expect(cda).toContain('<td>*** ** 5639</td>');
  expect(digitsOf(cda)).not.toMatch(/048279873|643005639/);
  // Everything else stays: the masked document reads as the original one.
  const converted = Buffer.from(cda);
  expect(await textOf(converted)).toBe(await textOf(bytes));
  expect(await extract(converted)).toEqual(await extract(bytes));
  expect((await convert(converted, 'CDA')).equals(converted)).toBe(true);
});

test('the text document inside a C-CDA is masked; other files and documents without a number stay byte for byte', async () => {
  const withFile = (mediaType: string, file: Buffer, id = ssn('048279873')) =>
    Buffer.from(
      replaced(cdaOf(), ssn('999-00-0000'), id)
        .toString()
        .replace(
          /<structuredBody>.*<\/structuredBody>/s,
          `<nonXMLBody><text mediaType="${mediaType}" representation="B64">${file.toString('base64')}</text></nonXMLBody>`,
        ),
    );
  const fileOf = async (bytes: Buffer) =>
    Buffer.from(/B64">([^<]*)</.exec((await convert(bytes, 'CDA')).toString())?.[1] ?? '', 'base64');
  expect((await fileOf(withFile('text/plain', Buffer.from('Chart 048 27 9873')))).toString()).toBe('Chart *** ** 9873');
  const other = Buffer.from('\x89PNG\r\n\x1a\n048279873');
  expect((await fileOf(withFile('image/png', other))).equals(other)).toBe(true);
  const plain = withFile('text/plain', Buffer.from('Chart 048 27 987'), '');
  expect((await convert(plain, 'CDA')).equals(plain)).toBe(true);
});
