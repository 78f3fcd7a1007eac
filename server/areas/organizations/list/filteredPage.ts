import type { QueryResultRow } from 'pg';
import type { OrganizationRow } from '../../../../shared/contract/organizationSchemas.ts';
import { inOneSnapshot } from '../../../database/oneSnapshot.ts';
import type { Database } from '../../../database/openDatabase.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { byIndex, type ListFilter, type Statement, Values } from './filter.ts';
import { filterCount } from './filterCounts.ts';
import { ordered, type PageRequest, rowColumns, rowJoins } from './listStatement.ts';
import type { OrganizationPage } from './organizationListStore.ts';

const run = async <Row extends QueryResultRow>(tx: Transaction, { text, values }: Statement): Promise<Row[]> =>
  (await tx.$client.query<Row>(text, values)).rows;

/** Total and page of the organizations that match the column filters, both from one snapshot. */
export const filteredPage = (database: Pick<Database, 'pool'>, request: PageRequest): Promise<OrganizationPage> =>
  inOneSnapshot(database, async (tx) => {
    const totalCount = await countMatches(tx, request.filter);
    if (request.offset >= totalCount) return { items: [], totalCount };
    return { items: await run<OrganizationRow>(tx, pageStatement(request, totalCount)), totalCount };
  });

async function countMatches(tx: Transaction, filter: ListFilter): Promise<number> {
  const counted = filterCount(filter);
  const [stored] = counted ? await run<{ count: number }>(tx, counted) : [];
  if (stored) return stored.count;
  const values = new Values();
  const text = `select count(*)::int as count from organizations ${byIndex(filter, values)}`;
  const [row] = await run<{ count: number }>(tx, { text, values: values.list });
  return row?.count ?? 0;
}

/** Sorting this number of matches takes a tenth of a second. */
const maxSorted = 200_000;

/**
 * The page of `count` matches, read from the nearer end. Limits are values, so the planner estimates with them. It underestimates a scan by
 * name: for pages in the middle of few matches, all of them are read and sorted.
 */
function pageStatement({ filter, sortDir, offset, size }: PageRequest, count: number): Statement {
  const values = new Values();
  const fromEnd = offset > count / 2;
  const direction = fromEnd === (sortDir === 'asc') ? 'desc' : 'asc';
  const limit = fromEnd ? Math.min(size, count - offset) : size;
  const skip = fromEnd ? Math.max(0, count - offset - size) : offset;
  const isGathered = count <= maxSorted && skip > count / 5;
  const matched = `organizations ${byIndex(filter, values)}`;
  const slice = `${ordered(direction)} limit ${values.add(limit)}::bigint offset ${values.add(skip)}::bigint`;
  const text = `
    with ${isGathered ? `matched as materialized (select id, name_sort from ${matched}),` : ''}
    picked as materialized (select id from ${isGathered ? 'matched' : matched} ${slice})
    select ${rowColumns} from ${rowJoins} ${ordered(sortDir, 'o.')}`;
  return { text, values: values.list };
}
