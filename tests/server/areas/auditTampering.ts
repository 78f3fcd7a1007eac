import { Client } from 'pg';
import { inject } from 'vitest';
import { type Config, readConfig } from '../../../server/config.ts';
import type { KnownSeal } from '../../../server/areas/audit/chain/segments.ts';
import { verifyChain } from '../../../server/areas/audit/chain/verifyChain.ts';
import { loadSealKeys, type SealKeys } from '../../../server/areas/audit/chain/sealKeys.ts';
import { sealSegment } from '../../../server/areas/audit/chain/sealSegments.ts';
import { type Database, openDatabase } from '../../../server/database/openDatabase.ts';
import { drizzleOn, type Transaction } from '../../../server/database/queryBuilder.ts';
import {
  type InstallationSecrets,
  openInstallationSecrets,
} from '../../../server/identity/secrets/installationSecrets.ts';
import { copyTemplate, quietLog } from '../../support/database/databases.ts';

export interface Trail {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: InstallationSecrets;
  readonly keys: SealKeys;
  /** The newest segment, as stored outside the database. */
  head(): KnownSeal;
  /** Adds events and seals them. */
  addSegment(events: number): Promise<void>;
  /** Verifies the whole trail as the owner of the database sees it after a change that is undone afterwards. */
  afterTampering(statements: readonly string[]): Promise<Awaited<ReturnType<typeof verifyAll>>>;
  close(): Promise<void>;
}

/** An audit trail of its own whose owner tampers with it. */
export async function openTrail(): Promise<Trail> {
  const copy = await copyTemplate(inject('testDatabases'));
  const config = { ...readConfig(copy.env), poolSize: 4 };
  const database = await openDatabase(config, quietLog);
  const secrets = await openInstallationSecrets(database, config, quietLog);
  const keys = await loadSealKeys(secrets);
  const owner = new Client(database.owner);
  await owner.connect();
  let head: KnownSeal = { number: 0, hash: '' };
  const trail: Trail = {
    config,
    database,
    secrets,
    keys,
    head: () => head,
    async addSegment(events) {
      await insertEvents(database, events);
      const seal = await sealSegment(database, keys);
      if (!seal) throw new Error('Nothing was sealed.');
      head = { number: seal.number, hash: seal.hash.toString('hex') };
    },
    async afterTampering(statements) {
      const alone = owner as never; // a client that is in no pool; only its queries are used
      await owner.query('begin');
      try {
        for (const statement of statements) await owner.query(statement);
        return await verifyAll(drizzleOn(alone), keys, [head]);
      } finally {
        await owner.query('rollback');
      }
    },
    close: async () => {
      await owner.end();
      await database.close();
      await copy.drop();
    },
  };
  // Those of the seed.
  await trail.addSegment(1);
  return trail;
}

/** Events with ids that leave gaps, as failed transactions leave them. */
export const insertEvents = ({ pool }: Pick<Database, 'pool'>, events: number) =>
  pool.query(
    `insert into audit_entries (id, actor_id, actor_name, action, target_type, target_id, changes, request_id, reason)
     select nextval('audit_entries_id_seq') + 0 * nextval('audit_entries_id_seq'), 'u' || n, 'Person ' || n, 'brands.update', 'brand',
       'b' || n, jsonb_build_object('name', jsonb_build_object('before', 'old ' || n, 'after', 'new')), 'r' || n, null
     from generate_series(1, $1::int) n`,
    [events],
  );

/** All parts of the verification, as a caller continues them. */
export async function verifyAll(tx: Transaction, keys: SealKeys, known: readonly KnownSeal[] = []) {
  let from = 1;
  for (;;) {
    const part = await verifyChain(tx, keys, from, known);
    if (part.next === null) return { problem: part.problem, last: part.last?.number ?? 0 };
    from = part.next;
  }
}
