import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';

/** Fills an empty database with demo data; one that holds anything is left alone. */
export async function seedFirstStart(database: Database, config: Config, say: (line: string) => void): Promise<void> {
  if (!config.demo) return;
  // Servers that start together on one database must not both fill it.
  const client = await database.pool.connect();
  try {
    await client.query('select pg_advisory_lock(727307003)');
    const result = await client.query(
      'select exists (select from users) or exists (select from organizations) as used',
    );
    if ((result.rows as { used: boolean }[])[0]?.used !== false) return;
    say(`Making demo data with ${config.demoOrganizations.toLocaleString('en-US')} organizations ...`);
    const { seed } = await import('../seed/seed.ts');
    await seed(database, { organizations: config.demoOrganizations, messages: config.exchange.demoMessages });
  } finally {
    client.release(true);
  }
}
