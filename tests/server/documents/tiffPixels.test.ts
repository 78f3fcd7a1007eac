import { inflateSync } from 'node:zlib';
import { PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { tiffToPdf } from '../../../server/documents/image/tiffToPdf.ts';

/** A TIFF of one page whose pixels are `data`, without a strip where there are none. */
function tiffWith(width: number, height: number, tags: Readonly<Record<number, number>>, data: Buffer): Buffer {
  const strip: Readonly<Record<number, number>> =
    data.length > 0 ? { 273: 8 + 2 + 12 * (Object.keys(tags).length + 4) + 4, 279: data.length } : {};
  const entries = Object.entries({ ...tags, 256: width, 257: height, ...strip });
  const head = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [at, [tag, value]] of entries.entries()) {
    head.writeUInt16LE(Number(tag), 10 + at * 12);
    head.writeUInt16LE(4, 12 + at * 12);
    head.writeUInt32LE(1, 14 + at * 12);
    head.writeUInt32LE(value, 18 + at * 12);
  }
  return Buffer.concat([head, data]);
}

/** The red of every pixel of the only picture in the PDF. */
async function redsOf(tiff: Buffer): Promise<number[]> {
  const pdf = await PDFDocument.load(await tiffToPdf(tiff));
  const picture = pdf.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .find((object) => object instanceof PDFRawStream && String(object.dict).includes('/Image'));
  const rgb = inflateSync((picture as PDFRawStream).contents);
  return [...rgb].filter((_, at) => at % 3 === 0);
}

/** A gray JPEG of two blocks, written by hand: black, then white. */
const grayJpeg = Buffer.concat([
  Buffer.from('ffd8ffdb004300', 'hex'),
  Buffer.alloc(64, 128),
  Buffer.from('ffc0000b080008001001011100', 'hex'),
  Buffer.from(`ffc4001500${'0002'.padEnd(32, '0')}0405`, 'hex'),
  Buffer.from(`ffc4001410${'01'.padEnd(32, '0')}00`, 'hex'),
  Buffer.from('ffda0008010100003f001cc1ffd9', 'hex'),
]);

test('a gray JPEG inside a TIFF keeps its shape', async () => {
  const reds = await redsOf(tiffWith(16, 8, { 258: 8, 259: 7, 262: 1, 277: 1, 278: 8 }, grayJpeg));
  const row = [...Array(8).fill(0), ...Array(8).fill(255)];
  expect(reds).toEqual(Array.from({ length: 8 }, () => row).flat());
});

test('what is transparent is seen on white paper', async () => {
  const pixels = Buffer.from([0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 255]);
  const tags = { 258: 8, 259: 1, 262: 2, 277: 4, 278: 1 };
  expect(await redsOf(tiffWith(3, 1, { ...tags, 338: 1 }, pixels))).toEqual([255, 191, 0]);
  expect(await redsOf(tiffWith(3, 1, { ...tags, 338: 2 }, pixels))).toEqual([255, 191, 0]);
});

test('a TIFF without pixels is damaged, not black', async () => {
  const empty = tiffWith(10, 10, { 258: 8, 259: 1, 262: 1, 277: 1 }, Buffer.alloc(0));
  await expect(tiffToPdf(empty)).rejects.toMatchObject({ fault: 'unreadable' });
});
