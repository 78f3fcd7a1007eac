import { promisify } from 'node:util';
import { constants, inflateRaw } from 'node:zlib';
import {
  hasExecutableName,
  maxArchiveDepth,
  programInArchiveText,
  uncheckedArchiveText,
} from '../../shared/rules/executableFile.ts';
import { type ZipEntry, zipEntries } from './zipEntries.ts';

const inflate = promisify(inflateRaw);

/** What one attachment may cost: its archives unpacked, and their files. A real package has some hundred files. */
const maxUnpackedBytes = 64 * 1024 * 1024;
const maxEntries = 5_000;

const [stored, deflated] = [0, 8];
/** Packed bytes that contain the first unpacked ones, and what is unpacked of them at a time. */
const headBytes = 1_024;

class Unchecked extends Error {}

/** Why an archive may not be attached; null where it may, and for other files. Archives in it are unpacked and checked too. */
export async function archiveProblem(bytes: Uint8Array, what: string): Promise<string | null> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return (await hasProgram(zip, 0, { bytes: maxUnpackedBytes, entries: maxEntries }))
      ? programInArchiveText(what)
      : null;
  } catch (error) {
    if (error instanceof Unchecked) return uncheckedArchiveText(what);
    throw error;
  }
}

/** What is left for the rest of the attachment. */
interface Budget {
  bytes: number;
  entries: number;
}

async function hasProgram(zip: Buffer, depth: number, budget: Budget): Promise<boolean> {
  const entries = zipEntries(zip);
  if (entries.some(({ name }) => hasExecutableName(name))) return true;
  budget.entries -= entries.length;
  if (budget.entries < 0) throw new Unchecked();
  for (const entry of entries) {
    if (!(await isArchive(entry))) continue;
    if (depth === maxArchiveDepth) throw new Unchecked();
    const inner = await unpacked(entry, budget.bytes);
    budget.bytes -= inner.length;
    if (await hasProgram(inner, depth + 1, budget)) return true;
  }
  return false;
}

async function isArchive(entry: ZipEntry): Promise<boolean> {
  if (/\.zip$/i.test(entry.name)) return true;
  const { packed } = entry;
  if (packed === undefined || entry.isEncrypted) return false;
  const head = packed.subarray(0, headBytes);
  if (entry.method === stored) return isZip(head);
  if (entry.method !== deflated) return false;
  const options = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: headBytes };
  const start = await inflate(head, options).catch(() => undefined);
  // Empty blocks in front of the content may fill the head.
  return start !== undefined && (isZip(start) || (start.length < 4 && packed.length > headBytes));
}

const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && zipStarts.has(bytes.readUInt32LE(0));
/** Of a file, and of the directory of an empty archive. */
const zipStarts: ReadonlySet<number> = new Set([0x04034b50, 0x06054b50]);

async function unpacked({ packed, method, isEncrypted }: ZipEntry, maxOutputLength: number): Promise<Buffer> {
  if (packed === undefined || isEncrypted || maxOutputLength < 1) throw new Unchecked();
  if (method === stored && packed.length <= maxOutputLength) return packed;
  if (method !== deflated) throw new Unchecked();
  return inflate(packed, { maxOutputLength }).catch((error: unknown) => {
    throw new Unchecked('', { cause: error });
  });
}
