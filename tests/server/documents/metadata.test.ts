import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Documents } from '../../../server/documents/documents.ts';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { cdaOf, hl7Of, tiffOf } from './documentBuilders.ts';

let documents: Documents;
beforeAll(() => {
  documents = createDocuments({ threads: 1, timeoutMs: 10_000, memoryMb: 256 });
});
afterAll(() => documents.close());

const metadataOf = async (bytes: Buffer) => documents.extract(bytes, await documents.identify(bytes, ''));
const nameIn = async (patient: string) => (await metadataOf(cdaOf({ patient }))).patient?.fullName;

test('the header of a C-CDA gives the metadata of its patient', async () => {
  expect(await metadataOf(cdaOf())).toEqual({
    pageCount: null,
    documentType: 'Visit note',
    documentDate: '2026-03-04',
    patient: {
      fullName: 'Ada M Beispiel',
      firstName: 'Ada',
      middleName: 'M',
      lastName: 'Beispiel',
      birthDate: '1980-02-29',
      gender: 'F',
      patientIds: [{ root: '1.2.3', id: 'A-1' }],
      socialSecurityNumbers: ['***-**-0000'],
      streetAddress1: '1 Long Street',
      streetAddress2: null,
      city: 'Salem',
      state: 'OR',
      postalCode: '97301',
      telephone: '+1(503)555-0100',
    },
    problem: null,
  });
});

test('all lines of a street are read, empty ones left out', async () => {
  const lines = ['', '1357 Amber Drive', 'Apt. #34', 'Rear'].map(
    (line) => `<streetAddressLine>${line}</streetAddressLine>`,
  );
  const bytes = cdaOf().toString().replace('<streetAddressLine>1 Long Street</streetAddressLine>', lines.join(''));
  expect((await metadataOf(Buffer.from(bytes))).patient).toMatchObject({
    streetAddress1: '1357 Amber Drive',
    streetAddress2: 'Apt. #34, Rear',
  });
});

test('of several names the legal one counts; empty, former and searched-for names give way', async () => {
  const [legal, search] = ['<given>Legal</given><family>One</family>', '<given>Search</given><family>Two</family>'];
  expect(await nameIn(`<name use="SRCH">${search}</name><name use="L">${legal}</name>`)).toBe('Legal One');
  expect(await nameIn(`<name use="P SRCH">${search}</name><name>${legal}</name>`)).toBe('Legal One');
  expect(await nameIn(`<name nullFlavor="UNK"/><name use="P">${search}</name>`)).toBe('Search Two');
  expect(
    await nameIn(
      '<name><given>Ada</given><family qualifier="BR">Alt</family><family>Neu</family><suffix>Jr</suffix></name>',
    ),
  ).toBe('Ada Neu');
  expect(await nameIn('<name><given nullFlavor="NI"/><family>Only</family></name>')).toBe('Only');
  expect(await nameIn('<name>Ada Beispiel</name>')).toBe('Ada Beispiel');
});

test('what a document leaves out or says is unknown is null, and texts lose what cannot be seen', async () => {
  const bare = Buffer.from(
    '<ClinicalDocument xmlns="urn:hl7-org:v3"><title> A\u202eB&#9;C </title></ClinicalDocument>',
  );
  expect(await metadataOf(bare)).toEqual({
    pageCount: null,
    documentType: 'A B C',
    documentDate: null,
    patient: null,
    problem: null,
  });
  const odd = cdaOf()
    .toString()
    .replace('19800229', '19810230')
    .replace('code="F"', 'code="?"')
    .replace('value="tel:', 'value="mailto:');
  expect((await metadataOf(Buffer.from(odd))).patient).toMatchObject({
    birthDate: null,
    gender: null,
    telephone: null,
  });
});

test('an HL7 message gives the same metadata, with repetitions, components and escapes', async () => {
  const message = hl7Of(
    'PID|1||A-1^^^CLINIC&1.2.3&ISO^MR~B-2^^^OTHER||Beisp\\T\\iel&von^Ada^M^^^^L~Alias^Ada^^^^^A||19800229101500|F|||1 Long Street^Apt. #34^Salem^OR^97301||^NET^Internet^a@b.example~^PRN^PH^^1^503^5550100',
    'TXA|1|DS^Discharge Summary|TX|20260305',
  );
  expect(await metadataOf(message)).toEqual({
    pageCount: null,
    documentType: 'Discharge Summary',
    documentDate: '2026-03-05',
    patient: {
      fullName: 'Ada M Beisp&iel',
      firstName: 'Ada',
      middleName: 'M',
      lastName: 'Beisp&iel',
      birthDate: '1980-02-29',
      gender: 'F',
      patientIds: [
        { root: '1.2.3', id: 'A-1' },
        { root: 'OTHER', id: 'B-2' },
      ],
      socialSecurityNumbers: [],
      streetAddress1: '1 Long Street',
      streetAddress2: 'Apt. #34',
      city: 'Salem',
      state: 'OR',
      postalCode: '97301',
      telephone: '(503) 5550100',
    },
    problem: null,
  });
});

test('HL7 is read with any line end, a mark in front, its transport marks and separators of its own', async () => {
  const lines = ['MSH$^~\\&$A$B$C$D$20260304$$ADT^A01$1$P$2.3', 'PID$1$$7$$Beispiel^Ada'];
  const forms = [
    lines.join('\n'),
    lines.join('\r\n'),
    `\ufeff${lines.join('\r')}`,
    `\v${lines.join('\r')}\x1c\r`,
    `FHS$^~\\&$A\rBHS$^~\\&$A\r${lines.join('\r')}\r${lines.join('\r').replace('Beispiel', 'Second')}\rBTS$2`,
  ];
  for (const form of forms) expect((await metadataOf(Buffer.from(form))).patient?.fullName).toBe('Ada Beispiel');
});

test('pages of a TIFF are counted, and a chain of directories that leads back ends', async () => {
  expect((await metadataOf(tiffOf({ pages: 3 }))).pageCount).toBe(3);
  expect((await metadataOf(tiffOf({ pages: 2, next: 8 }))).pageCount).toBe(2);
  expect((await metadataOf(tiffOf({ pages: 1, next: 4_000_000_000 }))).pageCount).toBe(1);
  await expect(metadataOf(tiffOf({ width: 30_000, height: 30_000 }))).rejects.toMatchObject({ fault: 'memory' });
  await expect(metadataOf(Buffer.from('II*\0\xff\xff\xff\x7f', 'latin1'))).rejects.toMatchObject({
    fault: 'unreadable',
  });
});
