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

type ListAnswer = ReturnType<Client['organizations']['list']>;

/** A list that was there before the page: react-admin's key for the question, and the answer as it keeps it. */
export interface FirstList {
  readonly key: readonly unknown[];
  readonly data: { readonly data: readonly object[]; readonly total: number };
}

/**
 * The first list asked for while the pages are still loading. The provider's first equal question takes this answer instead of
 * asking again; a page that asks something else simply asks, and what was fetched early is dropped.
 */
export const createEarlyList = (client: Client) => {
  let waiting: { readonly key: string; readonly question: ListRequest; readonly answer: ListAnswer } | undefined;
  return {
    /** Sends the request of the page at an address, unless it was sent already. */
    start(address: { pathname: string; search: string }, stored: StoredItems) {
      if (address.pathname !== '/admin/organizations') return;
      const question = requestAt(address.search, stored);
      const query = organizationQuery(question);
      if (waiting?.key === JSON.stringify(query)) return;
      const answer = client.organizations.list({ query });
      // Whoever takes it sees the failure; untaken it must not surface as an unhandled one.
      answer.catch(() => undefined);
      waiting = { key: JSON.stringify(query), question, answer };
    },
    /** The list, if it comes within so many ms: a page drawn with its rows need not be drawn twice. */
    async ready(ms: number): Promise<FirstList | undefined> {
      const early = waiting;
      if (!early) return undefined;
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));
      const answer = await Promise.race([early.answer.catch(() => undefined), late]);
      if (!answer) return undefined;
      waiting = undefined;
      const { pagination, sort, filter } = early.question;
      return {
        key: ['organizations', 'getList', { pagination, sort, filter, meta: undefined }],
        data: { data: answer.items, total: answer.totalCount },
      };
    },
    take(query: object): ListAnswer | undefined {
      const early = waiting;
      waiting = undefined;
      return early?.key === JSON.stringify(query) ? early.answer : undefined;
    },
  };
};
export type EarlyList = ReturnType<typeof createEarlyList>;
