import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../../http/areaEntry.ts';
import { every } from '../../jobs/every.ts';
import { databaseIdentity, headFileOf, writeHead } from './chain/headFile.ts';
import { removeOldEvents } from './chain/removeOldEvents.ts';
import { loadSealKeys } from './chain/sealKeys.ts';
import { sealSegment } from './chain/sealSegments.ts';
import type { Seal } from './chain/segments.ts';

const sealEveryMs = 60_000;
const removeEveryMs = 60 * 60_000;

type JobParts = Pick<Services, 'config' | 'database' | 'secrets'> & {
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
};

/** Seals the new audit events each minute, and removes old ones where a retention is set. */
export function startAuditJobs({ config, database, secrets, log }: JobParts): () => Promise<void> {
  if (!config.jobs.enabled) return () => Promise.resolve();
  const stopSealing = every(
    sealEveryMs,
    () => sealNewEvents({ config, database, secrets, log }),
    log,
    'could not seal the audit trail',
  );
  const { auditRetentionYears: years } = config;
  const stopRemoving =
    years === null
      ? undefined
      : every(
          removeEveryMs,
          async () => {
            const keys = await loadSealKeys(secrets);
            while ((await removeOldEvents(database, keys, years)) > 0);
          },
          log,
          'could not remove old audit events',
        );
  return async () => {
    await Promise.all([stopSealing(), stopRemoving?.()]);
  };
}

/** Seals all new events and stores the newest segment outside the database: in the head file and in the log. */
export async function sealNewEvents({ config, database, secrets, log }: JobParts): Promise<void> {
  const keys = await loadSealKeys(secrets);
  let newest: Seal | undefined;
  for (let seal = await sealSegment(database, keys); seal; seal = await sealSegment(database, keys)) newest = seal;
  if (!newest) return;
  await writeHead(headFileOf(config), await databaseIdentity(database.db), newest);
  log.info({ segment: newest.number, hash: newest.hash.toString('hex') }, 'audit trail sealed');
}
