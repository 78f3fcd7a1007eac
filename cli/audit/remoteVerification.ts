import { join } from 'node:path';
import type { AuditProblem, AuditVerification } from '../../shared/contract/auditChain.ts';
import type { Context } from '../command.ts';
import { writePrivateFile } from '../files.ts';
import type { Folders } from '../folders.ts';
import { readJsonFile } from '../jsonFile.ts';
import { isRecord } from '../output/fields.ts';
import { startProgress } from '../output/progress.ts';

interface KnownSegment {
  readonly segment: number;
  readonly hash: string;
}

/** The newest segment of each server that this machine has seen: the trail has to contain it at the next verification. */
const knownFile = ({ state }: Folders): string => join(state, 'audit-segments.json');
const readKnown = (folders: Folders): Readonly<Record<string, unknown>> => {
  const known = readJsonFile(knownFile(folders));
  return isRecord(known) ? known : {};
};
const isKnownSegment = (value: unknown): value is KnownSegment =>
  isRecord(value) && typeof value['segment'] === 'number' && typeof value['hash'] === 'string';

export interface RemoteVerification {
  readonly state: 'whole' | 'broken';
  readonly segments: number;
  readonly events: number;
  readonly unsealed: number;
  readonly problem: AuditProblem | null;
  readonly head: AuditVerification['head'];
  /** The segment that this machine knew. */
  readonly knownSegment: number | null;
}

/** Verifies the audit trail of the server part by part, and remembers its newest segment on this machine. */
export async function verifyRemote(context: Context): Promise<RemoteVerification> {
  const client = await context.client();
  const origin = context.config.get('api');
  const known = readKnown(context.folders);
  const stored = known[origin];
  const own = isKnownSegment(stored) ? { segment: stored.segment, hash: stored.hash } : undefined;
  const progress = startProgress(context);
  let segments = 0;
  let events = 0;
  try {
    for (let from = 1; ; ) {
      const part = await client.audit.verify({ query: { from, ...own } }, { signal: context.signal });
      segments += part.segments;
      events += part.events;
      progress.update(`${events} events verified`, { segments, events });
      if (part.problem === null && part.next !== null) {
        from = part.next;
        continue;
      }
      const { state, unsealed, problem, head } = part;
      const newest = newestSegment(own, part);
      if (newest !== own) {
        const text = JSON.stringify({ ...known, [origin]: newest }, null, 2);
        await writePrivateFile(knownFile(context.folders), `${text}\n`);
      }
      return { state, segments, events, unsealed, problem, head, knownSegment: own?.segment ?? null };
    }
  } finally {
    progress.end();
  }
}

/**
 * The newest segment to remember: the last one that was verified or, also where the end of the trail was cut, the one that the server has stored
 * outside its database. A trail without the segment that this machine remembers may be another one: it replaces nothing.
 */
function newestSegment(own: KnownSegment | undefined, { last, headSegment }: AuditVerification) {
  if (own && (last?.segment ?? 0) < own.segment) return own;
  return [last, headSegment].reduce<KnownSegment | undefined>(
    (newest, one) => (one && one.segment > (newest?.segment ?? 0) ? { segment: one.segment, hash: one.hash } : newest),
    own,
  );
}

const texts: Readonly<Record<AuditProblem['kind'], (problem: AuditProblem) => string>> = {
  eventChanged: ({ eventId }) => `event ${eventId} was changed`,
  eventMissing: ({ eventId }) => `event ${eventId} was deleted`,
  eventAdded: ({ eventId }) => `event ${eventId} was added afterwards`,
  segmentChanged: ({ segment, eventId }) => `segment ${segment} (from event ${eventId}) is not the one that was sealed`,
  segmentMissing: ({ segment, eventId }) => `segment ${segment} (from event ${eventId}) is missing`,
  removalChanged: ({ segment }) =>
    `the removal of the events up to segment ${segment} was not made by this installation`,
};
export const problemText = (problem: AuditProblem): string => texts[problem.kind](problem);
