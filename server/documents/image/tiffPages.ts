import { DocumentError } from '../documents.ts';
import { isGiant } from './imageSize.ts';

/** A page of a TIFF, as far as its directory says. */
export interface TiffPage {
  readonly width: number;
  readonly height: number;
  readonly compression: number;
  readonly photometric: number;
  readonly bits: number;
  readonly samples: number;
  readonly fillOrder: number;
  readonly t4Options: number;
  readonly rowsPerStrip: number;
  /** Where the pixels are: always inside the file. */
  readonly strips: readonly { readonly offset: number; readonly length: number }[];
  /** All whole numbers of the directory, for decoders. */
  readonly tags: ReadonlyMap<number, readonly number[]>;
  /** Pixels per inch, across and down. */
  readonly resolution: readonly [number, number] | null;
}

const pagesMax = 5000;
const entriesMax = 4096;
const valuesMax = 100_000;
/** How often the bytes of the file may be used: pages that share their pixels are a way to make much out of little. */
const reuseMax = 4;
const damaged = () => new DocumentError('unreadable', 'The TIFF is damaged.');

/** Walks the directories of a TIFF. Offsets are checked before they are followed, and none is followed twice. */
export function readTiff(bytes: Buffer): TiffPage[] {
  const reader = readerOf(bytes);
  const pages: TiffPage[] = [];
  const seen = new Set<number>();
  let at = reader.long(4);
  while (at !== 0) {
    // A chain that leads back or out ends there; the pages so far are good.
    if (seen.has(at) || !reader.holds(at, 2)) break;
    seen.add(at);
    const entries = reader.short(at);
    if (entries > entriesMax || !reader.holds(at, 2 + entries * 12)) break;
    const page = pageOf(reader, at, entries);
    if (page) pages.push(page);
    if (pages.length > pagesMax) throw new DocumentError('unreadable', 'The TIFF has too many pages.');
    at = reader.holds(at + 2 + entries * 12, 4) ? reader.long(at + 2 + entries * 12) : 0;
  }
  const used = pages.flatMap(({ strips }) => strips).reduce((sum, { length }) => sum + length, 0);
  if (pages.length === 0 || used > bytes.length * reuseMax) throw damaged();
  return pages;
}

interface Reader {
  short(at: number): number;
  long(at: number): number;
  byte(at: number): number;
  holds(at: number, length: number): boolean;
  readonly size: number;
}

function readerOf(bytes: Buffer): Reader {
  if (bytes.length < 8) throw damaged();
  const isLittle = bytes[0] === 0x49;
  return {
    byte: (at) => bytes.readUInt8(at),
    short: (at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    long: (at) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
    size: bytes.length,
    holds: (at, length) => at >= 0 && at + length <= bytes.length,
  };
}

/** The page of a directory; undefined for thumbnails and directories without an image. */
function pageOf(reader: Reader, at: number, entries: number): TiffPage | undefined {
  const tags = new Map<number, number[]>();
  for (let entry = 0; entry < entries; entry++) {
    const position = at + 2 + entry * 12;
    tags.set(reader.short(position), valuesAt(reader, position));
  }
  const one = (tag: number, otherwise: number) => tags.get(tag)?.[0] ?? otherwise;
  const [width, height] = [one(256, 0), one(257, 0)];
  if (width === 0 || height === 0 || (one(254, 0) & 1) === 1) return undefined;
  if (isGiant({ width, height })) throw new DocumentError('memory', 'The TIFF has more pixels than can be shown.');
  const rowsPerStrip = Math.min(one(278, height) || height, height);
  return {
    width,
    height,
    compression: one(259, 1),
    photometric: one(262, 0),
    bits: one(258, 1),
    samples: one(277, 1),
    fillOrder: one(266, 1),
    t4Options: one(292, 0),
    rowsPerStrip,
    strips: stripsOf(tags, Math.ceil(height / rowsPerStrip), reader.size),
    tags,
    resolution: resolutionOf(one(282, 0), one(283, 0), one(296, 2)),
  };
}

/** Some writers leave the lengths out: such a strip ends where the next one begins, or the file. */
function stripsOf(tags: ReadonlyMap<number, readonly number[]>, count: number, size: number): TiffPage['strips'] {
  const offsets = (tags.get(273) ?? []).slice(0, count);
  return offsets.map((start, at) => {
    const offset = Math.min(start, size);
    const next = offsets[at + 1] ?? size;
    const declared = tags.get(279)?.[at] || (next > offset ? next - offset : size);
    return { offset, length: Math.min(declared, size - offset) };
  });
}

const typeSizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 };

/** Whole numbers of an entry; a fraction as its quotient. Other types are of no use here. */
function valuesAt(reader: Reader, position: number): number[] {
  const type = reader.short(position + 2);
  const count = reader.long(position + 4);
  const size = typeSizes[type];
  if (size === undefined || count === 0 || count > valuesMax) return [];
  const start = count * size <= 4 ? position + 8 : reader.long(position + 8);
  if (!reader.holds(start, count * size)) return [];
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    if (type === 1 || type === 7) return reader.byte(at);
    if (type === 3) return reader.short(at);
    if (type === 4) return reader.long(at);
    const below = reader.long(at + 4);
    return below === 0 ? 0 : reader.long(at) / below;
  });
}

function resolutionOf(across: number, down: number, unit: number): TiffPage['resolution'] {
  const perInch = unit === 3 ? 2.54 : 1;
  const [x, y] = [across * perInch, down * perInch];
  const isSane = (value: number) => value >= 20 && value <= 5000;
  return unit !== 1 && isSane(x) && isSane(y) ? [x, y] : null;
}
