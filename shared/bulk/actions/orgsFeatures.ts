import type { Organization } from '../../contract/organizationSchemas.ts';
import type { BulkAction, Current } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { featureProblems } from './references.ts';
import {
  currentWith,
  idOf,
  idProblems,
  nothingKnown,
  organizationColumn,
  readOrganization,
  scanOrganizations,
} from './targets.ts';

const listed = (values: Values, column: 'add' | 'remove'): string[] => {
  const value = values[column];
  return Array.isArray(value) ? [...new Set(value.map((feature: string) => feature.trim()))] : [];
};

/** Each feature of the organization is a cell of the state, so that features that others add or remove are not touched. */
const currentOf = (organization: Organization): Current =>
  currentWith(organization, Object.fromEntries(organization.enabledFeatures.map((feature) => [feature, true])));

const rowProblems = (values: Values): CellProblem[] => {
  const [add, remove] = [listed(values, 'add'), listed(values, 'remove')];
  if (add.length + remove.length === 0) {
    const message = 'Name features to add or to remove.';
    return [{ column: 'add', code: 'E-CELL-REQUIRED', message }];
  }
  return add
    .filter((feature) => remove.includes(feature))
    .map((feature) => ({
      column: 'remove',
      code: 'E-ROW-CONTRADICTS',
      message: `${feature} cannot be added and removed at once.`,
    }));
};

export const orgsFeatures: BulkAction = {
  name: 'orgs.features',
  summary: 'Add features to organizations and remove them; other features stay as they are',
  kind: 'update',
  columns: [
    organizationColumn('id'),
    {
      name: 'add',
      kind: 'list',
      keeps: true,
      maxLength: 100,
      field: 'enabledFeatures',
      summary: 'features to add: carepost features list',
      examples: ['Triage', ''],
    },
    {
      name: 'remove',
      kind: 'list',
      keeps: true,
      maxLength: 100,
      summary: 'features to remove',
      examples: ['', 'Triage'],
    },
  ],
  naturalKey: 'id',
  undoes: 'removes what was added and adds what was removed',
  calls: ['organizations.list', 'organizations.get', 'features.list', 'organizations.update'],
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => [...idProblems(values, ['id']), ...rowProblems(values)],

  async read(values, context) {
    const record = await readOrganization(idOf(values), context);
    return record && currentOf(record);
  },

  check: (values, current, context) =>
    featureProblems(
      'add',
      listed(values, 'add').filter((feature) => current?.values[feature] !== true),
      context,
    ),

  /** A removed feature has the state null, like one that was never added. */
  desired: (values) =>
    Object.fromEntries([
      ...listed(values, 'add').map((feature) => [feature, true] as const),
      ...listed(values, 'remove').map((feature) => [feature, null] as const),
    ]),

  async write(values, current, _changes, { client, options }) {
    const removed = new Set(listed(values, 'remove'));
    const remaining = Object.keys(current?.values ?? {}).filter((feature) => !removed.has(feature));
    const enabledFeatures = [...new Set([...remaining, ...listed(values, 'add')])];
    const version = current?.version;
    const body = { enabledFeatures, ...(version === undefined ? {} : { version }) };
    return currentOf(await client.organizations.update({ params: { id: idOf(values) }, body }, options));
  },

  reverse({ id, before, after }) {
    if (before === undefined || after === undefined) return nothingKnown;
    const added = Object.keys(after.values).filter((feature) => before.values[feature] === undefined);
    const removed = Object.keys(before.values).filter((feature) => after.values[feature] === undefined);
    return { action: 'orgs.features', values: { id, add: removed, remove: added } };
  },

  scan: scanOrganizations(currentOf),
  keyCells: ({ id }) => ({ id }),
};
