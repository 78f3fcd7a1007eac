import type { Client } from '../../shared/client/createClient.ts';
import { listPlace } from './listPlace.ts';
import { type ListQuestion, organizationQuery } from './organizationDialect.ts';

/** Where react-admin keeps the last page, sort and filter of the list. */
const keptList = 'RaStore.admin/organizations.listParams';

const readJson = (text: string | null): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/**
 * Forgets where the list stood in an earlier visit, but for the page size: an address without words shows the plain list. Within
 * a visit react-admin keeps the place, so that the way back from the editor leads to the same rows.
 */
export const forgetListPlace = (store: Pick<Storage, 'getItem' | 'setItem'>): void => {
  const { perPage } = readJson(store.getItem(keptList));
  if (perPage === undefined) return;
  store.setItem(
    keptList,
    JSON.stringify({ page: 1, perPage, sort: 'name', order: 'ASC', filter: {}, displayedFilters: {} }),
  );
};

/** The question the organization list will ask for an address: from the address, else from what was kept, else the defaults. */
export const questionOf = (search: string, kept: string | null): ListQuestion => {
  const given: Record<string, unknown> = Object.fromEntries(new URLSearchParams(search));
  if (typeof given['filter'] === 'string') given['filter'] = readJson(given['filter']);
  const state = Object.keys(given).length > 0 ? given : readJson(kept);
  return {
    pagination: listPlace(state['page'], state['perPage']),
    sort: { field: 'name', order: state['order'] === 'DESC' ? 'DESC' : 'ASC' },
    filter: (state['filter'] ?? {}) as Record<string, unknown>,
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
  let waiting: { readonly key: string; readonly question: ListQuestion; readonly answer: ListAnswer } | undefined;
  return {
    start(address: { pathname: string; search: string }, store: Pick<Storage, 'getItem'>) {
      if (address.pathname !== '/admin/organizations') return;
      const question = questionOf(address.search, store.getItem(keptList));
      const query = organizationQuery(question);
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
        key: ['admin/organizations', 'getList', { pagination, sort, filter, meta: undefined }],
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
