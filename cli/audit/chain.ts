import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileLines } from '../bulk/lineFiles.ts';
import { codeOf } from '../files.ts';
import type { Folders } from '../folders.ts';
import { jsonIn } from '../jsonFile.ts';
import { isRecord } from '../output/fields.ts';

/** A command in the local audit. Contains no values: neither cells nor the values of flags. */
export interface AuditedCommand {
  /** ISO time of the end. */
  readonly at: string;
  readonly run: string | null;
  readonly who: { readonly subject: string; readonly name: string };
  readonly profile: string;
  readonly origin: string;
  /** `bulk apply`, `orgs update`. */
  readonly command: string;
  /** The names of its flags. */
  readonly flags: readonly string[];
  /** Of the bulk catalogue; empty for a command that has no action. */
  readonly action: string;
  readonly sourceSha256: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly exit: number;
}

/** A line of audit.ndjson: its number from 1, the command, the hash of the previous line, and its own. */
export interface AuditLine extends AuditedCommand {
  readonly n: number;
  readonly prev: string;
  readonly hash: string;
}

/** The previous hash of the first line. */
export const firstHash = '0'.repeat(64);

/** audit-head.json: the number of lines and the hash of the last one. `next` is the hash of a line that is being written. */
export interface AuditHead {
  readonly count: number;
  readonly hash: string;
  readonly next: string | null;
  /** The last line itself, to complete it where the file lost its end. Missing in heads of earlier releases. */
  readonly line?: string;
}

export const noLines: AuditHead = { count: 0, hash: firstHash, next: null };

