import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Config } from '../../../config.ts';
import { dataFolderOf } from '../../../database/embedded/dataFolder.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { Seal } from './segments.ts';

const head = z.object({ database: z.string(), number: z.int().positive(), hash: z.string(), sealedAt: z.string() });
export type AuditHead = z.output<typeof head>;

/** Beside the data folder, as the key file is: an account of the database that cuts the end of the trail does not reach it. */
export const headFileOf = ({ auditHeadFile, dataFolder }: Pick<Config, 'auditHeadFile' | 'dataFolder'>): string =>
  auditHeadFile ?? `${dataFolderOf(dataFolder)}.audit-head.json`;

/** Tells this database from others and from a restored copy: the cluster and the number of the database in it. */
export async function databaseIdentity(tx: Pick<Transaction, 'execute'>): Promise<string> {
  const { rows } = await tx.execute<{ identity: string }>(sql`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity
    from pg_control_system()`);
  return rows[0]?.identity ?? '';
}

/** Stores the newest segment outside the database, whole or not at all. */
export async function writeHead(path: string, database: string, { number, hash, sealedAt }: Seal): Promise<void> {
  const text = JSON.stringify({ database, number, hash: hash.toString('hex'), sealedAt: sealedAt.toISOString() });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.draft`, `${text}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.draft`, path);
}

/** The newest segment that this machine has sealed; undefined where it has sealed none. */
export async function readHead(path: string): Promise<AuditHead | undefined> {
  try {
    return head.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
