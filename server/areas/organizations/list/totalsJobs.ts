import type { Database } from '../../../database/openDatabase.ts';
import { faultOf } from '../../../jobs/faultOf.ts';
import { refreshGramCounts } from './gramCounts.ts';

/** Changes are stored for at least this time, so that a count in use is never counted again. */
const minAgeMinutes = 60;
const intervalMs = 5 * 60_000;
const firstRunMs = 3_000;

const prune = `
  with due as (
    select candidate from organization_count_horizon
    where candidate_at < now() - make_interval(mins => $1) for update skip locked),
  deleted as (
    delete from organization_count_changes where xid < (select candidate from due))
  update organization_count_horizon set
    pruned_below = greatest(pruned_below, candidate),
    candidate = pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
    candidate_at = now()
  where exists (select from due)`;

/**
 * Deletes changes that every count in use includes: those committed an hour ago. The limit is the oldest transaction that ran then, not a
 * time, so a transaction that stays open for hours loses nothing. Any process may do it, one at a time.
 */
export async function pruneCountChanges(database: Pick<Database, 'pool'>, minutes = minAgeMinutes): Promise<void> {
  await database.pool.query(prune, [minutes]);
}

const heal = `
  with next as (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xid),
  changes as (delete from organization_count_changes where xid >= (select xid from next)),
  grams as (
    delete from organization_gram_counts where split_part(snapshot, ':', 2)::bigint > (select xid from next))
  update organization_count_horizon set
    pruned_below = least(pruned_below, (select xid from next)), candidate = least(candidate, (select xid from next))
  where greatest(pruned_below, candidate) > (select xid from next)`;

/**
 * A backup restored into a new PostgreSQL has transaction ids that are in the future there: rows with such an id would be taken for changes
 * that are not committed yet.
 */
export async function deleteFutureRows(database: Pick<Database, 'pool'>): Promise<void> {
  await database.pool.query(heal);
}

export interface JobLog {
  warn(details: object, message: string): void;
}

/** Maintains the counts behind the exact totals while the server runs; returns a function that stops it. */
export function startTotalsJobs(database: Database, log?: JobLog): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const maintain = () => {
    running = deleteFutureRows(database)
      .then(() => refreshGramCounts(database))
      .then(() => pruneCountChanges(database))
      // Totals stay exact without it, only slower; the next run tries again.
      .catch((error: unknown) =>
        log?.warn({ fault: faultOf(error) }, 'the counts of organizations were not maintained'),
      );
  };
  const first = setTimeout(maintain, firstRunMs).unref();
  const timer = setInterval(maintain, intervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    return running;
  };
}
