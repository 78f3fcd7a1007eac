const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const end64Signature = Buffer.from('PK\x06\x06', 'latin1');
/** Longest comment behind the directory of an archive, and the record in front of it. */
const endMax = 65_535 + 22;
/** A field of 32 bits whose value is in the extra field of 64 bits. */
const isIn64 = 0xffff_ffff;

/** One file of a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  /** The bytes as the archive has them; undefined where their place cannot be read. */
  readonly packed: Buffer | undefined;
}

/** Reads the directory of a ZIP archive; nothing is unpacked. Empty for other files, and for a damaged directory. */
export function zipEntries(zip: Buffer): ZipEntry[] {
  const tailStart = Math.max(0, zip.length - endMax);
  const end = zip.subarray(tailStart).lastIndexOf(endSignature) + tailStart;
  if (end < tailStart || end + 22 > zip.length) return [];
  // By its place, and counted from its end: bytes in front of an archive, such as a program that unpacks it, move everything.
  const shifts = new Map<number, number>();
  const addDirectory = (recordAt: number, start: number, size: number) => {
    shifts.set(recordAt - size, recordAt - size - start);
    shifts.set(start, 0);
  };
  addDirectory(end, zip.readUInt32LE(end + 16), zip.readUInt32LE(end + 12));
  const end64 = zip.subarray(0, end).lastIndexOf(end64Signature);
  if (end64 >= 0 && end64 + 56 <= end) addDirectory(end64, number64(zip, end64 + 48), number64(zip, end64 + 40));
  return [...shifts].flatMap(([start, shift]) => entriesFrom(zip, start, shift));
}

const number64 = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));

function entriesFrom(zip: Buffer, start: number, shift: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = start;
  while (at >= 0 && at + 46 <= zip.length && zip.readUInt32LE(at) === entrySignature) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const extraEnd = nameEnd + zip.readUInt16LE(at + 30);
    const [size, offset] = placeOf(zip.subarray(at, at + 46), zip.subarray(nameEnd, extraEnd));
    entries.push({
      name: zip.toString('utf8', at + 46, nameEnd),
      method: zip.readUInt16LE(at + 10),
      isEncrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      packed: packedAt(zip, offset + shift, size),
    });
    at = extraEnd + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** Packed size and offset of an entry: of the numbers that do not fit, the extra field of type 1 has 64 bits, in the order of the record. */
function placeOf(entry: Buffer, extra: Buffer): [size: number, offset: number] {
  const [fullSize, size, offset] = [entry.readUInt32LE(24), entry.readUInt32LE(20), entry.readUInt32LE(42)];
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += fullSize === isIn64 ? 12 : 4;
  const [size64, offset64] = [at, at + (size === isIn64 ? 8 : 0)];
  const valueOf = (value: number, at64: number) =>
    value === isIn64 && at64 + 8 <= extra.length ? number64(extra, at64) : value;
  return [valueOf(size, size64), valueOf(offset, offset64)];
}

function packedAt(zip: Buffer, local: number, size: number): Buffer | undefined {
  if (local < 0 || local + 30 > zip.length || zip.readUInt32LE(local) !== localSignature) return undefined;
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  return zip.subarray(start, start + size);
}
