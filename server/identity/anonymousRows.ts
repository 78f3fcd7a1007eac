import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database/openDatabase.ts';
import { oidcPayloads } from '../database/schema/records.ts';
import { ApiProblem } from '../http/problem.ts';
import { addressShare } from './addressShare.ts';
import { createQueue } from './oneAtATime.ts';

export interface AnonymousLimits {
  /** Rows that one client address may have, and start within a minute. */
  readonly signInPerMinute: number;
  /** Rows of all client addresses together. */
  readonly pendingSignIns: number;
}

const minuteMs = 60_000;
/** Rows older than this make room for new ones when there are too many of all addresses. */
const staleAfterMs = 10 * minuteMs;

interface Usage {
  readonly own: number;
  /** When the newest row but `signInPerMinute - 1` was made. */
  readonly limitingAt: Date | null;
}

/** Columns of such a row. */
interface AnonymousColumns {
  readonly anonymousAddress: string | null;
  readonly createdAt?: Date;
}

const ownQueue = createQueue();
const commonQueue = createQueue();
/** Requests of one address that may wait for their turn. */
const maxWaiting = 100;

/**
 * Stores a row for a caller who has not signed in: a sign-in that begins, a form's session, a device code. Each client address has a ring:
 * above its size the oldest row goes, and more than that within a minute is refused (429). In total the address with the most rows gives
 * one up, so that a flood does not push out the sign-in of another address. The counts are in the database, so processes share
 * them; inside a process rows are stored one after the other, so that parallel requests do not pass the limit together.
 */
export async function storeAnonymous<T>(
  database: Database,
  limits: AnonymousLimits,
  address: string,
  store: (columns: AnonymousColumns) => Promise<T>,
): Promise<T> {
  const share = addressShare(address);
  if (ownQueue.waiting(share) >= maxWaiting) throw tooMany(60);
  return ownQueue.run(share, async () => {
    const usage = await usageOf(database, share, limits.signInPerMinute);
    const isFull = usage.own >= limits.signInPerMinute;
    const age = Date.now() - (usage.limitingAt?.getTime() ?? 0);
    if (isFull && age < minuteMs) throw tooMany(Math.ceil((minuteMs - age) / 1000));
    return commonQueue.run('', async () => {
      if (isFull) await dropOldest(database, share, usage.own - limits.signInPerMinute + 1);
      else await makeRoom(database, usage.own, limits.pendingSignIns);
      return store({ anonymousAddress: share, createdAt: new Date() });
    });
  });
}

async function usageOf(database: Database, share: string, limit: number): Promise<Usage> {
  const { rows } = await database.db.execute<{ own: number; limiting_at: Date | string | null }>(sql`
    select count(*)::int as own,
      (select created_at from oidc_payloads where anonymous_address = ${share}
        order by created_at desc offset ${limit - 1} limit 1) as limiting_at
    from oidc_payloads where anonymous_address = ${share}`);
  const [{ own, limiting_at: limiting } = { own: 0, limiting_at: null }] = rows;
  return { own, limitingAt: limiting === null ? null : new Date(limiting) };
}

async function dropOldest(database: Database, share: string, count: number): Promise<void> {
  const oldest = sql`(select ctid from oidc_payloads where anonymous_address = ${share} order by created_at limit ${count})`;
  await database.db.execute(sql`delete from oidc_payloads where ctid in ${oldest}`);
}

/** At the limit expired and stale rows go, else one of the address with the most; refused where no address has two more than the caller's. */
async function makeRoom(database: Database, own: number, limit: number): Promise<void> {
  const { db } = database;
  const count = await db.$count(oidcPayloads, isNotNull(oidcPayloads.anonymousAddress));
  if (count < limit) return;
  const now = new Date();
  const stale = new Date(now.getTime() - staleAfterMs);
  const cleaned = await db.execute(sql`
    delete from oidc_payloads where anonymous_address is not null
      and (expires_at <= ${now}::timestamptz or created_at <= ${stale}::timestamptz)`);
  if ((cleaned.rowCount ?? 0) > 0) return;
  const given = await db.execute(sql`
    with largest as (
      select anonymous_address from oidc_payloads where anonymous_address is not null
      group by 1 having count(*) > ${own + 1} order by count(*) desc limit 1)
    delete from oidc_payloads where ctid in (
      select p.ctid from oidc_payloads p join largest using (anonymous_address) order by p.created_at limit 1)`);
  if ((given.rowCount ?? 0) === 0) throw tooMany(60);
}

const tooMany = (seconds: number) =>
  new ApiProblem('E-RATE-LIMITED', {
    message: 'Too many sign-ins were started from your network address. Wait a minute and start again.',
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  });

const anonymousModels = new Set(['Interaction', 'Session', 'DeviceCode']);

interface Payload {
  readonly accountId?: string | undefined;
  readonly session?: unknown;
  readonly result?: unknown;
}

/** Whether no user stands behind the row yet. An interaction of a user who is signed in carries the session. */
const isAnonymous = (model: string, { accountId, session, result }: Payload): boolean =>
  anonymousModels.has(model) && accountId === undefined && session === undefined && result === undefined;

interface Row {
  readonly model: string;
  readonly id: string;
  readonly payload: Payload;
  /** Network address of the caller. */
  readonly address: string;
}

/** Stores a row of the provider; an anonymous one that is stored already needs no room. */
export async function storeLimited(
  database: Database,
  limits: AnonymousLimits,
  { model, id, payload, address }: Row,
  store: (columns: Partial<AnonymousColumns>) => Promise<void>,
): Promise<void> {
  if (!isAnonymous(model, payload)) return store({ anonymousAddress: null });
  const stored = await database.db
    .select({ one: sql`1` })
    .from(oidcPayloads)
    .where(and(eq(oidcPayloads.model, model), eq(oidcPayloads.id, id)));
  return stored.length > 0 ? store({}) : storeAnonymous(database, limits, address, store);
}
