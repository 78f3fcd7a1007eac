import { isMailDomain, mailDomainText, normaliseAddress, wholeAddressProblem } from '../../rules/directAddress.ts';
import type { BulkAction, Column, Current, Reverse, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { idOf, idProblems, ifThere, nothingKnown, organizationColumn, textOf } from './targets.ts';

const orgOf = (values: Values): string => idOf(values, 'org_id');
const rule = (column: string, message: string | null): CellProblem[] =>
  message === null ? [] : [{ column, code: 'E-CELL-RULE', message }];

const missingOrganization: CellProblem = {
  column: 'org_id',
  code: 'E-ROW-TARGET',
  message: 'The organization does not exist.',
};

const domainColumn: Column = {
  name: 'domain',
  kind: 'text',
  required: true,
  maxLength: 253,
  field: 'domain',
  summary: 'mail domain, such as direct.lakeside.example',
  examples: ['direct.lakeside.example', 'direct.hilltop.example'],
};
const domainOf = (values: Values): string => normaliseAddress(textOf(values, 'domain'));

const readDomains = (values: Values, { client, options }: RowContext) =>
  ifThere(client.organizations.domains({ params: { id: orgOf(values) } }, { ...options, fresh: true }));

const domain = {
  columns: [organizationColumn('org_id'), domainColumn],
  naturalKey: 'org_id and domain',
  keyOf: (values) => `${orgOf(values)} ${domainOf(values)}`,
  lockOf: orgOf,
  problems: (values) => [
    ...idProblems(values, ['org_id']),
    ...rule('domain', isMailDomain(domainOf(values)) ? null : mailDomainText),
  ],

  async read(values: Values, context: RowContext): Promise<Current | undefined> {
    const match = (await readDomains(values, context))?.items.find((item) => item.domain === domainOf(values));
    return match && { id: match.id, name: match.domain, values: { domain: match.domain }, record: match };
  },
} as const satisfies Partial<BulkAction>;

const domainsAdd: BulkAction = {
  ...domain,
  name: 'domains.add',
  summary: 'Add mail domains for the direct addresses of organizations',
  kind: 'create',
  undoes: 'removes the domain, unless addresses use it',
  calls: ['organizations.domains', 'organizations.addDomain'],
  check: async (values, _current, context) =>
    (await readDomains(values, context)) === undefined ? [missingOrganization] : [],
  desired: (values) => ({ domain: domainOf(values) }),

  async write(values, _current, _changes, { client, options }) {
    const body = { domain: domainOf(values) };
    const made = await client.organizations.addDomain({ params: { id: orgOf(values) }, body }, options);
    return { id: made.id, name: made.domain, values: { domain: made.domain }, record: made };
  },

  reverse: ({ values }) => ({
    action: 'domains.delete',
    values: { org_id: orgOf(values), domain: domainOf(values) },
  }),
};

const domainsDelete: BulkAction = {
  ...domain,
  name: 'domains.delete',
  summary: 'Remove mail domains of organizations, unless addresses use them',
  kind: 'delete',
  undoes: 'adds the domain again',
  calls: ['organizations.domains', 'organizations.removeDomain'],
  desired: () => null,

  async write(values, current, _changes, { client, options }) {
    const params = { id: orgOf(values), domainId: current?.id ?? '' };
    await client.organizations.removeDomain({ params }, options);
    return undefined;
  },

  reverse: ({ values, before }) =>
    before === undefined
      ? nothingKnown
      : { action: 'domains.add', values: { org_id: orgOf(values), domain: before.name } },
};

const recipientColumn: Column = {
  name: 'address',
  kind: 'text',
  required: true,
  maxLength: 254,
  summary: 'direct address of the recipient',
  examples: ['ann@direct.partner.example', 'ben@direct.partner.example'],
};
const recipientOf = (values: Values): string => normaliseAddress(textOf(values, 'address'));

const readList = (values: Values, { client, options }: RowContext) =>
  ifThere(client.organizations.savedAddresses({ params: { id: orgOf(values) } }, { ...options, fresh: true }));

type SavedAddress = { readonly address: string; readonly displayName: string };

const recipient = {
  naturalKey: 'org_id and address',
  keyOf: (values) => `${orgOf(values)} ${recipientOf(values)}`,
  // The list of an organization is written as a whole.
  lockOf: orgOf,
  problems: (values) => [
    ...idProblems(values, ['org_id']),
    ...rule('address', wholeAddressProblem(recipientOf(values))),
  ],

  async read(values: Values, context: RowContext): Promise<Current | undefined> {
    const match = (await readList(values, context))?.items.find(({ address }) => address === recipientOf(values));
    return (
      match && {
        id: match.address,
        name: match.address,
        values: { address: match.address, display_name: match.displayName },
        record: match,
      }
    );
  },
} as const satisfies Partial<BulkAction>;

/** Writes the list with the version it was loaded with: a change by another user in between is a conflict. */
const saveList = async (
  values: Values,
  context: RowContext,
  change: (others: readonly SavedAddress[]) => readonly SavedAddress[],
): Promise<void> => {
  const { client, options } = context;
  const params = { id: orgOf(values) };
  const { items, version } = await client.organizations.savedAddresses({ params }, { ...options, fresh: true });
  const others = items.filter(({ address }) => address !== recipientOf(values));
  await client.organizations.saveAddresses({ params, body: { items: [...change(others)], version } }, options);
};

const savedAddressesSave: BulkAction = {
  ...recipient,
  name: 'saved-addresses.save',
  summary: 'Save recipient addresses for organizations, or rename saved ones',
  kind: 'update',
  upserts: true,
  columns: [
    organizationColumn('org_id'),
    recipientColumn,
    {
      name: 'display_name',
      kind: 'text',
      keeps: true,
      maxLength: 255,
      field: 'displayName',
      summary: 'its display name. Blank in a new one: the address',
      examples: ['Ann Baker', ''],
    },
  ],
  undoes: 'restores the former name; an added address is removed',
  calls: ['organizations.savedAddresses', 'organizations.saveAddresses'],
  check: async (values, _current, context) =>
    (await readList(values, context)) === undefined ? [missingOrganization] : [],
  desired: (values) => ({
    address: recipientOf(values),
    ...(textOf(values, 'display_name') === '' ? {} : { display_name: textOf(values, 'display_name') }),
  }),

  async write(values, current, _changes, context) {
    const address = recipientOf(values);
    const former = current?.values['display_name'];
    const displayName = textOf(values, 'display_name') || (typeof former === 'string' ? former : address);
    await saveList(values, context, (others) => [...others, { address, displayName }]);
    return {
      id: address,
      name: address,
      values: { address, display_name: displayName },
      record: { address, displayName },
    };
  },

  reverse({ values, before }): Reverse {
    const key = { org_id: orgOf(values), address: recipientOf(values) };
    if (before === undefined) return { action: 'saved-addresses.delete', values: key };
    return { action: 'saved-addresses.save', values: { ...before.values, ...key } };
  },
};

const savedAddressesDelete: BulkAction = {
  ...recipient,
  name: 'saved-addresses.delete',
  summary: 'Remove saved recipient addresses of organizations',
  kind: 'delete',
  columns: [organizationColumn('org_id'), recipientColumn],
  undoes: 'saves the address again',
  calls: ['organizations.savedAddresses', 'organizations.saveAddresses'],
  desired: () => null,

  async write(values, _current, _changes, context) {
    await saveList(values, context, (others) => others);
    return undefined;
  },

  reverse: ({ values, before }) =>
    before === undefined
      ? nothingKnown
      : { action: 'saved-addresses.save', values: { org_id: orgOf(values), ...before.values } },
};

export const organizationMailActions: readonly BulkAction[] = [
  domainsAdd,
  domainsDelete,
  savedAddressesSave,
  savedAddressesDelete,
];
