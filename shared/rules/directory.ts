/** Rows per page of the provider directory search (spec 2 section 9). */
export const directoryPageSize = 10;

/** Most rows of each list in one response. */
export const directoryPageSizeMax = 100;

/** The next page loads within so many pixels of the bottom (spec 2 section 9). */
export const scrollTriggerPx = 5;

/** Height of the results area, in pixels (spec 2 section 9). */
export const directoryResultsHeightPx = 275;

/** Shown for an entry without an address (spec 2 section 2). */
export const noDirectAddressText = 'DIRECT address is not available.';

/** Whether a scrolled area is near enough to its bottom to load the next page (spec 2 section 2). */
export const isNearBottom = (area: {
  readonly scrollTop: number;
  readonly clientHeight: number;
  readonly scrollHeight: number;
}): boolean => area.scrollHeight - area.scrollTop - area.clientHeight <= scrollTriggerPx;

/** Totals of a search are exact up to this number; a search with more matches gives this number, and so many of them. */
export const directoryTotalMax = 500;

/** Largest number of a page: with the smallest pages there is no row behind it. */
export const directoryPagesMax = directoryTotalMax;

/** Entries of the national directory that one search takes into account, of each list. */
export const nationalEntriesMax = 100;

/** Most addresses of one check. */
export const validatedAddressesMax = 50;

/** Invitations that a user may send within 24 hours. */
export const invitationsPerDay = 20;

/** Shown where a search has no value in any field (spec 2 section 5). */
export const directorySearchText = 'Enter at least one value to search for.';

/** Shown at a field with punctuation only, where no field has anything to search for. */
export const directoryWordsText = 'Enter at least one letter or digit.';

/** Fields of the search form in the order of the specification (spec 2 section 2). */
export const directoryFields = ['firstName', 'lastName', 'organizationName', 'city', 'state', 'zip'] as const;
export type DirectoryField = (typeof directoryFields)[number];

/** Whether the national directory was part of a search. */
export const nationalDirectoryStates = ['Searched', 'Unavailable', 'NotConfigured'] as const;

/** Outcomes of checking a direct address. */
export const addressCheckStatuses = ['Valid', 'Malformed', 'Unknown', 'NotReceiving', 'Unchecked'] as const;
export type AddressCheckStatus = (typeof addressCheckStatuses)[number];

/** Why an address cannot be sent to, by status; of a malformed one the rules of direct addresses give the reason. */
export const addressCheckTexts: Readonly<Record<Exclude<AddressCheckStatus, 'Valid' | 'Malformed'>, string>> = {
  Unknown: 'No directory knows this address.',
  NotReceiving: 'This address is known, but does not receive messages now.',
  Unchecked: 'The national directory did not respond, so it is unknown whether this address exists.',
};

/** Digits of a ZIP code or of its beginning: up to 5, or 9 with or without the hyphen. */
export const isZipStart = (value: string): boolean => /^\d{1,5}$|^\d{5}-?\d{0,4}$/.test(value);
