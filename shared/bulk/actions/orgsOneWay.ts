import { errorCatalogue } from '../../contract/errors.ts';
import type { BulkAction } from '../action.ts';
import {
  currentWith,
  idOf,
  idProblems,
  listedWith,
  organizationColumn,
  organizationRows,
  readOrganization,
  scanRows,
} from './targets.ts';

/** Shared by the actions that take nothing but an id. */
const byIdAlone = {
  kind: 'one-way',
  columns: [organizationColumn('id')],
  undoes: null,
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => idProblems(values, ['id']),
  keyCells: ({ id }) => ({ id }),
} as const satisfies Partial<BulkAction>;

export const orgsClearCancel: BulkAction = {
  ...byIdAlone,
  name: 'orgs.clear-cancel',
  summary: 'Clear the pending cancellation of organizations',
  naturalKey: 'id',
  calls: ['organizations.list', 'organizations.get', 'organizations.clearCancel'],

  async read(values, context) {
    const record = await readOrganization(idOf(values), context);
    return record && currentWith(record, { pending_cancellation: record.isPendingCancellation });
  },

  async check(_values, current) {
    if (current?.values['pending_cancellation'] !== false) return [];
    const { message, hint } = errorCatalogue['E-ORG-NOT-CANCELING'];
    return [{ column: 'id', code: 'E-ORG-NOT-CANCELING', message: `${message} ${hint}` }];
  },

  desired: () => ({ pending_cancellation: false }),

  async write(values, _current, _changes, { client, options }) {
    const cleared = await client.organizations.clearCancel({ params: { id: idOf(values) } }, options);
    return currentWith(cleared, { pending_cancellation: cleared.isPendingCancellation });
  },

  reverse: () => ({ cannot: 'Only the organization can request the cancellation again.' }),

  async *scan(context, keep) {
    const isPending = (row: Readonly<Record<string, unknown>>) => row['isPendingCancellation'] === true && keep(row);
    for await (const row of organizationRows(context, isPending)) {
      yield listedWith(row, { pending_cancellation: true });
    }
  },
};

export const orgsSync: BulkAction = {
  ...byIdAlone,
  name: 'orgs.sync',
  summary: 'Sync organizations with the customer-messaging service',
  naturalKey: null,
  calls: ['organizations.list', 'organizations.get', 'organizations.sync'],

  async read(values, context) {
    const record = await readOrganization(idOf(values), context);
    return record && currentWith(record, {});
  },

  desired: () => null,
  consequences: () => [{ kind: 'outbound-sync', count: 1 }],

  async write(values, current, _changes, { client, options }) {
    const job = await client.organizations.sync({ params: { id: idOf(values) } }, options);
    return current && { ...current, record: job };
  },

  reverse: () => ({ cannot: 'Data that was sent to the customer-messaging service stays there.' }),

  scan: scanRows(() => ({})),
};
