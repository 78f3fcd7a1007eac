import type { FastifyBaseLogger } from 'fastify';
import { evaluateAlerts } from '../../exchange/alerts/evaluateAlerts.ts';
import { foldTraffic } from '../../exchange/traffic.ts';
import type { Services } from '../../http/areaEntry.ts';
import { every } from '../../jobs/every.ts';

const foldIntervalMs = 2_000;
const evaluateIntervalMs = 15_000;

type JobParts = Pick<Services, 'config' | 'database'> & { readonly log: Pick<FastifyBaseLogger, 'warn'> };

/** Folds the counts and evaluates the alert rules while the server runs; servers without jobs leave it to the others. */
export function startDiagnosticsJobs({ config, database, log }: JobParts): () => Promise<void> {
  if (!config.jobs.enabled) return () => Promise.resolve();
  const stopFold = every(
    foldIntervalMs,
    () => foldTraffic(database),
    log,
    'could not fold the counts of the dashboard',
  );
  const evaluate = () => evaluateAlerts({ database, config });
  const stopAlerts = every(evaluateIntervalMs, evaluate, log, 'could not evaluate the alert rules');
  return async () => {
    await Promise.all([stopFold(), stopAlerts()]);
  };
}
