import { type SQL, sql } from 'drizzle-orm';
import type { HomeNumberRow } from '../../../shared/contract/home.ts';
import { certificateSoonDays } from '../../../shared/rules/certificate.ts';
import { type HomeNumber, homeNumberPath, homeNumbers } from '../../../shared/rules/homeNumbers.ts';
import { listCount } from '../../database/listCounts.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database } from '../../database/openDatabase.ts';
import type { Transaction } from '../../database/transaction.ts';
import { workflowTotals } from '../../exchange/traffic.ts';

interface Read {
  readonly name: HomeNumber;
  /** Null where it could not be read. */
  readonly count: number | null;
  readonly recordId?: string | null;
  readonly recordName?: string | null;
}

/** Reads some of the numbers in one statement; `names` are those that are missing where it fails. */
interface Reader {
  readonly names: readonly HomeNumber[];
  readonly read: (tx: Transaction, today: string) => Promise<readonly Read[]>;
}

type Counts = Readonly<Record<string, number>>;
const firstRow = async (tx: Transaction, text: ReturnType<typeof sql>): Promise<Counts | undefined> =>
  (await tx.execute<Record<string, number>>(text)).rows[0];

const stateCounts = sql`
  coalesce(sum(count), 0)::int as organizations,
  coalesce(sum(count) filter (where is_activated), 0)::int as "organizationsActivated",
  coalesce(sum(count) filter (where not is_activated), 0)::int as "organizationsNotActivated",
  coalesce(sum(count) filter (where not is_enabled), 0)::int as "organizationsDisabled",
  coalesce(sum(count) filter (where is_canceling), 0)::int as "organizationsCanceling"`;

/** From the counts that the list has (filterCounts.ts of the organizations) and the changes since; no row where none are stored. */
const storedStates = sql`
  with base as (
    select snapshot::pg_snapshot as snapshot, split_part(snapshot, ':', 1)::bigint as oldest from organization_gram_counts
    where (select pruned_below from organization_count_horizon) <= split_part(snapshot, ':', 1)::bigint
      and split_part(snapshot, ':', 2)::bigint <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint),
  counted as (
    select is_activated, is_enabled, is_canceling, count from organization_filter_counts where dimension = 'all'
    union all
    select is_activated, is_enabled, is_canceling, sign from organization_count_changes, base
    where xid >= base.oldest and not pg_visible_in_snapshot(xid::text::xid8, base.snapshot))
  select ${stateCounts} from counted having exists (select from base)`;

const countedStates = sql`
  select ${stateCounts} from (
    select is_activated, is_enabled, cancel_at is not null as is_canceling, count(*) as count from organizations group by 1, 2, 3) counted`;

/**
 * Integrations that some organizations have and may not use: no enabled entry of the whitelist is for every organization. Of the organizations
 * that have one, counted in the order of an index, those with an entry of their own are taken off.
 */
const blockedIntegrations = sql`
  select i.id, i.name, (have.count - allowed.count)::int as count
  from integrations i
  cross join lateral (select count(distinct o.organization_id) as count from organization_integrations o where o.type = i.type) have
  cross join lateral (
    select count(distinct o.organization_id) as count
    from integration_whitelist w join organization_integrations o on o.type = i.type and o.organization_id = w.organization_id
    where w.integration_id = i.id and w.is_enabled) allowed
  where not exists (select from integration_whitelist w where w.integration_id = i.id and w.is_enabled and w.organization_id is null)
    and have.count > allowed.count
  order by lower(i.name)`;

const organizationStates = [
  'organizations',
  'organizationsActivated',
  'organizationsNotActivated',
  'organizationsDisabled',
  'organizationsCanceling',
] as const satisfies readonly HomeNumber[];

const states: Reader = {
  names: organizationStates,
  async read(tx) {
    const counts = (await firstRow(tx, storedStates)) ?? (await firstRow(tx, countedStates));
    return organizationStates.map((name) => ({ name, count: counts?.[name] ?? 0 }));
  },
};

