import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Documents } from '../../../server/documents/documents.ts';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { cdaOf, details } from './documentBuilders.ts';

/** FI-1: XML that wants to read files, reach the network or use up memory. */

let documents: Documents;
let listener: Server;
let hits = 0;
let address = '';
beforeAll(async () => {
  listener = createServer((_request, response) => {
    hits += 1;
    response.end('<!ENTITY leaked "leaked">');
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  const bound = listener.address();
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  documents = createDocuments({ threads: 1, timeoutMs: 10_000, memoryMb: 256 });
  // The first document starts the thread and loads its readers.
  await Promise.all([readAll(cdaOf()), readAll(cdaOf())]);
});
afterAll(async () => {
  await documents.close();
  await new Promise((resolve) => void listener.close(resolve));
});

/** All that ever comes out of a document, as one text. */
async function readAll(bytes: Buffer): Promise<string> {
  const identified = await documents.identify(bytes, 'a.xml');
  if (identified.isRefused) return `refused: ${identified.problem}`;
  const why = (error: unknown) => String(error);
  const extracted = await documents.extract(bytes, identified).catch(why);
  const text = await documents
    .convert(bytes, identified, 'Text', details)
    .then(({ bytes: made }) => made.toString(), why);
  return `${JSON.stringify(extracted)} ${text}`;
}

const bomb = (levels: number) =>
  `<!DOCTYPE x [<!ENTITY e0 "lolcat">${Array.from({ length: levels }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')}]>`;
const patient = (input: string) => `<name><given>${input}</given><family>Onymous</family></name>`;
const utf7 = (xml: string) => Buffer.from(xml.replace('UTF-8', 'UTF-7').replaceAll('<', '+ADw-'));

const attacks: Readonly<Record<string, () => Buffer>> = {
  'an entity bomb': () => cdaOf({ prolog: bomb(12), title: '&e12;' }),
  'a quadratic bomb': () =>
    cdaOf({ prolog: `<!DOCTYPE x [<!ENTITY a "${'A'.repeat(100_000)}">]>`, title: '&a;'.repeat(10_000) }),
  'a file as an entity': () =>
    cdaOf({ prolog: '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', patient: patient('&f;') }),
  'an address as an entity': () =>
    cdaOf({ prolog: `<!DOCTYPE x [<!ENTITY f SYSTEM "${address}/entity">]>`, patient: patient('&f;') }),
  'a parameter entity': () =>
    cdaOf({ prolog: `<!DOCTYPE x [<!ENTITY % p SYSTEM "${address}/parameter">%p;]>`, patient: patient('&leaked;') }),
  'a document type elsewhere': () =>
    cdaOf({ prolog: `<!DOCTYPE x SYSTEM "${address}/x.dtd">`, patient: patient('&leaked;') }),
  'a stylesheet elsewhere': () => cdaOf({ prolog: `<?xml-stylesheet type="text/xsl" href="${address}/x.xsl"?>` }),
  'an include of a file': () =>
    cdaOf({ body: '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>' }),
  'an include of an address': () =>
    cdaOf({ title: `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}/included"/>` }),
  'an undeclared entity': () => cdaOf({ patient: patient('&f;') }),
  '200,000 elements inside each other in the header': () =>
    cdaOf({ title: `${'<b>'.repeat(200_000)}${'</b>'.repeat(200_000)}` }),
  '200,000 elements inside each other in the body': () =>
    cdaOf({ body: `${'<list>'.repeat(200_000)}${'</list>'.repeat(200_000)}` }),
  'a bomb in UTF-16': () =>
    Buffer.from(
      `\ufeff${cdaOf({ prolog: bomb(12), title: '&e12;' })
        .toString()
        .replace('UTF-8', 'UTF-16')}`,
      'utf16le',
    ),
  'a bomb in UTF-7': () => utf7(cdaOf({ prolog: bomb(12), title: '&e12;' }).toString()),
  'UTF-7 that calls itself so': () => Buffer.from('<?xml version="1.0" encoding="UTF-7"?>+ADw-ClinicalDocument+AD4-'),
  'a bomb in UTF-32': () => Buffer.from([0xff, 0xfe, 0, 0, ...Buffer.from('<\0\0\0x\0\0\0>\0\0\0', 'latin1')]),
  'a document type that never ends': () =>
    Buffer.from(`<?xml version="1.0"?><!DOCTYPE x [${'<!ENTITY a "b">'.repeat(50_000)}`),
};

for (const [name, attack] of Object.entries(attacks)) {
  test(`${name}: refused or without effect, at once and in little memory`, async () => {
    const bytes = attack();
    const before = process.memoryUsage().rss;
    const started = process.cpuUsage();
    const match = await readAll(bytes);
    // Time at work in all threads: what else the machine does is not measured.
    const { user, system } = process.cpuUsage(started);
    const grown = process.memoryUsage().rss - before;
    expect(match).not.toMatch(/root:|leaked|lolcatlolcat|AAAAAAAA/);
    // Expanded entities would take minutes.
    expect((user + system) / 1000).toBeLessThan(3_000);
    expect(grown).toBeLessThan(80 * 1024 * 1024);
    expect(hits).toBe(0);
  });
}

test('markup in names and narrative comes out as its letters', async () => {
  const script = '&lt;script&gt;alert(1)&lt;/script&gt;';
  const body = '<content onmouseover="alert(1)">seen</content><linkHtml href="javascript:alert(1)">link</linkHtml>';
  const match = await readAll(cdaOf({ title: script, body }));
  expect(match).toContain('<script>alert(1)</script>');
  expect(match).toContain('seenlink');
  expect(match).not.toMatch(/onmouseover|javascript/);
});
