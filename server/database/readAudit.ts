import type { RequestContext } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import type { Database } from './openDatabase.ts';
import { statement } from './statement.ts';

interface ReadEvent {
  /** Area and name of the contract row: `reports.users`. */
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
}

type ReadContext = Pick<RequestContext, 'actor' | 'requestId' | 'reason'>;

/** Writes the event of a read; rejects where it could not be written, and then nothing is delivered (AD-2). */
export type AuditRead = (context: ReadContext, event: ReadEvent) => Promise<void>;

interface Waiting {
  readonly row: object;
  readonly done: () => void;
  readonly failed: (problem: ApiProblem) => void;
}

const maxRows = 200;

/**
 * Writes the events of reads that end at the same time in one statement: while one is being written, the next ones are collected. Every
 * read waits for its own event.
 */
export function createReadAudit(database: Pick<Database, 'db'>): AuditRead {
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    for (let batch = waiting.splice(0, maxRows); batch.length > 0; batch = waiting.splice(0, maxRows)) {
      try {
        await insertReads(database.db, [JSON.stringify(batch.map(({ row }) => row))]);
        for (const { done } of batch) done();
      } catch (cause) {
        const problem = new ApiProblem('E-UNAVAILABLE', { cause, headers: { 'retry-after': '2' } });
        for (const { failed } of batch) failed(problem);
      }
    }
    isWriting = false;
  }

  return ({ actor, requestId, reason }, event) =>
    new Promise((done, failed) => {
      const row = { ...event, actorId: actor.id, actorName: actor.name, requestId, reason: reason ?? null };
      waiting.push({ row, done, failed });
      if (!isWriting) void write();
    });
}

/** Without a run: runs are made of changes, and their summary counts what was changed. */
const insertReads = statement(
  'audit-reads',
  `insert into audit_entries (actor_id, actor_name, action, target_type, target_id, changes, reason, request_id, is_read)
   select "actorId", "actorName", action, "targetType", "targetId", '{}', reason, "requestId", true
   from jsonb_to_recordset($1::jsonb) as r("actorId" text, "actorName" text, action text, "targetType" text, "targetId" text,
     reason text, "requestId" text)`,
);
