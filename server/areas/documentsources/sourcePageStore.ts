import { and, asc, desc, eq, like, or, type SQL } from 'drizzle-orm';
import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import { faxDigits, isFax } from '../../../shared/rules/fax.ts';
import { readSources, toDocumentSource } from '../../addresses/documentSourceStore.ts';
import { listCount } from '../../database/listCounts.ts';
import { idPage, ofPage } from '../../database/listPage.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database } from '../../database/openDatabase.ts';
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

/** A page by address with the exact total, from one snapshot. */
export const sourcePage = (database: Pick<Database, 'pool'>, query: SourceQuery) =>
  inOneSnapshot(database, async (tx) => {
    const { search, type, organizationId, sortDir, pageNumber, pageSize } = query;
    const direction = sortDir === 'asc' ? asc : desc;
    const order = [direction(documentSources.address)];
    const page = await idPage(tx, {
      table: documentSources,
      where: and(
        type && eq(documentSources.type, type),
        organizationId ? eq(documentSources.organizationId, organizationId) : undefined,
        search ? matching(search) : undefined,
      ),
      ...(search || organizationId ? {} : { total: listCount('documentSources', { type }) }),
      order,
      opposite: [(sortDir === 'asc' ? desc : asc)(documentSources.address)],
      ...(search && !organizationId
        ? {
            search: { pool: database.pool, list: 'documentSources', key: JSON.stringify([search.toLowerCase(), type]) },
          }
        : {}),
      sorted: { address: documentSources.address },
      isCovered: true,
      pageNumber,
      pageSize,
    });
    const rows = await readSources(tx)
      .where(ofPage(documentSources, page))
      .orderBy(...order);
    return { items: rows.map(toDocumentSource), totalCount: page.totalCount };
  });
