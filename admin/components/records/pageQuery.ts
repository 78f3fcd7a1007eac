import type { PageAddress } from '../usePageAddress.ts';

/** Page, size, search and direction of a list as the calls of the product take them. */
export const pageQuery = ({ page, size, search, sortDir }: PageAddress) => ({
  pageNumber: page,
  pageSize: size,
  sortDir,
  ...(search === '' ? {} : { search }),
});
