import { fileTypeFromBuffer } from 'file-type';
import { executableText, hasExecutableName } from '../../shared/rules/executableFile.ts';

/** As many bytes as the signatures need; the library reads no more than it is given. */
const headBytes = 4_100;

/** Scripts have no signature but the line that names their interpreter. */
const scriptStart = /^(\xef\xbb\xbf)?(#!\s*\/|<\?php|@echo off)/i;

/**
 * Why a file may not be attached; null where it may. By its name and by its first bytes: a program does not pass as `report.pdf`.
 * The same rule for uploads, messages that are sent and mail that comes in.
 */
export async function executableProblem(
  name: string,
  bytes: Uint8Array,
  what = JSON.stringify(name),
): Promise<string | null> {
  if (hasExecutableName(name)) return executableText(what);
  const head = bytes.subarray(0, headBytes);
  if (scriptStart.test(Buffer.from(head.subarray(0, 64)).toString('latin1'))) return executableText(what);
  // It names a type by its ending. What cannot be taken apart has no known signature.
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  if (type === undefined || !hasExecutableName(`file.${type.ext}`)) return null;
  // Two letters are the whole signature of a Windows program; a text may begin with them, but has no NUL.
  return type.ext === 'exe' && !head.includes(0) ? null : executableText(what);
}
