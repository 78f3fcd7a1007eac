import type { OrganizationRow } from '../../../../shared/contract/organizationSchemas.ts';
import { inOneSnapshot } from '../../../database/oneSnapshot.ts';
import type { Database } from '../../../database/openDatabase.ts';
import { countStatement, filteredPageStatement, type FilteredSlice } from './filteredStatement.ts';
import type { OrganizationPage } from './organizationListStore.ts';

/** Total and page of the organizations that meet all filters, both from one snapshot. */
export const filteredPage = (database: Pick<Database, 'pool'>, slice: FilteredSlice): Promise<OrganizationPage> =>
  inOneSnapshot(database, async (tx) => {
    const counted = await tx.execute<{ count: number }>(countStatement(slice.filter));
    const totalCount = counted.rows[0]?.count ?? 0;
    if (slice.offset >= totalCount) return { items: [], totalCount };
    const page = await tx.execute<OrganizationRow & Record<string, unknown>>(filteredPageStatement(slice, totalCount));
    return { items: page.rows, totalCount };
  });
