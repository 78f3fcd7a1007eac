import type { Client } from '../../shared/client/createClient.ts';
import { isSavedViewsKey, validViews } from '../../shared/rules/savedView.ts';

/** Preference of the user that holds the stored items as one object. */
export const preferenceKey = 'store';

/** Of the bulk runs that have not ended. */
export const bulkRunPrefix = 'bulkRun.';

/** The items that follow the user to every machine; the others (filters, selections, open rows) last as long as the tab. */
const followsUser =
  /^(?:theme|sidebar\.open|density|bulkRun\..+|.+\.(?:datatable|datatable_columnRanks|savedQueries|pageSize|columns))$/;
const listParams = /^(?<resource>.+)\.listParams$/;

const maxPageSize = 500;
const isPageSize = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maxPageSize;

export type StoredItems = Readonly<Record<string, unknown>>;

export const loadStoredItems = async (client: Client): Promise<StoredItems> => {
  const { value } = await client.preferences.get({ params: { key: preferenceKey } });
  const items = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  // Views of an earlier release may have names that the server refuses now, and with them every other item.
  return Object.fromEntries(
    Object.entries(items).map(([key, item]) => [key, isSavedViewsKey(key) ? validViews(item) : item]),
  );
};

const sidebarKey = 'sidebar.open';
/** Whether the drawer over the page is open that a window below 600 px has in the place of the sidebar; it lasts as long as the tab. */
export const drawerKey = 'drawer.open';

/** A window that becomes narrow has its drawer closed, and finds its sidebar as it was when it is wide again. */
export const keyInWindow = (key: string): string =>
  key === sidebarKey && window.matchMedia('(max-width: 599.95px)').matches ? drawerKey : key;

/** On a narrow screen the sidebar closes after each use, which says nothing about the next visit. */
const isNarrow = () => window.matchMedia('(max-width: 899.95px)').matches;

/** react-admin's form of the items: a list begins at its stored page size and without filters. */
export const fromStored = (items: StoredItems): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(items).flatMap(([key, value]) => {
      const resource = /^(.+)\.perPage$/.exec(key)?.[1];
      if (resource !== undefined) {
        return isPageSize(value)
          ? [[`${resource}.listParams`, { page: 1, perPage: value, filter: {}, displayedFilters: {} }]]
          : [];
      }
      if (key === sidebarKey && isNarrow()) return [];
      return followsUser.test(key) ? [[key, value]] : [];
    }),
  );

/** What is stored of an item, as entry of the stored object; undefined where it stays in the tab. */
export const toStored = (key: string, value: unknown): readonly [string, unknown] | undefined => {
  const resource = listParams.exec(key)?.groups?.['resource'];
  if (resource !== undefined) {
    // Taken from an address, react-admin's number is a text.
    const perPage =
      typeof value === 'object' && value !== null && 'perPage' in value ? Number(value.perPage) : undefined;
    return isPageSize(perPage) ? [`${resource}.perPage`, perPage] : undefined;
  }
  if (key === sidebarKey && isNarrow()) return undefined;
  if (!followsUser.test(key)) return undefined;
  return [key, isSavedViewsKey(key) && value !== undefined ? validViews(value) : value];
};
