import { type NamedQuery, namedPage } from '../../database/namedPage.ts';
import type { Database } from '../../database/openDatabase.ts';
import { plans } from '../../database/schema/lookups.ts';

export async function planPage({ db }: Database, query: NamedQuery) {
  const { where, orderBy, limit, offset } = namedPage(plans, query);
  const [items, totalCount] = await Promise.all([
    db
      .select()
      .from(plans)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    db.$count(plans, where),
  ]);
  return { items, totalCount };
}
