import { and, asc, desc, eq, gt, isNull, like, lte, type SQL, sql } from 'drizzle-orm';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { emergencies as contract, Emergency, EmergencyImpact } from '../../../shared/contract/emergencies.ts';
import type { DateModel } from '../../../shared/rules/dates.ts';
import { type EmergencyOrganization, type EmergencyState, emergencyState } from '../../../shared/rules/emergency.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { alternateOids, directoryEntries } from '../../database/schema/carequality.ts';
import { emergencies, knownOrganizations } from '../../database/schema/emergencies.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { organizationUsers } from '../../database/schema/people.ts';
import type { Transaction } from '../../database/transaction.ts';
import { containing } from '../../database/likePattern.ts';

type Row = typeof emergencies.$inferSelect;

/** The record on a day, in the time zone of the installation. */
export const emergencyOf = (
  { id, name, disabledDate, startDate, organizations: members, version }: Row,
  today: DateModel,
): Emergency => {
  const state = emergencyState(disabledDate, today);
  return {
    id,
    name,
    disabledDate,
    organizations: [...members],
    isDisabled: state === 'disabled',
    state,
    startDate,
    version,
  };
};

const inState = (state: EmergencyState, today: DateModel): SQL =>
  ({
    active: isNull(emergencies.disabledDate),
    scheduled: gt(emergencies.disabledDate, today),
    disabled: lte(emergencies.disabledDate, today),
  })[state];

/** The search looks into names and organizations. */
export async function emergencyPage(
  { db }: Database,
  { search, sortDir, pageNumber, pageSize, state }: HandlerInput<typeof contract.list>['query'],
  today: DateModel,
) {
  const direction = sortDir === 'asc' ? asc : desc;
  const pattern = search && containing(search.toLowerCase());
  const where = and(pattern ? like(emergencies.searchText, pattern) : undefined, state && inState(state, today));
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(emergencies)
      .where(where)
      .orderBy(direction(sql`lower(${emergencies.name})`), direction(emergencies.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(emergencies, where),
  ]);
  return { items: rows.map((row) => emergencyOf(row, today)), totalCount, today };
}

export async function findEmergency(db: Drizzle, id: string): Promise<Row | undefined> {
  const [row] = await db.select().from(emergencies).where(eq(emergencies.id, id));
  return row;
}

/** Locks the record until the transaction ends. */
export async function lockEmergency(tx: Transaction, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(emergencies).where(eq(emergencies.id, id)).for('update');
  return row;
}

export async function insertEmergency(tx: Transaction, values: typeof emergencies.$inferInsert): Promise<Row> {
  const [row] = await tx.insert(emergencies).values(values).returning();
  if (!row) throw new Error('The emergency was not inserted.');
  return row;
}

export async function updateEmergency(
  tx: Transaction,
  id: string,
  columns: Partial<typeof emergencies.$inferInsert>,
): Promise<Row> {
  const [row] = await tx
    .update(emergencies)
    .set({ ...columns, version: sql`${emergencies.version} + 1` })
    .where(eq(emergencies.id, id))
    .returning();
  if (!row) throw new Error('The emergency was not updated.');
  return row;
}

/** Emergencies whose disabled date has come and is not recorded yet. */
export async function dueEmergencies(tx: Transaction, today: DateModel): Promise<string[]> {
  const rows = await tx
    .select({ id: emergencies.id })
    .from(emergencies)
    .where(and(isNull(emergencies.disabledAt), lte(emergencies.disabledDate, today)))
    .limit(100);
  return rows.map(({ id }) => id);
}

/** Organizations of the platform with each OID: their own one, those of their directory entries, their alternate ones. */
export async function impactOf(db: Drizzle, members: readonly EmergencyOrganization[]): Promise<EmergencyImpact> {
  const { rows } = await db.execute<{ oid: string | null; organizations: number; users: number }>(sql`
    with members as (select distinct oid from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m(oid text)),
    matches as (
      select m.oid, o.id from members m join ${organizations} o on o.carequality_oid = m.oid
      union select m.oid, d.organization_id from members m join ${directoryEntries} d on d.oid = m.oid
      union select m.oid, a.organization_id from members m join ${alternateOids} a on a.value in (m.oid, 'urn:oid:' || m.oid))
    select m.oid, count(distinct m.id)::int as organizations, count(distinct u.user_id)::int as users
    from matches m left join ${organizationUsers} u on u.organization_id = m.id
    group by grouping sets ((m.oid), ())`);
  const countsOf = (oid: string | null) => {
    const row = rows.find((one) => one.oid === oid);
    return { organizationCount: row?.organizations ?? 0, userCount: row?.users ?? 0 };
  };
  return { ...countsOf(null), organizations: members.map(({ name, oid }) => ({ name, oid, ...countsOf(oid) })) };
}

const candidateCount = 20;

/** Organizations with an OID: known ones of emergencies first, then directory entries, then organizations of the platform. */
export async function candidatesFor(db: Drizzle, search: string): Promise<EmergencyOrganization[]> {
  const pattern = containing(search);
  const { rows } = await db.execute<{ oid: string; name: string }>(sql`
    select oid, name from (
      select distinct on (oid) oid, name, rank from (
        (select oid, name, 1 as rank from ${knownOrganizations}
         where name ilike ${pattern} or oid ilike ${pattern} order by lower(name) limit ${candidateCount})
        union all
        (select oid, display_name, 2 from ${directoryEntries}
         where (display_name || ' ' || oid) ilike ${pattern} limit ${candidateCount})
        union all
        (select carequality_oid, name, 3 from ${organizations}
         where carequality_oid is not null and (name ilike ${pattern} or carequality_oid ilike ${pattern}) limit ${candidateCount})
      ) matches order by oid, rank
    ) candidates order by rank, lower(name), oid limit ${candidateCount}`);
  return rows.map(({ oid, name }) => ({ oid, name }));
}
