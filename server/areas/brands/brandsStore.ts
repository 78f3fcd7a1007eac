import { type NamedQuery, namedPage } from '../../database/namedPage.ts';
import type { Database } from '../../database/openDatabase.ts';
import { brands } from '../../database/schema/lookups.ts';

export async function brandPage({ db }: Database, query: NamedQuery) {
  const { where, orderBy, limit, offset } = namedPage(brands, query);
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(brands)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    db.$count(brands, where),
  ]);
  const items = rows.map(({ connectionName, ...brand }) => ({ ...brand, identityProvider: { connectionName } }));
  return { items, totalCount };
}
