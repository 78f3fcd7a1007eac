import type { FaxAccount } from '../../contract/fax.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { Values } from '../values.ts';
import { guarded, idOf, idProblems, ifThere, nothingKnown, organizationColumn, textOf } from './targets.ts';

const services = ['efax', 'westfax'] as const;

const serviceColumn: Column = {
  name: 'service',
  kind: { allowed: services },
  required: true,
  summary: 'the fax service; an organization has one account of each at most',
  examples: ['efax', 'westfax'],
};

const orgOf = (values: Values): string => idOf(values, 'org_id');

const currentOf = (account: FaxAccount): Current => ({
  id: account.id,
  name: `${account.kind} ${account.accountNumber}`,
  version: account.version,
  values: {
    account_number: account.accountNumber,
    display_name: account.displayName,
    enabled: account.isEnabled,
    retention_days: account.retentionDays,
    numbers: account.numbers.length,
  },
  record: account,
});

const readAccounts = (values: Values, { client, options }: RowContext) =>
  ifThere(client.fax.accounts({ params: { id: orgOf(values) } }, { ...options, fresh: true }));

const account = {
  naturalKey: 'org_id and service',
  keyOf: (values) => `${orgOf(values)} ${textOf(values, 'service')}`,
  lockOf: orgOf,
  problems: (values) => idProblems(values, ['org_id']),
  async read(values, context) {
    const accounts = await readAccounts(values, context);
    const match = accounts?.items.find(({ kind }) => kind === values['service']);
    return match && currentOf(match);
  },
} as const satisfies Partial<BulkAction>;

const columns: readonly Column[] = [
  {
    name: 'account_number',
    kind: 'text',
    keeps: true,
    maxLength: 50,
    field: 'accountNumber',
    summary: 'number of the account at the service; a new account requires it',
    examples: ['4711', '4712'],
  },
  {
    name: 'display_name',
    kind: 'text',
    keeps: true,
    maxLength: 255,
    field: 'displayName',
    summary: 'its display name; a new account requires it',
    examples: ['Front desk', 'Records office'],
  },
  {
    name: 'enabled',
    kind: 'flag',
    keeps: true,
    field: 'isEnabled',
    summary: 'whether it is enabled. Blank in a new account: yes',
    examples: ['true', ''],
  },
  {
    name: 'retention_days',
    kind: 'number',
    keeps: true,
    min: 1,
    max: 3650,
    field: 'retentionDays',
    summary: 'days that received faxes stay with the service. Blank in a new account: 30',
    examples: ['30', ''],
  },
];

const requiredOfNew = ['account_number', 'display_name'];

const changedCells = (values: Values): Values =>
  Object.fromEntries(columns.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));

const save: BulkAction = {
  ...account,
  name: 'fax-accounts.save',
  summary: 'Add or change the accounts of organizations at the fax services',
  kind: 'update',
  upserts: true,
  columns: [organizationColumn('org_id'), serviceColumn, ...columns],
  undoes: 'restores the former cells; an added account is deleted',
  calls: ['fax.accounts', 'fax.saveEfax', 'fax.saveWestFax'],

  async check(values, current, context) {
    if (current !== undefined) return [];
    if ((await readAccounts(values, context)) === undefined)
      return [{ column: 'org_id', code: 'E-ROW-TARGET', message: 'The organization does not exist.' }];
    return requiredOfNew
      .filter((column) => textOf(values, column) === '')
      .map((column) => ({ column, code: 'E-CELL-REQUIRED', message: `A new account needs ${column}.` }));
  },

  desired: changedCells,

  async write(values, current, _changes, { client, options }) {
    const cells: Values = { enabled: true, retention_days: 30, ...current?.values, ...changedCells(values) };
    const body = {
      organizationId: orgOf(values),
      accountNumber: textOf(cells, 'account_number'),
      displayName: textOf(cells, 'display_name'),
      isEnabled: cells['enabled'] === true,
      retentionDays: Number(cells['retention_days']),
    };
    const row = values['service'] === 'westfax' ? 'saveWestFax' : 'saveEfax';
    return currentOf(await client.fax[row]({ body }, guarded(options, current)));
  },

  reverse({ values, before }) {
    const key = { org_id: orgOf(values), service: values['service'] ?? null };
    if (before === undefined) return { action: 'fax-accounts.delete', values: key };
    const { numbers: _numbers, ...former } = before.values;
    return { action: 'fax-accounts.save', values: { ...key, ...former } };
  },
};

const remove: BulkAction = {
  ...account,
  name: 'fax-accounts.delete',
  summary: 'Delete the accounts of organizations at the fax services, with their numbers',
  kind: 'delete',
  columns: [organizationColumn('org_id'), serviceColumn],
  undoes: 'adds an account that had no numbers again',
  calls: ['fax.accounts', 'fax.deleteEfax', 'fax.deleteWestFax'],
  desired: () => null,
  consequences: (_values, current) =>
    Number(current?.values['numbers'] ?? 0) === 0 ? [] : [{ kind: 'irreversible', count: 1 }],

  async write(values, current, _changes, { client, options }) {
    const row = values['service'] === 'westfax' ? 'deleteWestFax' : 'deleteEfax';
    await client.fax[row]({ params: { id: current?.id ?? '' } }, guarded(options, current));
    return undefined;
  },

  reverse({ values, before }) {
    if (before === undefined) return nothingKnown;
    const { numbers, ...former } = before.values;
    if (numbers !== 0) return { cannot: 'The fax numbers of the account were deleted with it.' };
    const key = { org_id: orgOf(values), service: values['service'] ?? null };
    return { action: 'fax-accounts.save', values: { ...key, ...former } };
  },
};

const sync: BulkAction = {
  ...account,
  name: 'fax-accounts.sync',
  summary: 'Start a sync of accounts with the WestFax service',
  kind: 'one-way',
  columns: [organizationColumn('org_id')],
  naturalKey: null,
  undoes: null,
  calls: ['fax.accounts', 'fax.syncWestFax'],
  keyOf: orgOf,

  async read(values, context) {
    const current = await account.read({ ...values, service: 'westfax' }, context);
    return current && { ...current, values: {} };
  },

  async check(_values, current) {
    if (current !== undefined) return [];
    return [{ column: 'org_id', code: 'E-ROW-TARGET', message: 'The organization has no WestFax account.' }];
  },

  desired: () => null,

  async write(_values, current, _changes, { client, options }) {
    const record = await client.fax.syncWestFax({ params: { id: current?.id ?? '' } }, options);
    return current && { ...current, record };
  },

  reverse: () => ({ cannot: 'A sync that was started cannot be taken back.' }),
};

export const faxAccountActions: readonly BulkAction[] = [save, remove, sync];
