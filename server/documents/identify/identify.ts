import { fileTypeFromBuffer } from 'file-type';
import { unopenedFileProblem, webPageProblem } from '../../../shared/rules/attachment.ts';
import { type Identified, nulProblem } from '../documents.ts';
import { decodeText, encodingOfMark, xmlEncoding } from '../decodeText.ts';
import { imageSize, isGiant } from '../image/imageSize.ts';
import { matchesExtension } from './fileExtension.ts';
import { readXmlRoot } from './xmlRoot.ts';

/** As much of a document as is looked at to know its kind. */
const headBytes = 300_000;
/** As much as the library reads to know a type. */
const signatureBytes = 4100;
/** Where the end of a whole C-CDA stands. */
const tailBytes = 4096;

/**
 * What a document is, by its first bytes and a bounded look at its beginning and end. Runs in the server itself, so nothing here parses:
 * the content of a document is read in separate processes.
 */
export async function identify(bytes: Buffer, name: string): Promise<Identified> {
  if (bytes.length === 0) return refused('The file is empty.');
  const identified = bySignature(bytes) ?? byText(bytes) ?? (await unopened(bytes));
  if (identified.isRefused || matchesExtension(name, identified.kind)) return identified;
  return refused(isTextWithNul(bytes, name) ? nulProblem : 'The content of the file is not what its name says.');
}

const isTextWithNul = (bytes: Buffer, name: string): boolean =>
  bytes.includes(0) && isText(headOf(bytes)?.replaceAll('\0', '') ?? '\0') && matchesExtension(name, 'text');

/** Not one of ours: file-type names what it is. Our own kinds have own rules, because it takes a text that begins with GIF for an image. */
async function unopened(bytes: Buffer): Promise<Identified> {
  // What cannot be taken apart has no known signature.
  const type = await fileTypeFromBuffer(bytes.subarray(0, signatureBytes)).catch(() => undefined);
  return { ...plain, problem: unopenedFileProblem(type?.ext) };
}

const plain: Identified = {
  kind: 'unknown',
  mimeType: 'application/octet-stream',
  hasPdfContent: false,
  hasCdaContent: false,
  hasHl7Content: false,
  problem: null,
  isRefused: false,
};
const refused = (problem: string): Identified => ({ ...plain, problem, isRefused: true });

function bySignature(bytes: Buffer): Identified | undefined {
  const start = bytes.toString('latin1', 0, 16);
  if (/^(\xef\xbb\xbf)?\s{0,8}%PDF-/.test(start)) {
    return { ...plain, kind: 'pdf', mimeType: 'application/pdf', hasPdfContent: true };
  }
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return { ...plain, kind: 'tiff', mimeType: 'image/tiff' };
  const image = imageTypes.find(({ mark }) => mark.test(start));
  if (!image) return undefined;
  const size = imageSize(bytes);
  if (size && isGiant(size)) return refused('The image has more pixels than can be shown.');
  return { ...plain, kind: 'image', mimeType: image.mimeType };
}

const imageTypes = [
  { mark: /^\x89PNG\r\n/, mimeType: 'image/png' },
  { mark: /^\xff\xd8\xff/, mimeType: 'image/jpeg' },
  { mark: /^GIF8[79]a/, mimeType: 'image/gif' },
];

function byText(bytes: Buffer): Identified | undefined {
  const head = headOf(bytes);
  if (head === undefined) return refused('The characters of the document are in an encoding that is not read here.');
  const start = head.slice(0, 200).trimStart();
  if (start.startsWith('<')) return byMarkup(bytes, head);
  if (/^(MSH|FHS|BHS)[^\w\s]/.test(start.replace(/^\v/, ''))) {
    const hasPdfContent = holds(bytes, 'JVBERi0');
    const hasCdaContent = holds(bytes, '<ClinicalDocument');
    return { ...plain, kind: 'hl7', mimeType: 'application/hl7-v2', hasHl7Content: true, hasPdfContent, hasCdaContent };
  }
  if (!isText(head)) return undefined;
  if (start.startsWith('{') && /"resourceType"\s*:\s*"[A-Za-z]{2,64}"/.test(head)) {
    return { ...plain, kind: 'fhir', mimeType: 'application/json' };
  }
  return { ...plain, kind: 'text', mimeType: 'text/plain' };
}

function byMarkup(bytes: Buffer, head: string): Identified | undefined {
  const root = readXmlRoot(head);
  if (root?.declaresEntities) return refused('The document declares entities, which are never read.');
  if (!root) return isText(head) ? { ...plain, kind: 'text', mimeType: 'text/plain' } : undefined;
  if (root.isHtml) return { ...plain, problem: webPageProblem };
  if (root.localName !== 'ClinicalDocument' || root.namespace !== 'urn:hl7-org:v3') {
    return { ...plain, kind: 'xml', mimeType: 'application/xml' };
  }
  return {
    ...plain,
    kind: 'ccda',
    mimeType: 'application/xml',
    hasCdaContent: true,
    hasPdfContent: holds(bytes, 'application/pdf') && holds(bytes, 'JVBERi0'),
    problem: endsWell(bytes) ? null : 'The document ends in the middle: it was cut off.',
  };
}

const endsWell = (bytes: Buffer): boolean => holds(bytes.subarray(-tailBytes), 'ClinicalDocument>');

/** Its beginning as text; undefined for encodings that are not read. */
function headOf(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, headBytes);
  const [a, b, c, d] = head;
  const isWide = (a === 0 && b === 0 && c === 0xfe && d === 0xff) || (a === 0xff && b === 0xfe && c === 0 && d === 0);
  if (isWide) return undefined;
  const marked = encodingOfMark(head);
  if (marked) return new TextDecoder(marked).decode(head);
  if (/^\s*</.test(head.toString('latin1', 0, 64))) {
    const encoding = xmlEncoding(head);
    return encoding === undefined ? undefined : head.toString('latin1');
  }
  return decodeText(head);
}

/**
 * Whether the bytes hold these letters, in the encoding of the document. UTF-16 is looked for as bytes: as letters the search never ends where
 * the document begins at an odd address (nodejs/node#65959), and a searching server does not respond.
 */
const holds = (bytes: Buffer, letters: string): boolean =>
  bytes.includes(letters, 0, 'latin1') || bytes.includes(Buffer.from(letters, 'utf16le'));

/** Readable text: no NUL, and hardly a control character. */
function isText(text: string): boolean {
  if (text.includes('\0')) return false;
  // oxlint-disable-next-line no-control-regex -- control characters are what is counted
  const controls = text.slice(0, 65_536).match(/[\u0001-\u0008\u000e-\u001f\u007f\ufffd]/g)?.length ?? 0;
  return controls * 100 <= Math.min(text.length, 65_536);
}
