import { fileLines } from '../bulk/lineFiles.ts';
import type { Folders } from '../folders.ts';
import { auditFile, type AuditHead, type AuditLine, firstHash, hashOf, noLines, readHead } from './chain.ts';

/** The lines of the local audit, as they stand; what is no line of it is left out (`audit verify` tells). */
export async function* auditLines(folders: Folders): AsyncGenerator<AuditLine> {
  for await (const text of fileLines(auditFile(folders))) {
    const line = lineIn(text);
    if (line !== undefined) yield line;
  }
}

const lineIn = (text: string): AuditLine | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    const isOurs = typeof value === 'object' && value !== null && 'n' in value && 'who' in value && 'hash' in value;
    return isOurs ? (value as unknown as AuditLine) : undefined;
  } catch {
    return undefined;
  }
};

/** What the chain came to; `badLine` is the first line that is not as it was written. */
export interface Verdict {
  readonly lines: number;
  readonly badLine: number | null;
  readonly why: string | null;
}

const recordIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

/** Why a line is not the one that must stand here; undefined where it is. */
const faultOf = (text: string, number: number, prev: string): string | undefined => {
  const line = recordIn(text);
  if (line === undefined) return 'it is no line of the audit';
  if (line['n'] !== number) return `it says it is line ${String(line['n'])}`;
  if (line['prev'] !== prev) return 'it does not follow the line before it';
  // One text for one line: spaces, repeated names and other spellings of a letter would escape the hash.
  const isAsWritten = JSON.stringify(line) === text && line['hash'] === hashOf(prev, line);
  return isAsWritten ? undefined : 'it was changed';
};

/** Compares the end of the file with the head; a line that was being written in a crash may be there or not. */
const endFault = (head: AuditHead, lines: number, last: string): Verdict => {
  const whole = { lines, badLine: null, why: null };
  if (head.count === lines && head.hash === last) return whole;
  if (head.next !== null && head.count + 1 === lines && head.next === last) return whole;
  if (lines < head.count) {
    return { lines, badLine: lines + 1, why: `it and what follows are gone: ${head.count} lines were written` };
  }
  return { lines, badLine: Math.min(lines, head.count + 1), why: `only ${head.count} lines were written, or others` };
};

/** Goes through the whole local audit: every line, its number, the chain of hashes, and the end against the head. */
export const verifyAudit = async (folders: Folders): Promise<Verdict> => {
  const head = await readHead(folders);
  let lines = 0;
  let last = firstHash;
  for await (const text of fileLines(auditFile(folders))) {
    const why = faultOf(text, lines + 1, last);
    if (why !== undefined) {
      // Half a line that was announced and never finished is what a crash leaves.
      const isTorn = head !== undefined && head !== 'broken' && head.next !== null && head.count === lines;
      if (isTorn && recordIn(text) === undefined) continue;
      return { lines, badLine: lines + 1, why };
    }
    lines += 1;
    last = String(recordIn(text)?.['hash']);
  }
  if (head === 'broken') return { lines, badLine: Math.max(lines, 1), why: 'audit-head.json was changed' };
  if (head === undefined && lines > 0) return { lines, badLine: lines, why: 'audit-head.json is gone' };
  return endFault(head ?? noLines, lines, last);
};
