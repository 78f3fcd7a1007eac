import { fileTypeFromBuffer } from 'file-type';
import {
  activePageText,
  executableText,
  hasExecutableName,
  hasPageName,
  programInArchiveText,
} from '../../shared/rules/executableFile.ts';
import { decodeText, encodingOfMark } from './decodeText.ts';
import { readXmlRoot } from './identify/xmlRoot.ts';

/** As many bytes as the signatures need; the library reads no more than these. */
const headBytes = 4_100;

/** Scripts have no signature but the line that names their interpreter. */
const scriptStart = /^\s*(#!\s*\/|<\?php|@echo\s+off)/i;

/** The beginning as text, in UTF-8 or UTF-16, with a byte order mark or without. */
const startOf = (head: Uint8Array): string =>
  new TextDecoder(encodingOfMark(head) ?? 'utf-8').decode(head.subarray(0, 256));

/**
 * Why a file may not be attached; null where it may. By its name and by its first bytes: a program does not pass as `report.pdf`.
 * The rule of every upload; attachments have to pass `attachmentProblem` too.
 */
export async function executableProblem(
  name: string,
  bytes: Uint8Array,
  what = JSON.stringify(name),
): Promise<string | null> {
  if (hasExecutableName(name)) return executableText(what);
  const head = bytes.subarray(0, headBytes);
  if (scriptStart.test(startOf(head))) return executableText(what);
  // It names a type by its ending. What cannot be taken apart has no known signature.
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  if (type === undefined || !hasExecutableName(`file.${type.ext}`)) return null;
  // Two letters are the whole signature of a Windows program; a text may begin with them, but has no NUL.
  return type.ext === 'exe' && !head.includes(0) ? null : executableText(what);
}

/**
 * Why a file may not be attached to a message, by its whole content: also a web page or a drawing with scripts, and an archive with a program.
 * The same rule for messages that are sent and mail that comes in.
 */
export async function attachmentProblem(
  name: string,
  bytes: Uint8Array,
  what = JSON.stringify(name),
): Promise<string | null> {
  const problem = await executableProblem(name, bytes, what);
  if (problem !== null) return problem;
  if (isActivePage(name, bytes)) return activePageText(what);
  return namesInZip(bytes).some(hasExecutableName) ? programInArchiveText(what) : null;
}

/** Every pattern is bounded and starts at a "<", so that a hostile page costs linear time. */
const activeContent = [
  /<\s{0,8}(?:[\w-]{1,40}:)?(?:script|iframe|frame|object|embed|applet)(?![\w-])/i,
  /<[^<>]{0,4000}[\s"'/]on[a-z]{3,30}\s{0,8}=/i,
  /<[^<>]{0,4000}=\s{0,8}["']?\s{0,8}(?:javascript|vbscript|data:text\/html)\s{0,8}[:;,]/i,
];

function isActivePage(name: string, bytes: Uint8Array): boolean {
  const start = startOf(bytes);
  if (!hasPageName(name) && !/^\s*</.test(start.replace(/^\ufeff/, ''))) return false;
  const text = decodeText(bytes).replace(/^\ufeff/, '');
  if (!hasPageName(name) && readXmlRoot(text)?.isHtml !== true) return false;
  return activeContent.some((pattern) => pattern.test(text));
}

const entrySignature = 0x02014b50;
const endSignature = 0x06054b50;
/** Longest comment behind the directory of an archive, and the record in front of it. */
const endMax = 65_535 + 22;

/** Names in the directory of a ZIP archive; nothing is unpacked. Empty for other files, and for a damaged directory. */
function namesInZip(bytes: Uint8Array): string[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tail = zip.subarray(-endMax);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== endSignature) return [];
  // By its place, and counted from its end: bytes in front of an archive, such as a program that unpacks it, move everything.
  const starts = [tail.readUInt32LE(end + 16), zip.length - tail.length + end - tail.readUInt32LE(end + 12)];
  return starts.flatMap((start) => namesFrom(zip, start));
}

function namesFrom(zip: Buffer, start: number): string[] {
  const names: string[] = [];
  let at = start;
  while (at >= 0 && at + 46 <= zip.length && zip.readUInt32LE(at) === entrySignature) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    names.push(zip.toString('utf8', at + 46, nameEnd));
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return names;
}
