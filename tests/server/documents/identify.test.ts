import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { identify } from '../../../server/documents/identify/identify.ts';
import { cdaOf, hl7Of, pngOf, tiffOf } from './documentBuilders.ts';

const kindOf = async (bytes: Buffer | string, name = '') => (await identify(Buffer.from(bytes), name)).kind;

test('the kind is detected from the content, whatever the name of the file is', async () => {
  expect(await kindOf('%PDF-1.7\n')).toBe('pdf');
  expect(await kindOf(tiffOf())).toBe('tiff');
  expect(await kindOf(pngOf(4, 4))).toBe('image');
  expect(await kindOf(Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00', 'latin1'))).toBe('image');
  expect(await kindOf(cdaOf())).toBe('ccda');
  expect(await kindOf('<a:ClinicalDocument xmlns:a="urn:hl7-org:v3"></a:ClinicalDocument>')).toBe('ccda');
  expect(await kindOf('<ClinicalDocument xmlns="urn:other"></ClinicalDocument>')).toBe('xml');
  for (const root of ['form', 'table', 'a', 'link']) {
    expect((await identify(Buffer.from(`<?xml version="1.0"?><${root}>text</${root}>`), 'a.xml')).isRefused, root).toBe(
      false,
    );
    expect((await identify(Buffer.from(`<${root}>text</${root}>`), 'a.xml')).isRefused, root).toBe(true);
    const ofPages = `<?xml version="1.0"?><${root} xmlns="http://www.w3.org/1999/xhtml">text</${root}>`;
    expect((await identify(Buffer.from(ofPages), 'a.xml')).isRefused, root).toBe(true);
  }
  expect(await kindOf(hl7Of('PID|1'))).toBe('hl7');
  expect(await kindOf('\ufeffFHS#^~\\&#A\rBHS#^~\\&#A\rMSH#^~\\&#A')).toBe('hl7');
  expect(await kindOf('{"resourceType":"Patient"}')).toBe('fhir');
  expect(await kindOf('{"kind":"Patient"}')).toBe('text');
  expect(await kindOf('Dear colleague,\nthank you.')).toBe('text');
  expect(await kindOf(Buffer.from([0, 1, 2, 3, 250, 251, 0, 9, 9, 9]))).toBe('unknown');
});

test('a C-CDA is one in UTF-8 with a mark, in UTF-16 of both orders, in Latin-1 and behind a stylesheet', async () => {
  const text = cdaOf({ prolog: '<?xml-stylesheet href="http://127.0.0.1/x.xsl"?><!-- a > b -->' }).toString();
  const little = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  const encodings = {
    marked: Buffer.from(`\ufeff${text}`),
    little,
    big: Buffer.from(little).swap16(),
    unmarked: Buffer.from(text, 'utf16le'),
    latin: Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
  };
  for (const [name, bytes] of Object.entries(encodings))
    expect((await identify(bytes, 'a.xml')).kind, name).toBe('ccda');
});

test('content that is not what the name says is refused, and none of it has a type', async () => {
  const wrong = [
    ['letter.pdf', '<html><script>alert(1)</script></html>'],
    ['letter.pdf', 'GIF89a'],
    ['scan.tif', '%PDF-1.7'],
    ['labs.hl7', 'PID|1||1'],
    ['picture.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['letter.pdf', ''],
  ] as const;
  for (const [name, content] of wrong) {
    const match = await identify(Buffer.from(content), name);
    expect(match, name).toMatchObject({ isRefused: true, mimeType: 'application/octet-stream', kind: 'unknown' });
    expect(match.problem, name).toMatch(/^The .*\.$/);
  }
  expect((await identify(Buffer.from('%PDF-1.7'), 'letter.PDF')).isRefused).toBe(false);
});

test('web pages, drawings with scripts and archives are stored without a type and never opened', async () => {
  const archive = Buffer.from('PK\x03\x04\x14\0\0\0\x08\0../../etc/cron.d/x', 'latin1');
  for (const content of ['<!DOCTYPE html><p>Hi</p>', '<html/>', archive]) {
    const match = await identify(Buffer.from(content), 'whatever.bin');
    expect(match).toMatchObject({ isRefused: false, mimeType: 'application/octet-stream', kind: 'unknown' });
    expect(match.problem).not.toBeNull();
  }
  expect((await identify(archive, 'files')).problem).toBe('Files of this kind (zip) are stored but not opened.');
});

test('a document that is two things at once is the one at its beginning, and has to be called that', async () => {
  const pdfAndHtml = Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>');
  expect((await identify(pdfAndHtml, 'a.html')).mimeType).toBe('application/pdf');
  const htmlAndPdf = Buffer.from('<html><!--\n%PDF-1.4\n--></html>');
  expect((await identify(htmlAndPdf, 'a.pdf')).isRefused).toBe(true);
  const gifAndScript = Buffer.from('GIF89a=1;alert(1)//');
  expect((await identify(gifAndScript, 'a.gif')).mimeType).toBe('image/gif');
  expect((await identify(gifAndScript, 'a.xml')).isRefused).toBe(true);
});

test('images beyond what can be shown are refused by their header', async () => {
  const giant = Buffer.alloc(64);
  giant.write('GIF89a', 'latin1');
  giant.writeUInt32LE(0xffffffff, 6);
  const jpeg = Buffer.from([
    0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0x75, 0x30, 0x75, 0x30, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
  for (const bytes of [pngOf(4, 4, { width: 30_000, height: 30_000 }), pngOf(4, 4, { width: 4e9 }), giant, jpeg]) {
    expect(await identify(bytes, '')).toMatchObject({
      isRefused: true,
      problem: 'The image has more pixels than can be shown.',
    });
  }
});

test('a PDF inside a C-CDA or an HL7 message, and a C-CDA that was cut off, are noticed', async () => {
  const pdf = Buffer.from('%PDF-1.4 rest of it').toString('base64');
  const withPdf = cdaOf()
    .toString()
    .replace(
      /<structuredBody>.*<\/structuredBody>/s,
      `<nonXMLBody><text mediaType="application/pdf" representation="B64">${pdf}</text></nonXMLBody>`,
    );
  expect((await identify(Buffer.from(withPdf), 'a.xml')).hasPdfContent).toBe(true);
  expect((await identify(cdaOf(), 'a.xml')).hasPdfContent).toBe(false);
  expect(await identify(hl7Of(`OBX|1|ED|1||^application^pdf^Base64^${pdf}`), 'a.hl7')).toMatchObject({
    hasHl7Content: true,
    hasPdfContent: true,
  });
  expect(await identify(cdaOf().subarray(0, 600), 'a.xml')).toMatchObject({
    kind: 'ccda',
    problem: 'The document ends in the middle: it was cut off.',
  });
});

test('a document that begins anywhere in memory is known in the same time', () => {
  // In a process of its own: a search that never ends would take the tests with it.
  const script = `
    const { identify } = await import(${JSON.stringify(resolve('server/documents/identify/identify.ts'))});
    const texts = ['MSH|^~\\\\&|A|B\\rPID|', '<ClinicalDocument xmlns="urn:hl7-org:v3"><title>'].map((start) => start + ' CCaaJJ '.repeat(20));
    const all = [0, 1, 2, 3].flatMap((at) =>
      texts.map((text) => identify(Buffer.concat([Buffer.alloc(at), Buffer.from(text)]).subarray(at), '')));
    process.stdout.write((await Promise.all(all)).map(({ kind }) => kind).join(' '));`;
  const kinds = execFileSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 10_000 });
  expect(kinds.toString()).toBe(Array(4).fill('hl7 ccda').join(' '));
});
