export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Sides and area above which no image is decoded: whatever it holds, showing it takes more memory than a document may. */
const sideMax = 30_000;
const pixelsMax = 300_000_000;

export const isGiant = ({ width, height }: ImageSize): boolean =>
  width > sideMax || height > sideMax || width * height > pixelsMax;

/** The size of a PNG, GIF or JPEG as its header says; undefined where there is none. Nothing is decoded. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 24) return undefined;
  if (bytes[0] === 0x89) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes[0] === 0x47) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  return jpegSize(bytes);
}

/** Walks the segments to the frame header; each step goes forward, so it ends. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
    } else {
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    }
  }
  return undefined;
}
