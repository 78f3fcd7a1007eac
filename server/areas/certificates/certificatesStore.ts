import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, getTableColumns, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Certificate, certificates as contract } from '../../../shared/contract/certificates.ts';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import { containing } from '../../database/likePattern.ts';
import { newId } from '../../database/newId.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { certificates } from '../../database/schema/certificates.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { CertificateReading } from './readCertificate.ts';
import type { UsedHost } from './usedHosts.ts';

export type CertificateRow = typeof certificates.$inferSelect;

const { kinds: _kinds, mailedFor: _mailedFor, ...columns } = getTableColumns(certificates);

const read = (db: Drizzle) =>
  db
    .select({
      ...columns,
      daysLeft: sql<number | null>`floor(extract(epoch from ${certificates.validTo} - now()) / 86400)::int`,
      hasEnded: sql<boolean>`${hasEnded}`,
    })
    .from(certificates);

/** Also of one that has ended since it was read. */
const hasEnded: SQL = sql`coalesce(${certificates.validTo} <= now(), false)`;

const itemOf = ({ hasEnded: isOver, ...row }: Awaited<ReturnType<typeof read>>[number]): Certificate => ({
  ...row,
  problem: row.problem ?? (isOver ? 'expired' : null),
  validFrom: row.validFrom?.toISOString() ?? null,
  validTo: row.validTo?.toISOString() ?? null,
  checkedAt: row.checkedAt?.toISOString() ?? null,
});

const order = { validTo: certificates.validTo, host: certificates.host, checkedAt: certificates.checkedAt };

/** The search looks into hosts, subjects, issuers, and names of what calls them. Hosts that were never read are at the end that comes first. */
export const certificatePage = (database: Database, query: HandlerInput<typeof contract.list>['query']) =>
  inOneSnapshot(database, async (tx) => {
    const { pageNumber, pageSize, sort, sortDir, search, endsWithinDays, hasProblem, usedBy } = query;
    const pattern = search && containing(search);
    const where = and(
      pattern
        ? or(
            ilike(certificates.host, pattern),
            ilike(certificates.subject, pattern),
            ilike(certificates.issuer, pattern),
            sql`exists (select from jsonb_array_elements(${certificates.uses}) used where used ->> 'name' ilike ${pattern})`,
          )
        : undefined,
      endsWithinDays === undefined
        ? undefined
        : sql`${certificates.validTo} < now() + make_interval(days => ${endsWithinDays}::int)`,
      hasProblem === undefined ? undefined : sql`(${certificates.problem} is not null or ${hasEnded}) = ${hasProblem}`,
      usedBy === undefined ? undefined : sql`${usedBy} = any(${certificates.kinds})`,
    );
    const direction = sortDir === 'asc' ? asc : desc;
    const nulls = sql.raw(sortDir === 'asc' ? 'asc nulls first' : 'desc nulls last');
    const rows = await read(tx)
      .where(where)
      .orderBy(sql`${order[sort]} ${nulls}`, direction(certificates.host), direction(certificates.port))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize);
    return { items: rows.map(itemOf), totalCount: await tx.$count(certificates, where) };
  });

export async function findCertificate(db: Drizzle, id: string): Promise<Certificate | undefined> {
  const [row] = await read(db).where(eq(certificates.id, id));
  return row && itemOf(row);
}

export async function storedHost(db: Drizzle, id: string): Promise<CertificateRow | undefined> {
  const [row] = await db.select().from(certificates).where(eq(certificates.id, id));
  return row;
}

/** Holds the host until the transaction ends. */
export async function lockHost(tx: Transaction, id: string): Promise<CertificateRow | undefined> {
  const [row] = await tx.select().from(certificates).where(eq(certificates.id, id)).for('update');
  return row;
}

const chunk = 500;

/** Until the transaction ends no other one reads or stores which hosts are called. */
export const lockHosts = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('certificates', 727307024))`);

/** Stores which hosts are called; hosts that are no longer called are deleted with their certificates. */
export async function saveHosts(tx: Transaction, hosts: readonly UsedHost[]): Promise<void> {
  const { host, port, uses, useCount } = certificates;
  const stored = await tx.select({ id: certificates.id, host, port, uses, useCount }).from(certificates);
  const keyOf = (one: Pick<UsedHost, 'host' | 'port'>) => `${one.host} ${one.port}`;
  const storedByKey = new Map(stored.map((row) => [keyOf(row), row]));
  const isSame = (one: UsedHost) => {
    const row = storedByKey.get(keyOf(one));
    return row?.useCount === one.useCount && isDeepStrictEqual(row.uses, one.uses);
  };
  const changed = hosts.filter((one) => !isSame(one)).map((one) => ({ id: newId(), ...one }));
  for (let start = 0; start < changed.length; start += chunk)
    await tx
      .insert(certificates)
      .values(changed.slice(start, start + chunk))
      .onConflictDoUpdate({
        target: [host, port],
        set: { uses: sql`excluded.uses`, useCount: sql`excluded.use_count`, kinds: sql`excluded.kinds` },
      });
  const used = new Set(hosts.map(keyOf));
  const unused = stored.filter((row) => !used.has(keyOf(row))).map(({ id }) => id);
  if (unused.length > 0) await tx.delete(certificates).where(inArray(certificates.id, unused));
}

/** Hosts without a check since a time, those that wait longest first. */
export const dueHosts = (db: Drizzle, since: string, limit: number): Promise<CertificateRow[]> =>
  db
    .select()
    .from(certificates)
    .where(or(isNull(certificates.checkedAt), lt(certificates.checkedAt, sql`${since}::timestamptz`)))
    .orderBy(sql`${certificates.checkedAt} nulls first`, asc(certificates.id))
    .limit(limit);

/** The last certificate stays where none could be read. */
export async function saveReading(tx: Transaction, id: string, reading: CertificateReading): Promise<void> {
  const { certificate, problem, problemCode } = reading;
  await tx
    .update(certificates)
    .set({ ...certificate, problem, problemCode, checkedAt: sql`now()` })
    .where(eq(certificates.id, id));
}

export async function saveMailed(tx: Transaction, id: string, mailedFor: Date): Promise<void> {
  await tx.update(certificates).set({ mailedFor }).where(eq(certificates.id, id));
}

/** Time of the database, by which checks are stored, and the number of hosts. */
export async function startOfCheck(tx: Transaction): Promise<{ requestedAt: string; hostCount: number }> {
  const { rows } = await tx.execute<{ requestedAt: string; hostCount: number }>(sql`
    select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "requestedAt", count(*)::int as "hostCount"
    from certificates`);
  const [row] = rows;
  if (!row) throw new Error('The hosts were not counted.');
  return row;
}
