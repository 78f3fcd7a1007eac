import type { FastifyBaseLogger } from 'fastify';
import { forgetExpiredCaptures } from '../capture/captureStore.ts';
import type { Config } from '../config.ts';
import { foldListCounts } from '../database/listCounts.ts';
import type { Database } from '../database/openDatabase.ts';
import { deleteOldTraffic } from '../exchange/traffic.ts';
import { every } from '../jobs/every.ts';
import { forgetOldRegistrations } from '../registration/registrationLinks.ts';
import { deleteOldDeliveries } from '../webhooks/deliveryStore.ts';

const hourly = 60 * 60_000;
const foldIntervalMs = 2_000;

/** Forgets the answers kept for Idempotency-Key after their 24 hours (CO-2). Several processes doing so disturb nobody. */
export async function forgetOldResponses(database: Pick<Database, 'pool'>): Promise<void> {
  await database.pool.query(`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
}

/** Deletes what is left of verifications that ended: the data of people at their end, the rest a day later, so that a late caller learns why. */
export async function forgetOldVerifications(database: Pick<Database, 'pool'>): Promise<void> {
  await database.pool.query('delete from verification_sessions where expires_at < now()');
  await database.pool.query('delete from legacy_quizzes where expires_at < now()');
  await database.pool.query(`delete from proofing_initiations where expires_at < now() - interval '1 day'`);
  await database.pool.query('delete from demo_proofing where expires_at < now()');
}

/** Forgets jobs the queue has given up a week ago; what came of the mail or the call stands in its own record. */
export async function forgetGivenUpJobs(database: Pick<Database, 'pool'>): Promise<void> {
  await database.pool.query(`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'))`);
}

/** Keeps the tables of the platform itself small while the server runs. Gives back how to stop it. */
export function startHousekeeping(
  database: Pick<Database, 'pool'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { exchange, jobs }: Pick<Config, 'exchange' | 'jobs'>,
): () => Promise<void> {
  const timer = setInterval(() => {
    forgetOldResponses(database).catch((error: unknown) => log.warn({ err: error }, 'could not forget old answers'));
    forgetExpiredCaptures(database).catch((error: unknown) =>
      log.warn({ err: error }, 'could not forget old captures'),
    );
    forgetOldVerifications(database).catch((error: unknown) =>
      log.warn({ err: error }, 'could not forget old verifications'),
    );
    forgetOldRegistrations(database).catch((error: unknown) =>
      log.warn({ err: error }, 'could not forget old registrations'),
    );
    deleteOldTraffic(database).catch((error: unknown) => log.warn({ err: error }, 'could not forget old numbers'));
    forgetGivenUpJobs(database).catch((error: unknown) => log.warn({ err: error }, 'could not forget old jobs'));
    deleteOldDeliveries(database, exchange.webhooks.logDays).catch((error: unknown) =>
      log.warn({ err: error }, 'could not delete old webhook deliveries'),
    );
  }, hourly);
  timer.unref();
  const stopFold = jobs.enabled
    ? every(foldIntervalMs, () => foldListCounts(database), log, 'could not fold the counts of lists')
    : undefined;
  return async () => {
    clearInterval(timer);
    await stopFold?.();
  };
}
