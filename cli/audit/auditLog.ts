import type { Context } from '../command.ts';
import { type FileHandle, open } from 'node:fs/promises';
import { callerOf } from '../session/sessionRecord.ts';
import { safeArguments } from '../crash.ts';
import type { Folders } from '../folders.ts';
import { makePrivateFolder, writePrivateFile } from '../files.ts';
import { jsonIn } from '../jsonFile.ts';
import { isRecord } from '../output/fields.ts';
import { withLock } from '../session/lock.ts';
import { type AuditedCommand, auditFile, type AuditHead, headFile, lineAfter, noLines, readHead } from './chain.ts';

const maxLineBytes = 64 * 1024;

/**
 * Repairs the end of the file after a crash: a complete announced line is added to the head, a part of one is removed. Other text at the
 * end stays; `lineEnd` then separates the next line from it.
 */
export const repairEnd = async (
  file: FileHandle,
  head: AuditHead,
): Promise<{ readonly head: AuditHead; readonly lineEnd: string }> => {
  const { size } = await file.stat();
  const length = Math.min(size, maxLineBytes);
  const { buffer: text } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const isComplete = size === 0 || text.at(-1) === 0x0a;
  const lineEnd = isComplete ? '' : '\n';
  if (head.next === null) return { head, lineEnd };
  const withoutNext = { count: head.count, hash: head.hash, next: null };
  if (isComplete) {
    const last = jsonIn(text.toString('utf8').trimEnd().split('\n').at(-1) ?? '');
    const isWritten = isRecord(last) && last['hash'] === head.next;
    return { head: isWritten ? { count: head.count + 1, hash: head.next, next: null } : withoutNext, lineEnd };
  }
  const end = text.lastIndexOf(0x0a);
  if (end === -1 && size > text.length) return { head: withoutNext, lineEnd };
  await file.truncate(size - text.length + end + 1);
  return { head: withoutNext, lineEnd: '' };
};

/** The signed-in user as far as known: a command is recorded also when the session ended meanwhile. */
const currentUser = async (context: Context): Promise<AuditedCommand['who']> => {
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
 * Continues from the head and never from the content of the file: a cut or altered file stays broken at its first bad line, whatever is
 * appended later. The head announces the line before it is written, so that a crash in between differs from a cut.
 */
const append = async (folders: Folders, entry: AuditedCommand): Promise<void> => {
  await makePrivateFolder(folders.state);
  const stored = await readHead(folders);
  const known = stored === undefined || stored === 'broken' ? noLines : stored;
  await using file = await open(auditFile(folders), 'a+', 0o600);
  const { head, lineEnd } = await repairEnd(file, known);
  const line = lineAfter(head, entry);
  await writeHead(folders, { ...head, next: line.hash });
  await file.appendFile(`${lineEnd}${JSON.stringify(line)}\n`);
  await file.datasync();
  await writeHead(folders, { count: line.n, hash: line.hash, next: null });
};

/** Adds a line to the local audit (audit.ndjson of the state folder): user, command, names of its flags, profile and outcome. */
export const appendAudit = async (
  context: Context,
  outcome: Pick<AuditedCommand, 'run' | 'command' | 'action' | 'sourceSha256' | 'counts' | 'exit'>,
): Promise<void> => {
  const { run, command, action, sourceSha256, counts, exit } = outcome;
  const entry: AuditedCommand = {
    at: new Date(context.now()).toISOString(),
    run,
    who: await currentUser(context),
    profile: context.config.profileName,
    origin: context.config.get('api'),
    command,
    flags: safeArguments(context.argv).filter((argument) => argument.startsWith('-')),
    action,
    sourceSha256,
    counts,
    exit,
  };
  await withLock(context.folders, 'audit', () => append(context.folders, entry), 'the audit log');
};
