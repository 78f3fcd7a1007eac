import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../../http/areaEntry.ts';
import { every } from '../../jobs/every.ts';
import { foldMessageCounts } from '../../odata/messageCounts.ts';

const foldEveryMs = 2_000;

type JobParts = Pick<Services, 'config' | 'database'> & { readonly log: Pick<FastifyBaseLogger, 'warn'> };

/** Folds the counts of messages while the server runs; servers without jobs leave it to the others. */
export function startInspectorJobs({ config, database, log }: JobParts): () => Promise<void> {
  if (!config.jobs.enabled) return () => Promise.resolve();
  // Numbers stay exact without it, only dearer.
  return every(foldEveryMs, () => foldMessageCounts(database), log, 'could not fold the numbers of messages');
}
