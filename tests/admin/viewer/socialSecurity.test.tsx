import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DocumentViewer } from '../../../admin/viewer/DocumentViewer.tsx';
import { readXml } from '../../../admin/viewer/ccda/readXml.ts';
import { decodeText } from '../../../admin/viewer/ccda/decodeText.ts';
import { maskDocument } from '../../../admin/viewer/maskDocument.ts';
import { renderAt } from '../components/renderAt.tsx';
import { allOrSome } from '../../support/isHard.ts';

afterEach(cleanup);

const open = (text: string, name = 'document.xml', ssns?: readonly string[]) =>
  renderAt({
    routes: {
      '/': (
        <DocumentViewer
          load={() =>
            Promise.resolve({
              bytes: new TextEncoder().encode(text),
              mediaType: '',
              name,
              ...(ssns ? { ssns } : {}),
            })
          }
        />
      ),
    },
    at: '/',
    responses: { 'preferences.get': { value: null } },
  });
const pageText = () => document.body.textContent ?? '';
const digits = () => pageText().replaceAll(/[^\d*]/g, '');

const ssn = (extension: string) => `<id root="2.16.840.1.113883.4.1" extension="${extension}"/>`;
const clinical = (ids: string, text: string) => `<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Note</title>
<recordTarget><patientRole>${ids}<id root="1.2.3" extension="MRN-77812"/><patient><name><family>Example</family></name></patient></patientRole></recordTarget>
<component><structuredBody><component><section><title>Plan</title><text>${text}</text></section></component></structuredBody></component>
</ClinicalDocument>`;

describe('social security numbers of a clinical document', () => {
  it('are masked to the last four digits, also after the user shows the identifiers', async () => {
    open(clinical(ssn('048279873'), '<paragraph>Record MRN-77812 of 048-27-9873</paragraph>'));
    expect(await screen.findByText(/of \*\*\*-\*\*-9873/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show identifiers' }));
    expect(screen.getByText('Record MRN-77812 of ***-**-9873')).toBeTruthy();
    expect(screen.getByText('***-**-9873 (SSN), MRN-77812')).toBeTruthy();
  });

  it('are masked in lists and tables whose first item or caption is their label', async () => {
    const list =
      '<list><item>SSN</item><item>048279873</item></list><list><item>Chart</item><item>204279872</item></list>';
    const table = '<table><caption>SSN</caption><tbody><tr><td>Ann</td><td>643005639</td></tr></tbody></table>';
    open(clinical('', `${list}${table}`));
    expect(await screen.findByText('*****5639')).toBeTruthy();
    expect(screen.getByText('*****9873')).toBeTruthy();
    expect(screen.getByText('204279872')).toBeTruthy();
  });

  it('are masked in tables, in any grouping and over several elements', async () => {
    const rows =
      '<tr><td>Ann</td><td>643005639</td></tr><tr><td>Eve</td><td><content>048</content>-<sub>27</sub>-9873</td></tr>';
    open(
      clinical(
        ssn('048279873'),
        `<table><thead><tr><th>Name</th><th>SSN</th></tr></thead><tbody>${rows}</tbody></table><paragraph>643 00 5639</paragraph>`,
      ),
    );
    expect(await screen.findByText('*****5639')).toBeTruthy();
    expect(digits()).toContain('*****9873');
    expect(digits()).not.toMatch(/048279873|643005639/);
  });

  it.each(['Unknown', '23103', '2.16.840.1.113883.4.1'])('%s is not displayed as one', async (value) => {
    open(clinical(ssn(value), 'Text of the section'));
    expect(await screen.findByText('Text of the section')).toBeTruthy();
    expect(pageText()).not.toContain('(SSN)');
    expect(pageText()).not.toContain(value);
  });

  it('are masked in a text inside of it', async () => {
    const inner = btoa('Chart 048 27 9873');
    open(
      clinical(ssn('048279873'), '').replace(
        /<structuredBody>.*<\/structuredBody>/s,
        `<nonXMLBody><text mediaType="text/plain" representation="B64">${inner}</text></nonXMLBody>`,
      ),
    );
    expect(await screen.findByText('Chart *** ** 9873')).toBeTruthy();
  });
});

it('a file in a document that is not valid base64 is reported', async () => {
  open(
    clinical('', '').replace(
      /<structuredBody>.*<\/structuredBody>/s,
      '<nonXMLBody><text mediaType="application/pdf" representation="B64">!!damaged!!</text></nonXMLBody>',
    ),
  );
  expect(await screen.findByText(/^The file in the document is damaged/)).toBeTruthy();
});

it('an HL7 message is masked in every field', async () => {
  open(
    'MSH|^~\\&|A|B\rPID|1||7~048279873^^^SSA^SS||Example^Ann||||||||||||||643-00-5639\rOBX|1|TX|||of 048-27-9873 and 643005639',
    'message.hl7',
  );
  expect(await screen.findByText('of ***-**-9873 and *****5639')).toBeTruthy();
  expect(digits()).not.toMatch(/048279873|643005639/);
});

it('a text is masked by label, by form, and by the last digits of its patient', async () => {
  open('SSN 987654321, 987 65 4321, chart 048279873', 'note.txt', ['***-**-9873']);
  expect(await screen.findByText('SSN *****4321, *** ** 4321, chart *****9873')).toBeTruthy();
});

it('a web page is masked, also where tags divide a number', async () => {
  open('<html><body><p>SSN <b>987</b>-65-4321</p></body></html>', 'page.html');
  const frame = await screen.findByTitle(/^Web page within/);
  expect(frame.getAttribute('srcdoc')).toContain('<b>***</b>-**-4321');
});

const samples = join(process.env['SAMPLES_DIR'] ?? join(import.meta.dirname, '../../../../shared/samples'), 'ccda');

describe.skipIf(!existsSync(samples))('the samples (SAMPLES_DIR names where they are)', () => {
  it.each(allOrSome(existsSync(samples) ? readdirSync(samples).toSorted() : [], 5))(
    '%s shows no number that is an identifier under the SSN root',
    { tags: ['scaled'] },
    (file) => {
      const source = decodeText(readFileSync(join(samples, file)));
      const numbers = [...source.matchAll(/<id [^>]*2\.16\.840\.1\.113883\.4\.1"[^>]*>/g)]
        .map(([tag]) => /extension="([^"]*)"/.exec(tag)?.[1]?.replaceAll(/\D/g, '') ?? '')
        .filter(({ length }) => length >= 7);
      const { document: parsed } = readXml(source);
      if (!parsed) return;
      maskDocument(parsed);
      const masked = new XMLSerializer().serializeToString(parsed);
      for (const number of numbers)
        expect(masked).not.toMatch(new RegExp(`(?<!\\d)${number.replaceAll(/(?<=\d)(?=\d)/g, '[-. ]?')}(?!\\d)`));
    },
  );
});
