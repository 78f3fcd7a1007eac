import { eq } from 'drizzle-orm';
import type { ResellerType } from '../../../shared/rules/reseller.ts';
import { type NamedQuery, namedPage } from '../../database/namedPage.ts';
import type { Database } from '../../database/openDatabase.ts';
import { resellers } from '../../database/schema/lookups.ts';

type Row = typeof resellers.$inferSelect;

const item = ({ id, name, type, urlCode, color }: Row) => {
  const kind: ResellerType = type === 1 ? 1 : 0;
  return { id, name, type: kind, urlCode, color };
};

export async function resellerPage({ db }: Database, query: NamedQuery) {
  const { where, orderBy, limit, offset } = namedPage(resellers, query);
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(resellers)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    db.$count(resellers, where),
  ]);
  return { items: rows.map(item), totalCount };
}

export async function findReseller({ db }: Database, id: string) {
  const [found] = await db.select().from(resellers).where(eq(resellers.id, id));
  return found && item(found);
}
