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

/** Values of `type` in a request for document source providers (spec 1 section 7, spec 3 section 7). */
export const providerTypes = ['DirectMessaging', 'Fax'] as const;

/** Statuses that can follow each status of a fax number, by code. A deleted number stays deleted. */
const faxTransitions: readonly (readonly number[])[] = [[1, 5], [2, 3], [1, 5], [4, 5], [], [0, 3]];

/** The codes that can follow; the same status again is no change and always allowed. */
export const faxStatusesAfter = (code: number): readonly number[] => faxTransitions[code] ?? [];

/** Statuses out of which a fax number can be put to use: Provisioning, Pending Update, Failed. */
const activatable: readonly number[] = [0, 2, 5];

/** Whether a fax number of this status can be activated by hand; one that is Activated stays so. */
export const canActivateFax = (code: number): boolean => code === 1 || activatable.includes(code);

/** Why a fax number cannot go from one status to another. */
export const faxTransitionText = (from: number): string => {
  const next = faxStatusesAfter(from).map(faxStatusOf);
  return next.length === 0
    ? `A fax number that is ${faxStatusOf(from)} keeps that status.`
    : `A fax number that is ${faxStatusOf(from)} can become ${next.join(' or ')}.`;
};