const blocked: Reader = {
  names: ['integrationBlocked'],
  async read(tx) {
    const { rows } = await tx.execute<{ id: string; name: string; count: number }>(blockedIntegrations);
    return rows.map(({ id, name, count }) => ({ name: 'integrationBlocked', recordId: id, recordName: name, count }));
  },
};

/** The conditions are those of the lists that the numbers lead to; a test compares both. */
const counts = {
  usersLocked: () => sql`select count(*) from users where deleted_at is null and lower(user_name) in (
    select user_name from login_failures where kind = 'user' and locked_until > ${new Date().toISOString()}::timestamptz)`,
  usersDisabled: () => sql`select ${listCount('users', { isDeleted: false, isEnabled: false })}`,
  webhooksFailing: () => sql`select count(*) from webhooks where failing_since is not null`,
  certificatesEnding: () =>
    sql`select count(*) from certificates where valid_to < now() + make_interval(days => ${certificateSoonDays}::int)`,
  certificatesInvalid: () => sql`select count(*) from certificates where problem is not null or valid_to <= now()`,
  emergenciesScheduled: (today: string) => sql`select count(*) from emergencies where disabled_date > ${today}`,
  alertsOpen: () => sql`select count(*) from system_alerts where state <> 'resolved'`,
  workflowsFailed: () => sql`select coalesce(sum(count), 0) from ${workflowTotals} w where status = 'Failed'`,
  jobsFailed: () => sql`select count(*) from graphile_worker.jobs where locked_at is null and attempts >= max_attempts`,
} as const satisfies Partial<Record<HomeNumber, (today: string) => SQL>>;
type Counted = keyof typeof counts;
const counted = Object.keys(counts) as readonly Counted[];

const countsOf = (names: readonly Counted[]): Reader => ({
  names,
  async read(tx, today) {
    const columns = names.map((name) => sql`(${counts[name](today)})::int as ${sql.identifier(name)}`);
    const row = await firstRow(tx, sql`select ${sql.join(columns, sql`, `)}`);
    return names.map((name) => ({ name, count: row?.[name] ?? 0 }));
  },
});

type OnFailure = (names: readonly HomeNumber[], error: unknown) => void;

/** All numbers from one snapshot; those that cannot be read are null and do not affect the others. */
export async function readNumbers(database: Pick<Database, 'pool'>, today: string, onFailure: OnFailure) {
  const at = new Date().toISOString();
  const rows = await inOneSnapshot(database, async (tx) => {
    const read: Read[] = [];
    for (const reader of [states, countsOf(counted), blocked]) read.push(...(await reader.read(tx, today)));
    return read;
  }).catch(() => readEach(database, today, onFailure));
  const items = rows.map(rowOf).toSorted((a, b) => homeNumbers.indexOf(a.name) - homeNumbers.indexOf(b.name));
  return { at, items };
}

/** Each number with a savepoint of its own: as slow as that, so only after a failure. */
const readEach = (database: Pick<Database, 'pool'>, today: string, onFailure: OnFailure) =>
  inOneSnapshot(database, async (tx) => {
    const rows: Read[] = [];
    for (const { names, read } of [states, ...counted.map((name) => countsOf([name])), blocked]) {
      await tx.execute(sql`savepoint number`);
      const some = await read(tx, today).catch(async (error: unknown): Promise<readonly Read[]> => {
        // Where the connection itself is gone this fails too, and with it the call.
        await tx.execute(sql`rollback to savepoint number`);
        onFailure(names, error);
        return names.map((name) => ({ name, count: null }));
      });
      rows.push(...some);
    }
    return rows;
  });

const rowOf = ({ name, count, recordId = null, recordName = null }: Read): HomeNumberRow => ({
  name,
  count,
  recordId,
  recordName,
  path: homeNumberPath(name, recordId),
});
