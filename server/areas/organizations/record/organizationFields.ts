import type { OrganizationCreate, OrganizationUpdate } from '../../../../shared/contract/organizationSchemas.ts';
import { plainOid } from '../../../../shared/rules/carequality.ts';
import { normaliseSubdomain } from '../../../../shared/rules/subdomain.ts';
import type { organizations } from '../../../database/schema/organizations.ts';
import { groupColumns } from './organizationGroups.ts';

export type OrganizationRecord = typeof organizations.$inferSelect;
export type OrganizationColumns = Partial<typeof organizations.$inferInsert>;
type Column = keyof OrganizationColumns & keyof OrganizationRecord;

/** The writable fields: the field of the contract and its column. */
const plain = {
  name: 'name',
  subdomain: 'subdomain',
  networkDbId: 'networkId',
  brandId: 'brandId',
  numberOfUsers: 'numberOfUsers',
  planId: 'planId',
  resellerId: 'resellerId',
  typeId: 'typeId',
  specialtyId: 'specialtyId',
  npi: 'npi',
  homeCommunityId: 'homeCommunityId',
  ssoUrl: 'ssoUrl',
  enabledFeatures: 'enabledFeatures',
  allowedPurposeOfUseCodes: 'purposeOfUseCodes',
  phone: 'phone',
  fax: 'fax',
  allowedIpAddresses: 'allowedIpAddresses',
} as const satisfies Partial<Record<keyof OrganizationUpdate, Column>>;

const address = { street: 'street', city: 'city', state: 'state', zip: 'zip', country: 'country' } as const;
const contact = {
  firstName: 'contactFirstName',
  lastName: 'contactLastName',
  title: 'contactTitle',
  email: 'contactEmail',
  phone: 'contactPhone',
  fax: 'contactFax',
} as const;

const groups = Object.entries(groupColumns) as [keyof typeof groupColumns, Readonly<Record<string, Column>>][];

const prefixed = (prefix: string, columns: Readonly<Record<string, Column>>) =>
  Object.entries(columns).map(([field, column]) => [column, `${prefix}.${field}`] as const);

/** The contract's name of each column, for audit rows and field errors. */
const fieldOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(plain).map(([field, column]) => [column, field] as const),
  ...prefixed('address', address),
  ...prefixed('contact', contact),
  ...groups.flatMap(([group, columns]) => prefixed(group, columns)),
]);

/** A part that is null clears all its columns; a field of it that is left out stays. */
function partColumns(
  part: Readonly<Record<string, unknown>> | null | undefined,
  columns: Readonly<Record<string, Column>>,
) {
  if (part === undefined) return [];
  return Object.entries(columns).flatMap(([field, column]) => {
    const value = part === null ? null : part[field];
    return value === undefined ? [] : [[column, value] as const];
  });
}

/** The columns a body writes: absent fields are not among them, null clears. */
export function columnsOf(body: OrganizationCreate | OrganizationUpdate): OrganizationColumns {
  const written = Object.entries(plain).flatMap(([field, column]) => {
    const value = body[field as keyof typeof plain];
    return value === undefined ? [] : [[column, value] as const];
  });
  const columns: OrganizationColumns = Object.fromEntries([
    ...written,
    ...partColumns(body.address, address),
    ...partColumns(body.contact, contact),
    ...groups.flatMap(([group, fields]) => partColumns(body[group], fields)),
  ]);
  return { ...columns, ...storedForms(columns) };
}

/** Values with several spellings are stored and compared in one. */
function storedForms({
  subdomain,
  directRecordsName,
  qhinParticipantOid,
  enabledFeatures,
  purposeOfUseCodes,
}: OrganizationColumns) {
  return {
    ...(subdomain ? { subdomain: normaliseSubdomain(subdomain) } : {}),
    ...(directRecordsName ? { directRecordsName: directRecordsName.toLowerCase() } : {}),
    // Unique in the network, with or without the prefix.
    ...(qhinParticipantOid ? { qhinParticipantOid: plainOid(qhinParticipantOid) } : {}),
    ...(enabledFeatures ? { enabledFeatures: [...new Set(enabledFeatures)] } : {}),
    ...(purposeOfUseCodes ? { purposeOfUseCodes: [...new Set(purposeOfUseCodes)] } : {}),
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export interface Difference {
  /** The columns that really change. */
  readonly columns: OrganizationColumns;
  /** The same by the contract's names, before and after. */
  readonly changes: Record<string, { before: unknown; after: unknown }>;
}

export function differenceTo(before: OrganizationRecord | undefined, columns: OrganizationColumns): Difference {
  const changed = Object.entries(columns).flatMap(([column, after]) => {
    const old = before?.[column as Column] ?? null;
    return same(old, after ?? null) ? [] : [{ column, before: old, after }];
  });
  return {
    columns: Object.fromEntries(changed.map(({ column, after }) => [column, after])),
    changes: Object.fromEntries(changed.map(({ column, ...values }) => [fieldOf.get(column) ?? column, values])),
  };
}
