import type { DemoSubject } from './demoDocument.ts';
import { dotColumns, dotRows, hasDot } from './dotFont.ts';

/** A page as fax machines send it: black and white, 204 by 196 dots to the inch. */
const width = 1728;
const height = 2156;
const rowBytes = width / 8;
const scale = 5;
const margin = 100;
const lineHeight = 70;

/** A fax as a TIFF of black and white pages, packed by PackBits. */
export function demoTiff(subject: DemoSubject, pages = 1): Buffer {
  const images = Array.from({ length: pages }, (_, page) => packed(pageOf(linesOf(subject, page + 1, pages))));
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  let offset = 8;
  images.forEach((image, page) => {
    const directoryBytes = 2 + tagCount * 12 + 4 + 16;
    const next = page + 1 < pages ? offset + directoryBytes + image.length + (image.length % 2) : 0;
    parts.push(directory(offset, image.length, next), image, Buffer.alloc(image.length % 2));
    offset += directoryBytes + image.length + (image.length % 2);
  });
  return Buffer.concat(parts);
}

function linesOf({ patient, title, organization, at, number }: DemoSubject, page: number, pages: number): string[] {
  return [
    `FAX ${number}  PAGE ${page} OF ${pages}  ${at.toISOString().slice(0, 10)}`,
    '',
    organization,
    title,
    '',
    `PATIENT: ${patient.fullName ?? ''}`,
    `BORN: ${patient.birthDate}  RECORD: ${patient.medicalRecordNumber}`,
    '',
    'THIS PATIENT DOES NOT EXIST AND WAS MADE FOR A DEMONSTRATION.',
    '',
    ...Array.from({ length: 12 }, (_, line) => `FINDING ${line + 1}: WITHIN THE EXPECTED RANGE.`),
  ];
}

/** Black dots on white, one bit each. */
function pageOf(lines: readonly string[]): Buffer {
  const image = Buffer.alloc(rowBytes * height);
  lines.forEach((line, index) => drawLine(image, line, margin + index * lineHeight));
  return image;
}

function drawLine(image: Buffer, line: string, top: number): void {
  Array.from(line)
    .slice(0, Math.floor((width - 2 * margin) / (dotColumns * scale)))
    .forEach((letter, place) => {
      const left = margin + place * dotColumns * scale;
      for (let column = 0; column < dotColumns; column += 1)
        for (let row = 0; row < dotRows; row += 1)
          if (hasDot(letter, column, row)) drawDot(image, left + column * scale, top + row * scale);
    });
}

/** A square of `scale` by `scale`. */
function drawDot(image: Buffer, left: number, top: number): void {
  for (let x = left; x < left + scale; x += 1)
    for (let y = top; y < top + scale; y += 1) {
      const at = y * rowBytes + (x >> 3);
      image[at] = (image[at] ?? 0) | (0x80 >> (x & 7));
    }
}

/** PackBits, row by row: runs of equal bytes, and literal bytes between them. Most rows are the same as the one above. */
function packed(image: Buffer): Buffer {
  const rows: Buffer[] = [];
  for (let start = 0; start < image.length; start += rowBytes) {
    const row = image.subarray(start, start + rowBytes);
    const above = image.subarray(Math.max(0, start - rowBytes), start);
    rows.push((row.equals(above) && rows.at(-1)) || packRow(row));
  }
  return Buffer.concat(rows);
}

function packRow(row: Buffer): Buffer {
  const out: number[] = [];
  let at = 0;
  while (at < row.length) {
    const run = runAt(row, at);
    if (run > 1) {
      out.push(257 - run, row[at] ?? 0);
      at += run;
      continue;
    }
    const begun = at;
    while (at < row.length && at - begun < 128 && runAt(row, at) === 1) at += 1;
    out.push(at - begun - 1, ...row.subarray(begun, at));
  }
  return Buffer.from(out);
}

function runAt(row: Buffer, at: number): number {
  let end = at + 1;
  while (end < row.length && end - at < 128 && row[end] === row[at]) end += 1;
  return end - at;
}

const tagCount = 12;

/** The directory of one page, its two resolutions behind it and then its image. */
function directory(offset: number, imageBytes: number, next: number): Buffer {
  const short = 3;
  const long = 4;
  const rational = 5;
  const beyond = offset + 2 + tagCount * 12 + 4;
  const tags: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, long, width],
    [257, long, height],
    [258, short, 1],
    [259, short, 32_773],
    [262, short, 0],
    [273, long, beyond + 16],
    [277, short, 1],
    [278, long, height],
    [279, long, imageBytes],
    [282, rational, beyond],
    [283, rational, beyond + 8],
    [296, short, 2],
  ];
  const bytes = Buffer.alloc(2 + tagCount * 12 + 4 + 16);
  bytes.writeUInt16LE(tags.length, 0);
  tags.forEach(([tag, type, value], index) => {
    const at = 2 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  });
  bytes.writeUInt32LE(next, 2 + tagCount * 12);
  [204, 1, 196, 1].forEach((value, index) => bytes.writeUInt32LE(value, bytes.length - 16 + index * 4));
  return bytes;
}
