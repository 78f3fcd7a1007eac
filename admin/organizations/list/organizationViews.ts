import { filtersOf, type OrganizationFilters } from '../../providers/organizationDialect.ts';
import { pageSizes } from '../../../shared/rules/paging.ts';

/** A way to look at the list that somebody gave a name. */
export type OrganizationView = {
  name: string;
  filters: OrganizationFilters;
  descending: boolean;
  pageSize: number;
};

export const viewNameMax = 60;
export const viewsMax = 50;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The views of a kept setting, whatever was written into it. */
export const readViews = (kept: unknown): OrganizationView[] => {
  if (!Array.isArray(kept)) return [];
  const views = kept.flatMap((view: unknown) => {
    if (!isRecord(view) || typeof view['name'] !== 'string' || view['name'].trim() === '') return [];
    return [
      {
        name: view['name'].trim().slice(0, viewNameMax),
        filters: filtersOf(isRecord(view['filters']) ? view['filters'] : {}),
        descending: view['descending'] === true,
        pageSize: pageSizes.find((size) => size === view['pageSize']) ?? pageSizes[0],
      },
    ];
  });
  return views.filter(({ name }, index) => views.findIndex((other) => other.name === name) === index);
};

/** With this view, in place of the one of its name. */
export const withView = (views: readonly OrganizationView[], view: OrganizationView): OrganizationView[] =>
  [...withoutView(views, view.name), view].toSorted((one, other) => one.name.localeCompare(other.name, 'en-US'));

export const withoutView = (views: readonly OrganizationView[], name: string): OrganizationView[] =>
  views.filter((view) => view.name !== name);

/** Whether the list looks exactly like the view. */
export const isShown = (view: OrganizationView, now: Omit<OrganizationView, 'name'>): boolean =>
  view.descending === now.descending &&
  view.pageSize === now.pageSize &&
  JSON.stringify(view.filters) === JSON.stringify(now.filters);
