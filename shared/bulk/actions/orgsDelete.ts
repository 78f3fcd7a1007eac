import type { BulkAction, RecordedChange, RowContext } from '../action.ts';
import { organizationCurrent } from './organizationState.ts';
import {
  guarded,
  idOf,
  idProblems,
  ifThere,
  organizationColumn,
  readOrganization,
  scanOrganizations,
  textOf,
} from './targets.ts';

/** From the change history, which also covers OIDs, directory entries, addresses, users and all else that belongs to the record. */
const latestChangeOf = async (
  id: string,
  { client, options }: RowContext,
): Promise<{ readonly latestChange?: RecordedChange }> => {
  const query = { pageNumber: 1, pageSize: 1 };
  const page = await ifThere(client.organizations.history({ params: { id }, query }, { ...options, fresh: true }));
  const [newest] = page?.items ?? [];
  return newest === undefined ? {} : { latestChange: newest };
};

export const orgsDelete: BulkAction = {
  name: 'orgs.delete',
  summary: 'Delete organizations with everything that belongs to them',
  kind: 'delete',
  columns: [
    organizationColumn('id'),
    {
      name: 'expected_name',
      kind: 'text',
      required: true,
      maxLength: 255,
      summary: 'its name; the row is refused if the name differs, to catch wrong ids',
      examples: ['Lakeside Clinic', 'Hilltop Practice'],
    },
  ],
  naturalKey: 'id',
  undoes: null,
  calls: [
    'organizations.list',
    'organizations.get',
    'organizations.history',
    'organizations.deleteImpact',
    'organizations.delete',
  ],
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => idProblems(values, ['id']),

  /** The whole record and the newest change of it and of what belongs to it, because all of that is deleted. */
  async read(values, context) {
    const record = await readOrganization(idOf(values), context);
    return record && { ...organizationCurrent(record), ...(await latestChangeOf(record.id, context)) };
  },

  async check(values, current) {
    if (current === undefined || current.name.trim() === textOf(values, 'expected_name')) return [];
    const message = `The organization is called "${current.name}".`;
    return [{ column: 'expected_name', code: 'E-ROW-NAME', message }];
  },

  desired: () => null,

  async consequences(_values, current, _changes, { client, options }) {
    if (current === undefined) return [];
    const impact = await client.organizations.deleteImpact({ params: { id: current.id } }, options);
    const count = Object.values(impact).reduce((sum, one) => sum + one, 0);
    return count === 0 ? [] : [{ kind: 'goes-with-it', count }];
  },

  async write(values, current, _changes, { client, options }) {
    await client.organizations.delete({ params: { id: idOf(values) } }, guarded(options, current));
    return undefined;
  },

  reverse: () => ({ cannot: 'The data of a deleted organization cannot be restored.' }),

  scan: scanOrganizations(organizationCurrent),
  keyCells: ({ id, name }) => ({ id, expected_name: name }),
};
