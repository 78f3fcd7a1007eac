import { defaultPageSize, pageSizes } from '../../shared/rules/paging.ts';

/** A page of a list, as react-admin requests it; `q` of the filter is the text of the search box. */
export interface ListRequest {
  readonly pagination: { readonly page: number; readonly perPage: number };
  readonly sort: { readonly field: string; readonly order: string };
  readonly filter: Readonly<Record<string, unknown>>;
}

/** Beyond any last page; the list itself goes back to one that exists. */
const maxPage = 1_000_000;

/**
 * Page and size as a list can show them, whatever an address or the browser's storage says: a size that is not offered would draw
 * as many rows, and react-admin remembers it, so one bad link would spoil the list for good.
 */
export const listParams = (page: unknown, perPage: unknown, sizes: readonly number[] = pageSizes) => ({
  page: Math.min(Math.max(1, Math.trunc(Number(page)) || 1), maxPage),
  perPage: sizes.find((size) => size === Number(perPage)) ?? sizes[0] ?? defaultPageSize,
});
