import { and, asc, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import { faxDigits, isFax } from '../../../shared/rules/fax.ts';
import { readSources, toDocumentSource } from '../../addresses/documentSourceStore.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { documentSources } from '../../database/schema/addresses.ts';
import { containing } from '../../database/likePattern.ts';

interface SourceQuery {
  readonly search?: string | undefined;
  readonly type?: DocumentSource['type'] | undefined;
  readonly organizationId?: string | undefined;
  readonly sortDir: 'asc' | 'desc';
  readonly pageNumber: number;
  readonly pageSize: number;
}

const anywhere = (text: string) => containing(text);

/** Looks in the address, the display name and the organization's name, without regard to case; fax numbers however they are written. */
const matching = (search: string): SQL | undefined =>
  or(
    like(documentSources.searchText, anywhere(search.toLowerCase())),
    isFax(search) ? like(documentSources.searchText, anywhere(faxDigits(search))) : undefined,
  );

/**
 * Ids of the page and the number of all, of one snapshot. The matches of a search are gathered once, for both; without a search the page
 * is read along the index.
 */
async function pageIds(db: Drizzle, where: SQL | undefined, query: SourceQuery) {
  const { search, sortDir, pageNumber, pageSize } = query;
  const { rows } = await db.execute<{ totalCount: number; ids: string[] | null }>(sql`
    with matched as ${search ? sql`materialized` : sql`not materialized`} (
      select ${documentSources.id} as id, ${documentSources.address} as address
      from ${documentSources} where ${where ?? sql`true`}
    ), page as (
      select id, address from matched order by address ${sql.raw(sortDir)}
      limit ${pageSize} offset ${(pageNumber - 1) * pageSize}
    )
    select (select count(*)::int from matched) as "totalCount", (select array_agg(id) from page) as ids`);
  return { ids: rows[0]?.ids ?? [], totalCount: rows[0]?.totalCount ?? 0 };
}

export async function sourcePage(db: Drizzle, query: SourceQuery) {
  const where = and(
    query.type && eq(documentSources.type, query.type),
    query.organizationId ? eq(documentSources.organizationId, query.organizationId) : undefined,
    query.search ? matching(query.search) : undefined,
  );
  const { ids, totalCount } = await pageIds(db, where, query);
  if (ids.length === 0) return { items: [], totalCount };
  const direction = query.sortDir === 'asc' ? asc : desc;
  const rows = await readSources(db)
    .where(inArray(documentSources.id, ids))
    .orderBy(direction(documentSources.address));
  return { items: rows.map(toDocumentSource), totalCount };
}
