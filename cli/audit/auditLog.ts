import type { Context } from '../command.ts';
import { appendFile, type FileHandle, open } from 'node:fs/promises';
import { callerOf } from '../session/sessionRecord.ts';
import { safeArguments } from '../crash.ts';
import type { Folders } from '../folders.ts';
import { makePrivateFolder, writePrivateFile } from '../files.ts';
import { jsonIn } from '../jsonFile.ts';
import { isRecord } from '../output/fields.ts';
import { withLock } from '../session/lock.ts';
import {
  type AuditedCommand,
  auditFile,
  type AuditHead,
  headFile,
  lineAfter,
  noLines,
  readEnd,
  readHead,
  tornFile,
  tornRepair,
} from './chain.ts';

/**
 * Repairs the end of the file after a crash: a complete announced line is added to the head, a part of one is removed; a part of the last
 * line is completed, and text behind the last line is set aside. Other text stays; `lineEnd` then separates the next line from it.
 */
const repairEnd = async (
  folders: Folders,
  file: FileHandle,
  head: AuditHead,
): Promise<{ readonly head: AuditHead; readonly lineEnd: string }> => {
  const end = await readEnd(file);
  const { lastLine, torn, tornAt } = end;
  const lineEnd = torn.length === 0 ? '' : '\n';
  const settled = { ...head, next: null };
  if (head.next !== null && torn.length === 0) {
    const last = jsonIn(lastLine);
    const isWritten = isRecord(last) && last['hash'] === head.next;
    return {
      head: isWritten ? { count: head.count + 1, hash: head.next, next: null, line: lastLine } : settled,
      lineEnd,
    };
  }
  const repair = head.next === null ? tornRepair(head, end) : 'remove';
  if (repair === undefined || tornAt === undefined) return { head: settled, lineEnd };
  if (repair === 'complete') {
    await file.appendFile(Buffer.from(`${head.line ?? ''}\n`).subarray(torn.length));
  } else {
    if (repair === 'set aside')
      await appendFile(tornFile(folders), Buffer.concat([torn, Buffer.from('\n')]), { mode: 0o600, flush: true });
    await file.truncate(tornAt);
  }
  // Before the head announces the next line: until then it describes this end.
  await file.datasync();
  return { head: settled, lineEnd: '' };
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
  const { head, lineEnd } = await repairEnd(folders, file, known);
  const line = lineAfter(head, entry);
  await writeHead(folders, { ...head, next: line.hash });
  const text = JSON.stringify(line);
  await file.appendFile(`${lineEnd}${text}\n`);
  await file.datasync();
  await writeHead(folders, { count: line.n, hash: line.hash, next: null, line: text });
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
