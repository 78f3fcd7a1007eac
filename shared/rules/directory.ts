/** Rows per page of the provider directory search (spec 2 section 9). */
export const directoryPageSize = 10;

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
