import type { Context } from '../command.ts';
import { type FileHandle, open } from 'node:fs/promises';
import { callerOf } from '../session/sessionRecord.ts';
import { safeArguments } from '../crash.ts';
import type { Folders } from '../folders.ts';
import { makePrivateFolder, writePrivateFile } from '../files.ts';
import { withLock } from '../session/lock.ts';
import { type AuditDeed, auditFile, type AuditHead, headFile, lineAfter, noLines, readHead } from './chain.ts';

const longestLine = 64 * 1024;

/** The end of the file, as far as a line may reach. */
const tailOf = async (file: FileHandle): Promise<{ readonly size: number; readonly text: Buffer }> => {
  const { size } = await file.stat();
  const length = Math.min(size, longestLine);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  return { size, text: buffer };
};

const hashIn = (line: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'hash' in value && typeof value.hash === 'string'
      ? value.hash
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Puts right what a crash left: an announced line that is there becomes part of the head, half of one is taken off. Anything else at
 * the end of the file is not ours to mend; `lineEnd` then keeps the next line apart from it.
 */
export const mendTail = async (
  file: FileHandle,
  head: AuditHead,
): Promise<{ readonly head: AuditHead; readonly lineEnd: string }> => {
  const { size, text } = await tailOf(file);
  const isWhole = size === 0 || text.at(-1) === 0x0a;
  const lineEnd = isWhole ? '' : '\n';
  if (head.next === null) return { head, lineEnd };
  const settled = { count: head.count, hash: head.hash, next: null };
  if (isWhole) {
    const last = text.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
    const isThere = hashIn(last) === head.next;
    return { head: isThere ? { count: head.count + 1, hash: head.next, next: null } : settled, lineEnd };
  }
  const end = text.lastIndexOf(0x0a);
  if (end === -1 && size > text.length) return { head: settled, lineEnd };
  await file.truncate(size - text.length + end + 1);
  return { head: settled, lineEnd: '' };
};

/** What whoever ends a command knows of it. */
export interface AuditFacts {
  readonly run: string | null;
  /** `bulk apply`, `orgs update`. */
  readonly command: string;
  /** Of the bulk catalogue; empty for a command that has no action. */
  readonly action: string;
  readonly sourceSha256: string | null;
  readonly counts: Readonly<Record<string, number>>;
  /** Code of the exit. */
  readonly exit: number;
}

/** As far as it is known: a deed is written down also when the sign-in ended meanwhile. */
const whoActs = async (context: Context): Promise<AuditDeed['who']> => {
  try {
    const { record } = await context.session();
    return record === undefined ? await callerOf(context) : { subject: record.subject, name: record.name };
  } catch {
    return { subject: '', name: '' };
  }
};

const writeHead = (folders: Folders, head: AuditHead): Promise<void> =>
  writePrivateFile(headFile(folders), `${JSON.stringify(head)}\n`);

/**
 * Continues from what the head says and never from what stands in the file: a cut or altered file stays broken at its first bad line,
 * whatever is appended later. The head announces the line before it is written, so a crash in between is told apart from a cut.
 */
const append = async (folders: Folders, deed: AuditDeed): Promise<void> => {
  await makePrivateFolder(folders.state);
  const found = await readHead(folders);
  const known = found === undefined || found === 'broken' ? noLines : found;
  const file = await open(auditFile(folders), 'a+', 0o600);
  try {
    const { head, lineEnd } = await mendTail(file, known);
    const line = lineAfter(head, deed);
    await writeHead(folders, { ...head, next: line.hash });
    await file.appendFile(`${lineEnd}${JSON.stringify(line)}\n`);
    await file.datasync();
    await writeHead(folders, { count: line.n, hash: line.hash, next: null });
  } finally {
    await file.close();
  }
};

/**
 * Adds a line to the local audit (audit.ndjson of the state folder): who did what where, and how it ended. Only the words of the
 * command and the names of its flags are kept.
 */
export const appendAudit = async (context: Context, facts: AuditFacts): Promise<void> => {
  const { run, command, action, sourceSha256, counts, exit } = facts;
  const deed: AuditDeed = {
    at: new Date(context.now()).toISOString(),
    run,
    who: await whoActs(context),
    profile: context.config.profileName,
    origin: context.config.get('api'),
    command,
    flags: safeArguments(context.argv).filter((word) => word.startsWith('-')),
    action,
    sourceSha256,
    counts,
    exit,
  };
  await withLock(context.folders, 'audit', () => append(context.folders, deed), 'the audit log');
};
