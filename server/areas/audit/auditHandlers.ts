import type { audit } from '../../../shared/contract/audit.ts';
import type { AuditSeal } from '../../../shared/contract/auditChain.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { auditEntryOf, auditPage, eventsOf } from './auditStore.ts';
import { databaseIdentity, headFileOf, readHead } from './chain/headFile.ts';
import { loadSealKeys } from './chain/sealKeys.ts';
import type { Seal } from './chain/segments.ts';
import { unsealedEvents, verifyChain } from './chain/verifyChain.ts';
import { distinctValues } from './distinctValues.ts';
import { runSummary } from './runStore.ts';

interface TrailQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly eventTypes?: string | undefined;
  readonly username?: string | undefined;
  readonly pageNumber: number;
  readonly pageSize: number;
}

const defaultDays = 14;
const dayMs = 24 * 60 * 60_000;

/** The query of spec 3 section 3: without dates the last 14 days (section 9). */
function trailOf({ startDate, endDate, eventTypes, ...query }: TrailQuery) {
  const end = endDate === undefined ? Date.now() : Date.parse(endDate);
  const actions = eventTypes
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return { ...query, actions, from: startDate ?? new Date(end - defaultDays * dayMs).toISOString(), to: endDate };
}

const sealOf = ({ number, hash, throughId, sealedAt }: Seal): AuditSeal => ({
  segment: number,
  hash: hash.toString('hex'),
  throughId,
  sealedAt: sealedAt.toISOString(),
});

/** The audit rows as they were written. */
export const auditHandlers = ({ config, database, secrets }: Services): Handlers<typeof audit> => ({
  list: ({ query }) => inOneSnapshot(database, (tx) => auditPage(tx, query)),

  types: () =>
    inOneSnapshot(database, async (tx) => ({
      types: await distinctValues(tx, 'targetType'),
      eventTypes: await distinctValues(tx, 'action'),
    })),

  user: ({ query: { eventType, ...query } }) =>
    inOneSnapshot(database, (tx) => auditPage(tx, { ...trailOf(query), action: eventType })),

  entries: ({ params: { type }, query }) => inOneSnapshot(database, (tx) => auditPage(tx, { ...trailOf(query), type })),

  record: ({ params: { type, id }, query }) =>
    inOneSnapshot(database, (tx) => auditPage(tx, { ...trailOf(query), type, target: id })),

  get: async ({ params: { id } }) => requireEntry(await auditEntryOf(database.db, id), id),

  events: ({ params: { id } }) =>
    inOneSnapshot(database, async (tx) => ({
      items: await eventsOf(tx, requireEntry(await auditEntryOf(tx, id), id)),
    })),

  verify: async ({ query: { from, segment, hash } }) => {
    const keys = await loadSealKeys(secrets);
    const head = await readHead(headFileOf(config));
    return inOneSnapshot(database, async (tx) => {
      const ownHead = head?.database === (await databaseIdentity(tx)) ? head : undefined;
      const known = [
        ...(ownHead ? [ownHead] : []),
        ...(segment !== undefined && hash !== undefined ? [{ number: segment, hash }] : []),
      ];
      const { last, ...part } = await verifyChain(tx, keys, from, known);
      return {
        ...part,
        state: part.problem === null ? ('whole' as const) : ('broken' as const),
        last: last ? sealOf(last) : null,
        unsealed: await unsealedEvents(tx),
        head: ownHead ? ('compared' as const) : head ? ('otherDatabase' as const) : ('none' as const),
        headSegment: ownHead ? { segment: ownHead.number, hash: ownHead.hash } : null,
      };
    });
  },

  run: async ({ params: { runId } }) => {
    const run = await inOneSnapshot(database, (tx) => runSummary(tx, runId));
    if (run === undefined) throw new ApiProblem('E-NOT-FOUND', { message: `Nothing was done under the run ${runId}.` });
    return run;
  },
});

function requireEntry<T>(entry: T | undefined, id: number): T {
  if (entry === undefined) throw new ApiProblem('E-NOT-FOUND', { message: `The audit trail has no entry ${id}.` });
  return entry;
}
