/** @module-tag scaled */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Documents } from '../../../server/documents/documents.ts';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { writePdf } from '../../../server/documents/pdf/writePdf.ts';
import { isHard } from '../../support/isHard.ts';
import { cdaOf, hl7Of, pngOf, randomFrom, samplesOf, tiffOf, wholeWay } from './documentBuilders.ts';

/** FI-3: damaged documents of every kind never break the server and never hang it. */

const mutationsOfEach = isHard ? 25 : 4;
const seedsRequested = 20;

let documents: Documents;
beforeAll(async () => {
  documents = createDocuments({ threads: 2, timeoutMs: 3000, memoryMb: 256 });
  // Both threads load their readers, which is not the time of any document.
  const first = async () => {
    for (const { name, bytes } of await seeds()) await wholeWay(documents, name, bytes);
  };
  await Promise.all([first(), first()]);
});
afterAll(() => documents.close());

interface Seed {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Ten of ours, and sample files where they are: together twenty, none large. */
async function seeds(): Promise<Seed[]> {
  const rows = Array.from({ length: 40 }, (_, at) => `<tr><td>Row ${at}</td><td>Value</td></tr>`).join('');
  const lines = [{ kind: 'paragraph', text: 'One line of text.' }] as const;
  const own = [
    { name: 'note.xml', bytes: cdaOf({ body: `<table><tbody>${rows}</tbody></table>` }) },
    { name: 'list.xml', bytes: cdaOf({ body: '<list><item>One<br/>Two</item></list>' }) },
    { name: 'wide.xml', bytes: Buffer.from(`\ufeff${cdaOf().toString().replace('UTF-8', 'UTF-16')}`, 'utf16le') },
    { name: 'labs.hl7', bytes: hl7Of('PID|1||7||Beispiel^Ada', 'OBR|1|||1^Panel', 'OBX|1|NM|1^Value||4|mg|1-5') },
    { name: 'letter.hl7', bytes: hl7Of('PID|1||7||Beispiel^Ada', 'OBX|1|FT|||Line\\.br\\next\\X41\\') },
    { name: 'letter.pdf', bytes: await writePdf({ title: 'Letter', lines: [] }, lines) },
    { name: 'scan.tif', bytes: tiffOf({ pages: 3, width: 32, height: 16 }) },
    { name: 'grey.tif', bytes: tiffOf({ width: 32, height: 16, bits: 8 }) },
    { name: 'dot.png', bytes: pngOf(16, 16) },
    { name: 'note.txt', bytes: Buffer.from('Dear colleague,\nthank you for sending this patient.\n') },
  ];
  const small = samplesOf('pdf', 'tiff', 'image', 'hl7').filter(({ bytes }) => bytes.length < 150_000);
  return [...own, ...small].slice(0, seedsRequested);
}

/** Cuts, flips bits, moves pieces, or lies about a length. */
function mutated(bytes: Buffer, random: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  const offset = () => random(Math.max(1, copy.length));
  switch (random(4)) {
    case 0:
      return copy.subarray(0, offset());
    case 1:
      for (let flips = 1 + random(16); flips > 0; flips--) {
        const at = offset();
        copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
      }
      return copy;
    case 2: {
      const [from, to, length] = [offset(), offset(), random(512)];
      return Buffer.concat([copy.subarray(0, to), copy.subarray(from, from + length), copy.subarray(to)]);
    }
    default:
      // Numbers in headers are where readers believe what they are told.
      if (copy.length > 8)
        copy.writeUInt32LE([0xffffffff, 0x7fffffff, 0, 0x10000][random(4)] ?? 0, random(copy.length - 4));
      return copy;
  }
}

test('mutations of each of 20 documents: no crash, no error of another kind, none longer than 5 seconds', {
  tags: ['hard'],
  timeout: 120_000,
}, async () => {
  const random = randomFrom(20_260_304);
  const all = (await seeds()).flatMap(({ name, bytes }) =>
    Array.from({ length: mutationsOfEach }, (_, at) => ({
      name: `${at} of ${name}`,
      file: name,
      bytes: mutated(bytes, random),
    })),
  );
  const lanes = [0, 1].map(async (lane) => {
    for (const { name, file, bytes } of all.filter((_, at) => at % 2 === lane)) {
      const { faults, ms } = await wholeWay(documents, file, bytes);
      expect(
        faults.filter((fault) => fault.startsWith('not')),
        name,
      ).toEqual([]);
      expect(ms, name).toBeLessThan(5000);
    }
  });
  await Promise.all(lanes);
  const after = await wholeWay(documents, 'note.xml', cdaOf());
  expect(after.extracted?.patient?.lastName).toBe('Beispiel');
  expect(documents.threads()).toEqual({ busy: 0, total: 2, waiting: 0 });
});
