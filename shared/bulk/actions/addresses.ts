import type { DocumentSource } from '../../contract/documentsources.ts';
import { normaliseAddress, wholeAddressProblem } from '../../rules/directAddress.ts';
import { faxStatuses, faxStatusesAfter, faxStatusOf, faxTransitionText } from '../../rules/documentSource.ts';
import { faxDigits, faxText, isFax } from '../../rules/fax.ts';
import type { BulkAction, Column, Current, Reverse, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import {
  guarded,
  idColumn,
  idOf,
  idProblems,
  ifThere,
  nothingKnown,
  organizationColumn,
  readOrganization,
  scanPages,
  textOf,
} from './targets.ts';

const rowId = idColumn('id of the address: carepost addresses list');
const addressColumn: Column = {
  name: 'address',
  kind: 'text',
  required: true,
  maxLength: 255,
  field: 'address',
  summary: 'direct address, or fax number with 10 to 13 digits',
  examples: ['records@lakeside.direct.carepost.example', '(603) 555-0142'],
};
const nameColumn: Column = {
  name: 'display_name',
  kind: 'text',
  keeps: true,
  maxLength: 255,
  field: 'displayName',
  summary: 'its display name. Blank in a new address: the address',
  examples: ['Records office', ''],
};
const providerColumn: Column = {
  name: 'provider_id',
  kind: 'text',
  maxLength: 36,
  field: 'providerId',
  summary: 'id of its provider: carepost sources list',
  examples: ['', ''],
};
const accountColumn: Column = {
  name: 'fax_account_id',
  kind: 'text',
  keeps: true,
  maxLength: 36,
  field: 'faxAccountId',
  summary: 'id of the fax account of the organization to which a fax number belongs',
  examples: ['', ''],
};
const enabledColumn: Column = {
  name: 'enabled',
  kind: 'flag',
  keeps: true,
  field: 'isEnabled',
  summary: 'whether it is enabled. Blank in a new address: yes',
  examples: ['true', ''],
};

/** A text with an @ is a direct address, any other text a fax number. */
const isDirect = (address: string): boolean => address.includes('@');

/** The address of a row as the server stores it. */
const addressOf = (values: Values): string => {
  const address = textOf(values, 'address');
  return isDirect(address) ? normaliseAddress(address) : faxDigits(address);
};

const addressProblems = (values: Values): CellProblem[] => {
  const address = textOf(values, 'address');
  const message = isDirect(address) ? wholeAddressProblem(addressOf(values)) : isFax(address) ? null : faxText;
  return message === null ? [] : [{ column: 'address', code: 'E-CELL-RULE', message }];
};

/** The state of an address for all of its actions, so that one can undo another. */
const currentOf = (source: DocumentSource): Current => ({
  id: source.id,
  name: source.address,
  version: source.version,
  values: {
    org_id: source.organizationId,
    address: source.address,
    display_name: source.displayName,
    provider_id: source.providerId,
    fax_account_id: source.faxAccountId,
    enabled: source.isEnabled,
    status: faxStatusOf(source.status),
  },
  record: source,
});

const readById = async (values: Values, { client, options }: RowContext): Promise<Current | undefined> => {
  const reading = client.documentsources.get({ params: { id: idOf(values) } }, { ...options, fresh: true });
  const source = await ifThere(reading);
  return source && currentOf(source);
};

/** The list searches for parts of addresses and names, so its results are compared with the whole address. */
const readByAddress = async (values: Values, { client, options }: RowContext): Promise<Current | undefined> => {
  const address = addressOf(values);
  const query = { search: address.slice(0, 200), pageSize: 5000 };
  const { items } = await client.documentsources.list({ query }, { ...options, fresh: true });
  const source = items.find((item) => item.address === address);
  return source && currentOf(source);
};

const byId = {
  naturalKey: 'id',
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => idProblems(values, ['id', 'provider_id']),
  read: readById,
  scans: 'documentsources.list',
  async *scan({ client, options }, keep) {
    for await (const source of scanPages(keep, (query) => client.documentsources.list({ query }, options)))
      yield currentOf(source);
  },
  keyCells: ({ id }) => ({ id }),
} as const satisfies Partial<BulkAction>;

/** The cells of a row that the record has, with the defaults of a new one. */
const newCells = (values: Values): Values => ({
  org_id: idOf(values, 'org_id'),
  address: addressOf(values),
  display_name: textOf(values, 'display_name') || textOf(values, 'address'),
  enabled: values['enabled'] ?? true,
  ...(textOf(values, 'provider_id') === '' ? {} : { provider_id: idOf(values, 'provider_id') }),
  ...(textOf(values, 'fax_account_id') === '' ? {} : { fax_account_id: idOf(values, 'fax_account_id') }),
});

export const addressesCreate: BulkAction = {
  name: 'addresses.create',
  summary: 'Add direct addresses and fax numbers to organizations',
  kind: 'create',
  columns: [organizationColumn('org_id'), addressColumn, nameColumn, providerColumn, accountColumn, enabledColumn],
  naturalKey: 'address',
  undoes: 'deletes the address, unless it was changed since',
  calls: ['documentsources.list', 'organizations.get', 'documentsources.create', 'documentsources.update'],
  keyOf: addressOf,
  lockOf: (values) => idOf(values, 'org_id'),
  problems: (values) => [
    ...idProblems(values, ['org_id', 'provider_id', 'fax_account_id']),
    ...addressProblems(values),
  ],
  read: readByAddress,

  /** An address that exists with the cells of the row was added by an earlier attempt. */
  async check(values, current, context) {
    const desired = newCells(values);
    if (current !== undefined) {
      if (Object.entries(desired).every(([column, value]) => current.values[column] === value)) return [];
      return [{ column: 'address', code: 'E-ADDRESS-TAKEN', message: `${current.name} is in use already.` }];
    }
    if ((await readOrganization(idOf(values, 'org_id'), context)) !== undefined) return [];
    return [{ column: 'org_id', code: 'E-ROW-TARGET', message: 'The organization does not exist.' }];
  },

  desired: newCells,

  async write(values, _current, _changes, { client, options }) {
    const address = addressOf(values);
    const { org_id: organizationId, display_name: displayName, provider_id: providerId } = newCells(values);
    const faxAccountId = textOf(values, 'fax_account_id');
    const body = {
      organizationId: String(organizationId),
      type: isDirect(address) ? ('DirectMessaging' as const) : ('Fax' as const),
      address,
      displayName: String(displayName),
      ...(providerId === undefined ? {} : { providerId: String(providerId) }),
      ...(faxAccountId === '' ? {} : { faxAccountId }),
    };
    const source = await client.documentsources.create({ body }, options);
    if (values['enabled'] !== false) return currentOf(source);
    // A new address is enabled; the call that adds it has no field for that.
    const { id, version } = source;
    return currentOf(
      await client.documentsources.update({ params: { id }, body: { isEnabled: false, version } }, options),
    );
  },

  reverse: ({ id, after }) =>
    after === undefined ? nothingKnown : { action: 'addresses.delete', values: { id, expected_address: after.name } },
};

const changedCells = (values: Values): Values =>
  Object.fromEntries(
    ['display_name', 'provider_id', 'enabled'].flatMap((column) =>
      values[column] === undefined ? [] : [[column, values[column]]],
    ),
  );

export const addressesUpdate: BulkAction = {
  ...byId,
  name: 'addresses.update',
  summary: 'Change display name or provider of addresses, enable or disable them; the address itself stays',
  kind: 'update',
  merges: true,
  columns: [
    rowId,
    { ...nameColumn, summary: 'its display name' },
    providerColumn,
    { ...enabledColumn, summary: 'whether it is enabled' },
  ],
  undoes: 'restores the former cells',
  calls: ['documentsources.list', 'documentsources.get', 'documentsources.update'],
  desired: changedCells,

  async write(values, current, changes, { client, options }) {
    const fields = { display_name: 'displayName', provider_id: 'providerId', enabled: 'isEnabled' } as const;
    const body = Object.fromEntries(changes.map(({ column, after }) => [fields[column as keyof typeof fields], after]));
    const params = { id: idOf(values) };
    return currentOf(await client.documentsources.update({ params, body }, guarded(options, current)));
  },

  reverse: ({ id, values, before }) =>
    before === undefined
      ? nothingKnown
      : {
          action: 'addresses.update',
          values: {
            id,
            ...Object.fromEntries(Object.keys(changedCells(values)).map((one) => [one, before.values[one] ?? null])),
          },
        },
};

/** The row that gives a fax number its former status again, where the transitions allow that. */
const reverseStatus = (id: string, before: Current, after: Current | undefined): Reverse => {
  const from = faxStatuses.findIndex((one) => one === (after ?? before).values['status']);
  const to = faxStatuses.findIndex((one) => one === before.values['status']);
  if (faxStatusesAfter(from).includes(to))
    return { action: 'addresses.status', values: { id, status: faxStatusOf(to) } };
  return { cannot: faxTransitionText(from) };
};

export const addressesActivate: BulkAction = {
  ...byId,
  name: 'addresses.activate',
  summary: 'Activate addresses: they are enabled, and fax numbers become Activated',
  kind: 'update',
  columns: [rowId],
  undoes: 'disables the address again; a fax number keeps its status unless a transition leads back',
  calls: ['documentsources.list', 'documentsources.get', 'documentsources.activate'],
  desired: () => ({ enabled: true, status: faxStatusOf(1) }),

  async write(values, current, _changes, { client, options }) {
    const params = { id: idOf(values) };
    return currentOf(await client.documentsources.activate({ params }, guarded(options, current)));
  },

  reverse({ id, before, after }) {
    if (before === undefined) return nothingKnown;
    if (before.values['status'] !== faxStatusOf(1)) return reverseStatus(id, before, after);
    return { action: 'addresses.update', values: { id, enabled: before.values['enabled'] ?? null } };
  },
};

export const addressesStatus: BulkAction = {
  ...byId,
  name: 'addresses.status',
  summary: 'Set the status of fax numbers, as far as it can follow the present one',
  kind: 'update',
  columns: [
    rowId,
    {
      name: 'status',
      kind: { allowed: faxStatuses },
      required: true,
      field: 'status',
      summary: 'the new status',
      examples: ['Activated', 'Pending Update'],
    },
  ],
  undoes: 'restores the former status, unless no transition leads back',
  calls: ['documentsources.list', 'documentsources.get', 'documentsources.setFaxStatus'],

  async check(values, current) {
    const source = current?.record as DocumentSource | undefined;
    if (source === undefined || values['status'] === current?.values['status']) return [];
    const isAllowed = faxStatusesAfter(source.status).some((code) => faxStatusOf(code) === values['status']);
    if (source.type === 'Fax' && isAllowed) return [];
    const message = source.type === 'Fax' ? faxTransitionText(source.status) : 'Only fax numbers have a status.';
    return [{ column: 'status', code: 'E-FAX-STATUS', message }];
  },

  desired: ({ status = null }) => ({ status }),

  async write(values, current, _changes, { client, options }) {
    const params = { id: idOf(values) };
    const body = { status: faxStatuses.findIndex((one) => one === values['status']) };
    return currentOf(await client.documentsources.setFaxStatus({ params, body }, guarded(options, current)));
  },

  reverse: ({ id, before, after }) => (before === undefined ? nothingKnown : reverseStatus(id, before, after)),
};

export const addressesDelete: BulkAction = {
  ...byId,
  name: 'addresses.delete',
  summary: 'Delete direct addresses and fax numbers',
  kind: 'delete',
  columns: [
    rowId,
    {
      ...addressColumn,
      name: 'expected_address',
      summary: 'the address; the row is refused if it differs, to catch wrong ids',
    },
  ],
  undoes: 'adds the address again, with another id; a fax number is Provisioning then',
  calls: ['documentsources.list', 'documentsources.get', 'documentsources.delete'],

  async check(values, current) {
    if (current === undefined || addressOf({ address: textOf(values, 'expected_address') }) === current.name) return [];
    return [{ column: 'expected_address', code: 'E-ROW-NAME', message: `The address is "${current.name}".` }];
  },

  desired: () => null,

  consequences(_values, current) {
    const source = current?.record as DocumentSource | undefined;
    return source?.type === 'Fax' && source.status !== 0 ? [{ kind: 'fax-status-lost', count: 1 }] : [];
  },

  async write(values, current, _changes, { client, options }) {
    await client.documentsources.delete({ params: { id: idOf(values) } }, guarded(options, current));
    return undefined;
  },

  reverse({ before }) {
    if (before === undefined) return nothingKnown;
    const { status: _status, ...values } = before.values;
    return { action: 'addresses.create', values };
  },
  keyCells: ({ id, name }) => ({ id, expected_address: name }),
};

export const addressActions: readonly BulkAction[] = [
  addressesCreate,
  addressesUpdate,
  addressesActivate,
  addressesStatus,
  addressesDelete,
];
