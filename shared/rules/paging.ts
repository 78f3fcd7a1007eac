/** Records per page the lists offer (spec 1 section 9, spec 2 section 9, spec 3 section 9). */
export const pageSizes = [10, 25, 50, 100] as const;

/** The size a list starts with (spec 1 section 9). */
export const defaultPageSize = 10;

/** Message grid and workflow grid (spec 1 section 9). */
export const gridPageSizes = [10, 20, 50, 100] as const;

/** The size those grids start with (spec 1 section 9). */
export const defaultGridPageSize = 20;

/** The separate workflows component (spec 1 section 9). */
export const workflowsPageSizes = [10, 25, 50, 100] as const;

/** The size it starts with (spec 1 section 9). */
export const defaultWorkflowsPageSize = 25;

/** Rows per page of the detail grids of the message inspector (spec 1 section 9). */
export const detailGridPageSize = 5;

/** Rows per page of the saved Direct Addresses modal (spec 1 section 9). */
export const savedAddressesPageSize = 5;

/** Page size of direct messaging and fax providers (spec 1 section 9). */
export const providerPageSize = 20;

/** Page size that asks for all brands (spec 1 section 9). */
export const brandPageSize = 100;

/** Page size that asks for all apps and organization specialties (spec 1 section 9). */
export const wholeListPageSize = 5000;

/** Page numbers shown side by side (spec 1 section 2, shared pieces). */
export const pagesPerBlock = 5;

/** Wait after the last keystroke, in milliseconds, before the organization list searches (spec 1 section 9). */
export const organizationSearchDebounceMs = 400;

/** The same for the general search inputs (spec 3 section 9). */
export const searchDebounceMs = 300;

/** The same for the jump pager (spec 1 section 2, shared pieces). */
export const jumpDebounceMs = 300;

/** Typeahead: characters needed before it asks (spec 1 section 9). */
export const typeaheadMinimum = 2;

/** Typeahead: milliseconds after the last keystroke before it asks (spec 1 section 9). */
export const typeaheadDebounceMs = 300;

/** Tooltips and popovers show after this many milliseconds (spec 3 section 9). */
export const tooltipDelayMs = 400;

/** Number of pages that hold so many records; never less than 1. */
export const pageCountOf = (totalCount: number, pageSize: number): number =>
  Math.max(1, Math.ceil(totalCount / pageSize));

/** The block of page numbers a page lies in, and where the arrows lead: null when there is no further block. */
export type PageBlock = {
  readonly pages: readonly number[];
  readonly previous: number | null;
  readonly next: number | null;
};

/** The numbers to show for a page; a page outside the range counts as the nearest one (spec 1 section 2). */
export const pageBlock = (page: number, pageCount: number): PageBlock => {
  const last = Math.max(1, Math.trunc(pageCount) || 1);
  const within = Math.min(Math.max(1, Math.trunc(page) || 1), last);
  const first = within - ((within - 1) % pagesPerBlock);
  const pages = Array.from({ length: Math.min(pagesPerBlock, last - first + 1) }, (_, index) => first + index);
  const next = first + pagesPerBlock;
  return { pages, previous: first > 1 ? first - 1 : null, next: next <= last ? next : null };
};

/** The page a typed number leads to: below 1 or no number becomes 1, above the last becomes the last (spec 1 section 2). */
export const jumpTo = (text: string, pageCount: number): number => {
  const typed = text.trim();
  if (!/^[+-]?\d+$/.test(typed)) return 1;
  return Math.max(1, Math.min(Number(typed), Math.max(1, pageCount)));
};
