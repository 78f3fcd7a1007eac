import { bulkActionNamed } from '../../../shared/bulk/actions/catalogue.ts';
import type { OrganizationRow } from '../../../shared/contract/organizationSchemas.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import { breathing } from '../../bulk/breathing.ts';
import type { BulkSource } from '../../bulk/bulkJob.ts';
import { cellText } from '../../bulk/bulkWords.ts';
import type { AppDataProvider } from '../../providers/dataProvider.ts';
import { organizationsResource } from '../useOrganizationList.ts';
import type { BulkDeed } from './organizationBulkDeeds.ts';
import type { Selected } from './useOrganizationSelection.ts';
import type { TableRow } from '../../../shared/bulk/csv/types.ts';

/** Organizations asked for at once; the most the list gives. */
const pageSize = 1000;

interface Collecting {
  readonly signal: AbortSignal;
  readonly onProgress: (count: number) => void;
}

/**
 * Names of the selected organizations by id. All that match are collected before anything is planned, so that the plan names each of them;
 * one that moved to another page meanwhile counts once.
 */
export const collectNames = async (
  provider: AppDataProvider,
  selected: Selected,
  { signal, onProgress }: Collecting,
): Promise<ReadonlyMap<string, string>> => {
  if (selected.kind === 'some') return selected.names;
  const names = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { data, total = 0 } = await provider.getList<OrganizationRow>(organizationsResource, {
      pagination: { page, perPage: pageSize },
      sort: { field: 'name', order: 'ASC' },
      filter: selected.filters,
      signal,
    });
    for (const { id, name } of data) names.set(id, name);
    onProgress(names.size);
    if (data.length === 0 || page * pageSize >= total) return names;
  }
};

/** Rows of a plan over a selection: the same cells for each organization, as a file with these columns would have them. */
export const selectionSource = (deed: BulkDeed, names: ReadonlyMap<string, string>, cells: Values): BulkSource => {
  const action = bulkActionNamed(deed.action);
  if (!action) throw new Error(`There is no bulk action ${deed.action}.`);
  const header = ['id', ...Object.keys(cells)];
  const texts = Object.values(cells).map((value) => cellText(value) ?? '');
  const ids = [...names.keys()];
  const rows = ids.map(
    (id, index): TableRow => ({
      row: index + 1,
      line: index + 1,
      cells: [id, ...texts],
      values: { id, ...cells },
      problems: [],
      warnings: [],
    }),
  );
  return {
    action,
    rows: () => breathing(rows),
    total: ids.length,
    head: { header, source: { name: 'selection', sha256: null } },
    nameOf: (row) => names.get(ids[row - 1] ?? '') ?? null,
  };
};
