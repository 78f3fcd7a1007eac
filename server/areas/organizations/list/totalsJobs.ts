import type { Database } from '../../../database/openDatabase.ts';
import { faultOf } from '../../../jobs/faultOf.ts';
import { refreshGramCounts } from './gramCounts.ts';

/** Changes are kept for at least this long, so a count that was used in the meantime never has to be made again. */
const keepMinutes = 60;
const everyMs = 5 * 60_000;
const firstAfterMs = 3_000;

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
 * Forgets changes that every count still in use has behind it: what was finished an hour ago. The bound is the oldest transaction
 * that ran then, not a clock, so a transaction that stays open for hours loses nothing. Any process may do it, one at a time.
 */
export async function pruneCountChanges(database: Pick<Database, 'pool'>, keep = keepMinutes): Promise<void> {
  await database.pool.query(prune, [keep]);
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
 * A backup restored into a new PostgreSQL brings transaction numbers that lie in the future there: whatever names one is from
 * another time and would be mistaken for changes yet to come.
 */
export async function forgetOtherTimes(database: Pick<Database, 'pool'>): Promise<void> {
  await database.pool.query(heal);
}

export interface JobLog {
  warn(facts: object, message: string): void;
}

/** Keeps the exact totals cheap while the server runs. Gives back how to stop it. */
export function startTotalsJobs(database: Database, log?: JobLog): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const work = () => {
    running = forgetOtherTimes(database)
      .then(() => refreshGramCounts(database))
      .then(() => pruneCountChanges(database))
      // Totals stay exact without it, only slower: the next turn tries again.
      .catch((error: unknown) => log?.warn({ fault: faultOf(error) }, 'could not tidy up the counts of organizations'));
  };
  const first = setTimeout(work, firstAfterMs).unref();
  const timer = setInterval(work, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    return running;
  };
}
