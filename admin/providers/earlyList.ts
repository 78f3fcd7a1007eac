import type { Client } from '../../shared/client/createClient.ts';
import { listParams } from './listParams.ts';
import { type ListRequest, organizationQuery } from './organizationQuery.ts';
import type { StoredItems } from './storedItems.ts';

const readJson = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** The request of the organization list at an address, with the stored page size where the address has none. */
export const requestAt = (search: string, stored: StoredItems): ListRequest => {
  const address: Record<string, unknown> = Object.fromEntries(new URLSearchParams(search));
  const filter = typeof address['filter'] === 'string' ? readJson(address['filter']) : {};
  const perPage = Object.keys(address).length > 0 ? address['perPage'] : stored['organizations.perPage'];
  return {
    pagination: listParams(address['page'], perPage),
    sort: { field: 'name', order: address['order'] === 'DESC' ? 'DESC' : 'ASC' },
    filter,
  };
};

type ListResponse = ReturnType<Client['organizations']['list']>;

/** A list that was loaded before the page: react-query's key of the request, and the response as react-query caches it. */
export interface FirstList {
  readonly key: readonly unknown[];
  readonly data: { readonly data: readonly object[]; readonly total: number };
}

/**
 * The first list, requested while the scripts of the pages are loading. The first equal request of the data provider takes this
 * response; for any other request it is dropped.
 */
export const createEarlyList = (client: Client) => {
  let pending: { readonly key: string; readonly request: ListRequest; readonly response: ListResponse } | undefined;
  return {
    /** Sends the request of the page at an address, unless it was sent already. */
    start(address: { pathname: string; search: string }, stored: StoredItems) {
      if (address.pathname !== '/admin/organizations') return;
      const request = requestAt(address.search, stored);
      const query = organizationQuery(request);
      if (pending?.key === JSON.stringify(query)) return;
      const response = client.organizations.list({ query });
      // The request that takes it handles the failure; a dropped one must not surface as an unhandled rejection.
      response.catch(() => undefined);
      pending = { key: JSON.stringify(query), request, response };
    },
    /** The list, if it arrives within `ms`: a page drawn with its rows need not be drawn twice. */
    async ready(ms: number): Promise<FirstList | undefined> {
      const early = pending;
      if (!early) return undefined;
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));
      const response = await Promise.race([early.response.catch(() => undefined), late]);
      if (!response) return undefined;
      pending = undefined;
      const { pagination, sort, filter } = early.request;
      return {
        key: ['organizations', 'getList', { pagination, sort, filter, meta: undefined }],
        data: { data: response.items, total: response.totalCount },
      };
    },
    take(query: object): ListResponse | undefined {
      const early = pending;
      pending = undefined;
      return early?.key === JSON.stringify(query) ? early.response : undefined;
    },
  };
};
export type EarlyList = ReturnType<typeof createEarlyList>;
