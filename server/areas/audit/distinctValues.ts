import { sql } from 'drizzle-orm';
import { auditEntries } from '../../database/schema/records.ts';
import type { Transaction } from '../../database/transaction.ts';

const columns = { action: 'action', actorName: 'actor_name', targetType: 'target_type' } as const;

/**
 * The different texts of an indexed column, from one index entry to the next different one: there are millions of rows, but few
 * actions and people (PostgreSQL wiki, "Loose indexscan").
 */
export async function distinctValues(tx: Transaction, name: keyof typeof columns): Promise<string[]> {
  const column = sql.identifier(columns[name]);
  const { rows } = await tx.execute<{ value: string }>(sql`
    with recursive found as (
      (select ${column} as value from ${auditEntries} order by ${column} limit 1)
      union all
      select (select ${column} from ${auditEntries} where ${column} > found.value order by ${column} limit 1)
      from found where found.value is not null
    )
    select value from found where value is not null`);
  return rows.map(({ value }) => value);
}
