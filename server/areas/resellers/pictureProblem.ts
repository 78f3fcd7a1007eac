import { crc32 } from 'node:zlib';

/** Longest side of a logo in pixels; browsers decode it whole, whatever size it is displayed in. */
export const logoSideMax = 4096;

interface Size {
  readonly width: number;
  readonly height: number;
}

type Format = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

const damaged = 'is damaged or incomplete: export the picture again from the program that made it';

/** Why a picture cannot be a logo, as a phrase that continues "file"; null where it is valid. Checks the structure; no pixel is decoded. */
export function pictureProblem(format: Format, bytes: Buffer): string | null {
  let size: Size | undefined;
  try {
    size = readers[format](bytes);
  } catch (error) {
    // A length that leads beyond the end of the file.
    if (!(error instanceof RangeError)) throw error;
  }
  if (!size || size.width < 1 || size.height < 1) return damaged;
  if (size.width <= logoSideMax && size.height <= logoSideMax) return null;
  return `has ${size.width} × ${size.height} pixels; at most ${logoSideMax} × ${logoSideMax} are allowed: reduce its size`;
}

const readers: Readonly<Record<Format, (bytes: Buffer) => Size | undefined>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
};

const channelsOf: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Every chunk with its checksum, IHDR first and IEND last (PNG specification, section 5). */
function pngSize(bytes: Buffer): Size | undefined {
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const data = at + 8;
    if (bytes.readUInt32BE(data + length) !== crc32(bytes.subarray(at + 4, data + length))) return undefined;
    const type = bytes.toString('latin1', at + 4, data);
    if ((type === 'IHDR') !== (at === 8)) return undefined;
    if (type === 'IHDR') {
      if (length !== 13 || !channelsOf[bytes.readUInt8(data + 9)]?.includes(bytes.readUInt8(data + 8)))
        return undefined;
      size = { width: bytes.readUInt32BE(data), height: bytes.readUInt32BE(data + 4) };
    }
    hasPixels ||= type === 'IDAT' && length > 0;
    at = data + length + 4;
    if (type === 'IEND') return length === 0 && hasPixels && at === bytes.length ? size : undefined;
  }
  return undefined;
}

/** Segments up to the scan, a frame header among them, and the end marker; some programs add zeros after it. */
function jpegSize(bytes: Buffer): Size | undefined {
  let size: Size | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || length < 2) return undefined;
    const isFrame = marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + length;
    if (marker === 0xda) return endsJpeg(bytes, at) ? size : undefined;
  }
  return undefined;
}

function endsJpeg(bytes: Buffer, scan: number): boolean {
  let end = bytes.length;
  while (end > scan && bytes[end - 1] === 0) end--;
  return end - 2 > scan && bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9;
}

/** Blocks up to the trailer, an image among them (GIF89a, sections 17 to 27). */
function gifSize(bytes: Buffer): Size | undefined {
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let at = 13 + colorsLength(bytes.readUInt8(10));
  let hasImage = false;
  while (at < bytes.length) {
    const block = bytes.readUInt8(at);
    if (block === 0x3b) return hasImage ? size : undefined;
    if (block === 0x21) at = afterBlocks(bytes, at + 2);
    else if (block === 0x2c) {
      at = afterBlocks(bytes, at + 11 + colorsLength(bytes.readUInt8(at + 9)));
      hasImage = true;
    } else return undefined;
  }
  return undefined;
}

const colorsLength = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function afterBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1;
  return at + 1;
}

/** The RIFF container with the length it states; its first chunk has the size (WebP container specification). */
function webpSize(bytes: Buffer): Size | undefined {
  const end = 8 + bytes.readUInt32LE(4);
  if (end !== bytes.length) return undefined;
  for (let at = 12; at < end; ) {
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
    if (at > end) return undefined;
  }
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      if (bytes[20] !== 0x2f) return undefined;
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
