import { open } from 'node:fs/promises';
import { callerOf } from '../bulk/caller.ts';
import type { Context } from '../context.ts';
import { safeWords } from '../crash.ts';
import type { Folders } from '../folders.ts';
import { makePrivateFolder, writePrivateFile } from '../privateFile.ts';
import { withLock } from '../session/lock.ts';
import { auditFile, headFile, readHead } from './auditFiles.ts';
import { type AuditDeed, type AuditHead, lineAfter, noLines } from './chain.ts';
import { mendTail } from './mendTail.ts';

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
    flags: safeWords(context.argv).filter((word) => word.startsWith('-')),
    action,
    sourceSha256,
    counts,
    exit,
  };
  await withLock(context.folders, 'audit', () => append(context.folders, deed), 'the audit log');
};
