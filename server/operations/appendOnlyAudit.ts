import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { auditRights } from '../database/accounts.ts';
import { DatabaseStartError } from '../database/embedded/startError.ts';
import type { Database } from '../database/openDatabase.ts';

/**
 * Refuses production with a database account that could change audit rows (AD-3); elsewhere it is a warning, because a developer's database
 * often has one account only.
 */
export async function requireAppendOnlyAudit(
  { pool }: Pick<Database, 'pool'>,
  { production }: Pick<Config, 'production'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const rights = await auditRights(pool);
  if (rights.length === 0) return;
  const text = `The database account of DATABASE_URL could change the audit trail: it ${rights.join(', ')}.`;
  if (!production) return log.warn(text);
  throw new DatabaseStartError(
    `${text} Use an account without rights of its own in DATABASE_URL and the present one in MIGRATION_DATABASE_URL (docs/operations.md, Database accounts).`,
  );
}
