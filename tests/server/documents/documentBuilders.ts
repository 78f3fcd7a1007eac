import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  type Converted,
  type DocumentError,
  type DocumentDetails,
  type Documents,
} from '../../../server/documents/documents.ts';

/** Where the sample files are; they are not part of the project. */
const samples = process.env['SAMPLES_DIR'] ?? join(import.meta.dirname, '../../../../shared/samples');
export const hasSamples = existsSync(join(samples, 'INDEX.md'));

export interface Sample {
  /** `pdf/three-pages.pdf` */
  readonly path: string;
  readonly name: string;
  readonly bytes: Buffer;
}

export const samplesOf = (...kinds: readonly string[]): Sample[] =>
  kinds
    .filter((kind) => existsSync(join(samples, kind)))
    .flatMap((kind) =>
      readdirSync(join(samples, kind), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => ({
          path: `${kind}/${name}`,
          name,
          bytes: readFileSync(join(parentPath, name)),
        })),
    );

export const details: DocumentDetails = { name: 'letter', title: 'Letter', patient: null, documentDate: null };

export const conversionKinds = ['Preview', 'PDF', 'CDA', 'Text'] as const;

/** What becomes of a document on its whole way: nothing but facts, documents and DocumentErrors. */
export async function wholeWay(documents: Documents, name: string, bytes: Buffer) {
  const started = performance.now();
  const identified = await documents.identify(bytes, name);
  const faults: string[] = [];
  const logged = (error: DocumentError) => {
    faults.push(error.name === 'DocumentError' ? error.fault : `not a DocumentError: ${String(error)}`);
    return null;
  };
  if (identified.isRefused)
    return { identified, extracted: null, faults, outputs: [], ms: performance.now() - started };
  const extracted = await documents.extract(bytes, identified).catch(logged);
  /** Everything that is delivered of it besides the original, as text. */
  const outputs = [JSON.stringify(extracted)];
  for (const kind of conversionKinds) {
    // As in the exchange: what has broken a limit is not tried again.
    if (faults.includes('timeout') || faults.includes('memory')) break;
    const made = await documents.convert(bytes, identified, kind, details).catch(logged);
    if (made && !made.bytes.equals(bytes)) outputs.push(await textOf(documents, made));
  }
  return { identified, extracted, faults, outputs, ms: performance.now() - started };
}

const textOf = async (documents: Documents, { bytes, mimeType }: Converted): Promise<string> => {
  if (mimeType !== 'application/pdf') return bytes.toString('utf8');
  // A PDF of images has no text.
  const text = await documents.convert(bytes, { kind: 'pdf', mimeType }, 'Text', details).catch(() => undefined);
  return text?.bytes.toString('utf8') ?? '';
};

interface CdaParts {
  readonly patient?: string;
  readonly body?: string;
  readonly title?: string;
  readonly prolog?: string;
}

const patientOf = '<name use="L"><given>Ada</given><given>M</given><family>Beispiel</family></name>';

/** A small C-CDA with the parts a test is about. */
export const cdaOf = ({ patient = patientOf, body = '', title = 'Visit note', prolog = '' }: CdaParts = {}): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${prolog}
<ClinicalDocument xmlns="urn:hl7-org:v3"><code code="34133-9" displayName="Summary"/><title>${title}</title>
<effectiveTime value="20260304120000+0000"/><recordTarget><patientRole>
<id root="1.2.3" extension="A-1"/><id root="2.16.840.1.113883.4.1" extension="999-00-0000"/>
<addr use="HP"><streetAddressLine>1 Long Street</streetAddressLine><city>Salem</city><state>OR</state><postalCode>97301</postalCode></addr>
<telecom use="HP" value="tel:+1(503)555-0100"/><patient>${patient}
<administrativeGenderCode code="F"/><birthTime value="19800229"/></patient></patientRole></recordTarget>
<component><structuredBody><component><section><title>Findings</title><text>${body}</text></section></component></structuredBody></component>
</ClinicalDocument>`);

export const hl7Of = (...segments: readonly string[]): Buffer =>
  Buffer.from(['MSH|^~\\&|LAB|A|B|C|20260304||ORU^R01|1|P|2.5.1', ...segments].join('\r'));

const chunk = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // Readers of ours do not look at the check sum.
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
};

/** A grey PNG whose header may lie. */
export function pngOf(width: number, height: number, said: { width?: number; height?: number } = {}): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(said.width ?? width, 0);
  header.writeUInt32BE(said.height ?? height, 4);
  const data = deflateSync(Buffer.alloc((width + 1) * height, 0));
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** An uncompressed TIFF of black pages; `next` replaces where the last directory leads to. */
export function tiffOf({ pages = 1, width = 8, height = 2, next = 0, bits = 1 } = {}): Buffer {
  const size = 2 + 8 * 12 + 4;
  const data = Math.ceil((Math.min(width, 64) * bits) / 8) * Math.min(height, 64);
  const file = Buffer.alloc(8 + pages * (size + data));
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  for (let page = 0; page < pages; page++) {
    const start = 8 + page * (size + data);
    const tags = [
      [256, width],
      [257, height],
      [258, bits],
      [259, 1],
      [262, 1],
      [273, start + size],
      [278, height],
      [279, data],
    ] as const;
    file.writeUInt16LE(tags.length, start);
    for (const [at, [tag, value]] of tags.entries()) {
      const offset = start + 2 + at * 12;
      file.writeUInt16LE(tag, offset);
      file.writeUInt16LE(4, offset + 2);
      file.writeUInt32LE(1, offset + 4);
      file.writeUInt32LE(value, offset + 8);
    }
    file.writeUInt32LE(page + 1 < pages ? start + size + data : next, start + size - 4);
  }
  return file;
}

/** Random numbers that are the same in every run. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}
