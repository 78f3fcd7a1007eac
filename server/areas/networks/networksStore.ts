import { eq } from 'drizzle-orm';
import { type NamedQuery, namedPage } from '../../database/namedPage.ts';
import type { Database } from '../../database/openDatabase.ts';
import { networks } from '../../database/schema/lookups.ts';

const item = { id: networks.id, name: networks.name, isEnabled: networks.isEnabled };

export async function networkPage({ db }: Database, query: NamedQuery) {
  const { where, orderBy, limit, offset } = namedPage(networks, query);
  const [items, totalCount] = await Promise.all([
    db
      .select(item)
      .from(networks)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    db.$count(networks, where),
  ]);
  return { items, totalCount };
}

export async function findNetwork({ db }: Database, id: string) {
  const [found] = await db.select(item).from(networks).where(eq(networks.id, id));
  return found;
}
