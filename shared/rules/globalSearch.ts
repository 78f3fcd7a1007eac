/** Kinds of records that the search over the whole platform returns, in the order of its groups. */
export const searchKinds = ['Organization', 'User', 'Network', 'Oid', 'Address', 'Message'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** How the text of the search matches a record, the best match first. */
export const searchMatches = ['Exact', 'Prefix', 'Part'] as const;

/** Fewest and most characters of the text, without blanks around it. A part of a name is looked for from `partMin` characters. */
export const searchTextLimits = { min: 2, partMin: 3, max: 200 } as const;

/** Results of each kind: as many as the dialog shows, and the maximum of a call. */
export const searchLimits = { default: 6, max: 50 } as const;

/** What an address or an OID belongs to: an emergency, or else the tab of its organization. */
export const searchOrigins = [
  'alternateOid',
  'directoryEntry',
  'carequality',
  'qhin',
  'emergency',
  'direct',
  'efax',
  'westfax',
] as const;
export type SearchOrigin = (typeof searchOrigins)[number];

const tabs: Readonly<Record<Exclude<SearchOrigin, 'emergency'>, string>> = {
  alternateOid: 'cq',
  directoryEntry: 'cq',
  carequality: 'carequality',
  qhin: 'qhin',
  direct: 'direct',
  efax: 'efax',
  westfax: 'westfax',
};

const folders: Readonly<Record<Exclude<SearchKind, 'Oid' | 'Address'>, string>> = {
  Organization: 'organizations',
  User: 'users',
  Network: 'networks',
  Message: 'messages',
};

interface Target {
  readonly kind: SearchKind;
  readonly id: string;
  /** Of an OID or an address. */
  readonly organizationId: string | null;
  readonly origin: SearchOrigin | null;
}

/** The page of the web application that shows a result. */
export function searchResultPath({ kind, id, organizationId, origin }: Target): string {
  if (kind !== 'Oid' && kind !== 'Address') return `/admin/${folders[kind]}/${id}`;
  if (origin === 'emergency') return `/admin/emergencies/${id}`;
  const record = `/admin/organizations/${organizationId ?? id}`;
  return origin === null ? record : `${record}/${tabs[origin]}`;
}
