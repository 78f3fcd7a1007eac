import type { ClientBase } from 'pg';
import { refreshGramCounts } from '../areas/organizations/list/gramCounts.ts';
import { openLongConnection } from '../database/longConnection.ts';
import type { Database } from '../database/openDatabase.ts';
import { seedDemoClients } from '../identity/demoClients.ts';
import { hashPassword } from '../identity/passwords.ts';
import { copyRows } from './copyRows.ts';
import { demoPassword } from './demoAccounts.ts';
import { addressTables } from './addressRows.ts';
import { carequalityTables } from './carequalityRows.ts';
import { dependantTables } from './dependantRows.ts';
import { emergencyTables } from './emergencyRows.ts';
import { withoutIndexes } from './heavyObjects.ts';
import { lookupTables } from './lookupTables.ts';
import { messageTableNames, seedMessages } from './messages/seedMessages.ts';
import { paymentTables } from './paymentRows.ts';
import { demoAuthor } from './demoAuthor.ts';
import { onboardingTables } from './onboardingRows.ts';
import { firstOrgId, organizationColumns, organizationRow, seedOf } from './organizationRows.ts';

import type { TableRows } from './rowsOfEach.ts';
import { termsTables } from './termsRows.ts';

export { demoAccounts } from './demoAccounts.ts';

export interface SeedOptions {
  readonly organizations: number;
  /** Messages of the last 30 days; none where left out. */
  readonly messages?: number;
  /** Takes a line of progress. */
  readonly log?: (line: string) => void;
  /** Replaces records that are not demo data as well. */
  readonly force?: boolean;
  /** When the data is made for: cancellations lie before and after this day, the history of messages ends at this minute. */
  readonly now?: Date;
}

/** The database holds records that people made; replacing them takes `--force`. */
export class SeedRefused extends Error {
  override readonly name = 'SeedRefused';
}

const foreignRecords = `
  select (select count(*) from organizations where created_by <> $1) as organizations,
         (select count(*) from users where not is_demo) as users`;

async function refuseRealData(client: ClientBase): Promise<void> {
  const result = await client.query<{ organizations: string; users: string }>(foreignRecords, [demoAuthor]);
  const { organizations = '0', users = '0' } = result.rows[0] ?? {};
  if (organizations === '0' && users === '0') return;
  throw new SeedRefused(
    `The database holds ${organizations} organizations and ${users} users that are not demo data. Use --force to replace them.`,
  );
}

function* organizationRows(count: number, now: number): Generator<readonly unknown[]> {
  for (let index = 0; index < count; index += 1) yield organizationRow(seedOf(index, now), now);
}

const auditRow = `
  insert into audit_entries (actor_id, actor_name, action, target_type, target_id, changes, request_id)
  values ('system', 'system', 'seed', 'database', 'demo', jsonb_build_object('organizations', jsonb_build_object('before', null, 'after', $1::int)), 'seed')`;

/**
 * Replaces organizations and all that belongs to them by demo data: always the same for the same number and day. One
 * transaction: nobody sees a part of it, readers wait meanwhile.
 */
export async function seed(database: Database, options: SeedOptions): Promise<void> {
  const { organizations, messages = 0, log = () => undefined, force = false } = options;
  const today = options.now ?? new Date();
  const now = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const extent = { organizations, now };
  const passwordHash = await hashPassword(demoPassword);
  const { client } = await openLongConnection(
    { target: database.owner },
    { statementTimeoutMs: 0, name: 'carepost seed' },
  );
  try {
    await client.query('begin');
    if (!force) await refuseRealData(client);
    const tables: TableRows[] = [
      ...lookupTables(),
      { table: 'organizations', columns: organizationColumns, rows: organizationRows(organizations, now) },
      ...dependantTables(extent, passwordHash),
      ...addressTables(extent),
      ...carequalityTables(extent),
      ...termsTables(extent),
      ...emergencyTables(extent),
      ...paymentTables(extent),
      ...onboardingTables(extent),
    ];
    const names = tables.map(({ table }) => table);
    await client.query(`set local maintenance_work_mem = '512MB'; set local synchronous_commit = off`);
    await withoutIndexes(client, names, async () => {
      // The trigger after truncate makes every kept count worthless; the one for each row would write a million changes.
      await client.query(`truncate ${[...names, ...messageTableNames].join(', ')} cascade`);
      await client.query('alter table organizations disable trigger organizations_count_changes');
      for (const { table, columns, rows } of tables) {
        await copyRows(client, table, columns, rows);
        log(`${table} loaded`);
      }
      await client.query('alter table organizations enable trigger organizations_count_changes');
      log('building indexes');
    });
    await client.query(`select setval(pg_get_serial_sequence('organizations', 'org_id'), $1, false)`, [
      firstOrgId + organizations,
    ]);
    await seedMessages(client, { messages, end: today, log });
    await client.query(auditRow, [organizations]);
    await client.query('commit');
    log('gathering statistics');
    await client.query('vacuum (analyze)');
    log('counting texts of one and two letters');
    await refreshGramCounts(database);
  } finally {
    await client.end();
  }
  await seedDemoClients(database);
}
