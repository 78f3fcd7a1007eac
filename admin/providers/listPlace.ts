import { defaultPageSize, pageSizes } from '../../shared/rules/paging.ts';

/** Far beyond any last page; the list itself goes back to the last one that exists. */
const farthestPage = 1_000_000;

/**
 * Page and size as a list can show them, whatever an address or the browser's storage says: a size that is not offered would draw
 * as many rows, and react-admin remembers it, so one bad link would spoil the list for good.
 */
export const listPlace = (page: unknown, perPage: unknown) => ({
  page: Math.min(Math.max(1, Math.trunc(Number(page)) || 1), farthestPage),
  perPage: pageSizes.find((size) => size === Number(perPage)) ?? defaultPageSize,
});
