import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../../http/areaEntry.ts';
import { inTransaction } from '../../database/transaction.ts';
import { every } from '../../jobs/every.ts';
import { databaseIdentity, headFileOf, readHead, writeHead } from './chain/headFile.ts';
import { removeOldEvents } from './chain/removeOldEvents.ts';
import { loadSealKeys, type SealKeys } from './chain/sealKeys.ts';
import { lockSealing, sealSegment } from './chain/sealSegments.ts';
import { hasSegment, isSignedSeal, lastSeal } from './chain/segments.ts';

const sealEveryMs = 60_000;
const removeEveryMs = 60 * 60_000;

type JobParts = Pick<Services, 'config' | 'database' | 'secrets'> & {
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
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

/**
 * Seals all new events and stores the newest segment outside the database: in the head file and in the log. While the stored one is not part
 * of the chain, the end of the trail was cut: nothing is sealed in place of the missing segments, which verifications go on naming.
 */
export async function sealNewEvents(parts: JobParts): Promise<void> {
  const keys = await loadSealKeys(parts.secrets);
  // Before anything is sealed too: another process may have sealed what this one has not stored yet.
  if (!(await storeHead(parts, keys))) return;
  let isSealed = false;
  while (await sealSegment(parts.database, keys)) isSealed = true;
  if (isSealed) await storeHead(parts, keys);
}

/** Stores the newest segment in the head file; false where the one stored there is not part of the chain. */
const storeHead = ({ config, database, log }: JobParts, keys: SealKeys): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    // Processes that share a head file write it in turn, so that an older segment never replaces a newer one.
    await lockSealing(tx);
    const path = headFileOf(config);
    const identity = await databaseIdentity(tx);
    const stored = await readHead(path);
    const own = stored?.database === identity ? stored : undefined;
    if (own && !(await hasSegment(tx, own))) {
      log.error(
        { segment: own.number, hash: own.hash, file: path },
        'the audit trail was cut: it no longer has the newest segment of the head file, and is not sealed until this file is removed',
      );
      return false;
    }
    const last = await lastSeal(tx);
    if (!last || last.number === own?.number || !isSignedSeal(last, keys)) return true;
    if (stored && !own)
      log.warn({ segment: stored.number, hash: stored.hash }, 'the head file was of another database');
    await writeHead(path, identity, last);
    log.info({ segment: last.number, hash: last.hash.toString('hex') }, 'audit trail sealed');
    return true;
  });
