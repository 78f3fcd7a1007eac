import { fileTypeFromBuffer } from 'file-type';
import { activePageText, executableText, hasExecutableName, hasPageName } from '../../shared/rules/executableFile.ts';
import { attachmentTypes } from '../../shared/rules/message.ts';
import { archiveProblem } from './archiveProblem.ts';
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
 * Why a file may not be sent; null where it may. By its name and by its first bytes: a program does not pass as `report.pdf`.
 * The rule of every upload, of which `types` says what it takes; attachments have to pass `attachmentProblem` too.
 */
export async function executableProblem(
  name: string,
  bytes: Uint8Array,
  types: string,
  what = JSON.stringify(name),
): Promise<string | null> {
  if (hasExecutableName(name)) return executableText(what, types);
  const head = bytes.subarray(0, headBytes);
  if (scriptStart.test(startOf(head))) return executableText(what, types);
  // It names a type by its ending. What cannot be taken apart has no known signature.
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  if (type === undefined || !hasExecutableName(`file.${type.ext}`)) return null;
  // Two letters are the whole signature of a Windows program; a text may begin with them, but has no NUL.
  return type.ext === 'exe' && !head.includes(0) ? null : executableText(what, types);
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
  const problem = await executableProblem(name, bytes, attachmentTypes, what);
  if (problem !== null) return problem;
  if (isActivePage(name, bytes)) return activePageText(what);
  return archiveProblem(bytes, what);
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