const sortedKeys = (_key: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;

/** SHA-256 over the hash of the previous line and this line without its own hash, keys sorted. */
export const hashOf = (prev: string, { hash: _own, ...rest }: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(`${prev}\n${JSON.stringify(rest, sortedKeys)}`)
    .digest('hex');

export const lineAfter = ({ count, hash }: AuditHead, entry: AuditedCommand): AuditLine => {
  const line = { n: count + 1, ...entry, prev: hash };
  return { ...line, hash: hashOf(hash, line) };
};

export const auditFile = ({ state }: Folders): string => join(state, 'audit.ndjson');
export const headFile = ({ state }: Folders): string => join(state, 'audit-head.json');
/** Text without a line end that was behind the last line. */
export const tornFile = ({ state }: Folders): string => join(state, 'audit-torn.ndjson');

const isHead = (value: unknown): value is AuditHead =>
  isRecord(value) &&
  typeof value['count'] === 'number' &&
  typeof value['hash'] === 'string' &&
  (value['next'] === null || typeof value['next'] === 'string') &&
  (value['line'] === undefined || typeof value['line'] === 'string');

/** Undefined if there is none yet; `broken` if it was changed. */
export const readHead = async (folders: Folders): Promise<AuditHead | 'broken' | undefined> => {
  try {
    const value = jsonIn(await readFile(headFile(folders), 'utf8'));
    return isHead(value) ? value : 'broken';
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
};

const maxLineBytes = 64 * 1024;

/** The end of the audit: the last line that has a line end, and the text behind it. */
export interface AuditEnd {
  readonly lastLine: string;
  readonly torn: Buffer;
  /** Position of `torn`; undefined where it is longer than any line. */
  readonly tornAt: number | undefined;
}

export const readEnd = async (file: FileHandle): Promise<AuditEnd> => {
  const { size } = await file.stat();
  const length = Math.min(size, 2 * maxLineBytes);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const start = buffer.lastIndexOf(0x0a) + 1;
  const lastLine =
    buffer
      .toString('utf8', 0, Math.max(0, start - 1))
      .split('\n')
      .at(-1) ?? '';
  return {
    lastLine,
    torn: buffer.subarray(start),
    tornAt: start === 0 && size > length ? undefined : size - length + start,
  };
};

/**
 * What the next append does with text that has no line end and was not announced, as after a power failure: a part of the last line is
 * completed, text behind the last line is set aside. Any other text stays, and the audit is broken there.
 */
export const tornRepair = (
  { count, hash, next, line }: AuditHead,
  { lastLine, torn, tornAt }: AuditEnd,
): 'complete' | 'set aside' | undefined => {
  if (count === 0 || next !== null || torn.length === 0 || tornAt === undefined) return undefined;
  const before = jsonIn(lastLine);
  const hashBefore = isRecord(before) ? before['hash'] : firstHash;
  if (hashBefore === hash) return 'set aside';
  const last = jsonIn(line ?? '');
  const isPart = Buffer.from(line ?? '')
    .subarray(0, torn.length)
    .equals(torn);
  return isPart && isRecord(last) && last['prev'] === hashBefore ? 'complete' : undefined;
};

/** The lines of the local audit. Omits what is not an audit line (`audit verify` reports it). */
export async function* auditLines(folders: Folders): AsyncGenerator<AuditLine> {
  for await (const text of fileLines(auditFile(folders))) {
    const line = jsonIn(text);
    if (isRecord(line) && 'n' in line && 'who' in line && 'hash' in line) yield line as unknown as AuditLine; // our own file: the parts that decide were checked
  }
}

/** The result of a verification; `badLine` is the first line that is not as it was written. */
export interface AuditCheck {
  readonly lines: number;
  readonly badLine: number | null;
  readonly why: string | null;
}

/** Why a line is not the expected one; undefined if it is. */
const problemOf = (text: string, number: number, prev: string): string | undefined => {
  const line = jsonIn(text);
  if (!isRecord(line)) return 'it is not an audit line';
  if (line['n'] !== number) return `it has the number ${String(line['n'])}`;
  if (line['prev'] !== prev) return 'it does not follow the line before it';
  // One text for one line: spaces, repeated names and other spellings of a letter would not change the hash.
  const isAsWritten = JSON.stringify(line) === text && line['hash'] === hashOf(prev, line);
  return isAsWritten ? undefined : 'it was changed';
};

/** Compares the end of the file with the head; a line that was being written in a crash may be present or not. */
const checkEnd = (head: AuditHead, lines: number, last: string): AuditCheck => {
  const isComplete = head.count === lines && head.hash === last;
  const hasNext = head.next !== null && head.count + 1 === lines && head.next === last;
  if (isComplete || hasNext) return { lines, badLine: null, why: null };
  if (lines < head.count)
    return {
      lines,
      badLine: lines + 1,
      why: `it and the lines after it are missing: ${head.count} lines were written`,
    };
  return { lines, badLine: Math.min(lines, head.count + 1), why: `only ${head.count} lines were written, or others` };
};

/** What happened to the line after `lines`, where the next append repairs it. */
const tornText = async (folders: Folders, head: AuditHead, lines: number): Promise<string | undefined> => {
  await using file = await open(auditFile(folders), 'r');
  const repair = tornRepair(head, await readEnd(file));
  if (repair === 'complete' && lines === head.count - 1)
    return 'its end is missing, as after a power failure; the next command that writes to the audit completes it from audit-head.json';
  if (repair === 'set aside' && lines === head.count)
    return 'it is incomplete, as after a power failure; the next command that writes to the audit moves it to audit-torn.ndjson';
  return undefined;
};

/** Checks the whole local audit: every line, its number, the chain of hashes, and the end against the head. */
export const verifyAudit = async (folders: Folders): Promise<AuditCheck> => {
  const head = await readHead(folders);
  let lines = 0;
  let last = firstHash;
  for await (const text of fileLines(auditFile(folders))) {
    const why = problemOf(text, lines + 1, last);
    if (why !== undefined) {
      // A crash leaves a part of the announced line.
      const known = head === undefined || head === 'broken' ? noLines : head;
      if (known.next !== null && known.count === lines && !isRecord(jsonIn(text))) continue;
      return { lines, badLine: lines + 1, why: (await tornText(folders, known, lines)) ?? why };
    }
    lines += 1;
    last = (jsonIn(text) as AuditLine).hash;
  }
  if (head === 'broken') return { lines, badLine: Math.max(lines, 1), why: 'audit-head.json was changed' };
  if (head === undefined && lines > 0) return { lines, badLine: lines, why: 'audit-head.json is missing' };
  return checkEnd(head ?? noLines, lines, last);
};
