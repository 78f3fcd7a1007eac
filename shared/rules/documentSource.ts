/** Fax statuses of a document source; the place in the list is the stored code (spec 3 section 3). */
export const faxStatuses = [
  'Provisioning',
  'Activated',
  'Pending Update',
  'Pending Deletion',
  'Deleted',
  'Failed',
] as const;
export type FaxStatus = (typeof faxStatuses)[number];

/** The word for a stored fax status; a code outside the list is shown as Unknown. */
export const faxStatusOf = (code: number): string => faxStatuses[code] ?? 'Unknown';

/** Kind of address a fax document source has; it never changes (spec 3 section 3). */
export const faxAddressType = 'fax';

/** Values of `type` when document source providers are asked for (spec 1 section 7, spec 3 section 7). */
export const providerTypes = ['DirectMessaging', 'Fax'] as const;
