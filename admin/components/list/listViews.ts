import type { Json } from '../../providers/usePreference.ts';

/** How a list is looked at, apart from the page: filters, order, size. */
export type ViewPlace = { [key: string]: Json };
/** A way to look at a list that somebody gave a name. */
export type ListView = ViewPlace & { name: string };

/** What the saved views of a list need to know of it. */
export interface ListViewsSource<Place extends ViewPlace = ViewPlace> {
  /** The setting they are kept under. */
  readonly key: string;
  readonly now: Place;
  /** The list is narrowed by more than a view keeps, so it looks like none of them. */
  readonly isNarrower?: boolean;
  /** Key of a text that says what a view of this list leaves out. */
  readonly note?: string;
  /** The place in whatever was kept. */
  read(this: void, kept: Readonly<Record<string, unknown>>): Place;
  show(this: void, place: Place): void;
}

export const viewNameMax = 60;
export const viewsMax = 50;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The views of a kept setting, whatever was written into it. */
export const readViews = (kept: unknown, read: ListViewsSource['read']): ListView[] => {
  if (!Array.isArray(kept)) return [];
  const views = kept.flatMap((view: unknown): ListView[] => {
    if (!isRecord(view) || typeof view['name'] !== 'string' || view['name'].trim() === '') return [];
    return [{ ...read(view), name: view['name'].trim().slice(0, viewNameMax) }];
  });
  return views.filter(({ name }, index) => views.findIndex((other) => other.name === name) === index);
};

/** With this view, in place of the one of its name. */
export const withView = (views: readonly ListView[], view: ListView): ListView[] =>
  [...withoutView(views, view.name), view].toSorted((one, other) => one.name.localeCompare(other.name, 'en-US'));

export const withoutView = (views: readonly ListView[], name: string): ListView[] =>
  views.filter((view) => view.name !== name);

/** Whether the list looks exactly like the view. */
export const isShown = (view: ListView, { now, read, isNarrower = false }: ListViewsSource): boolean =>
  !isNarrower && JSON.stringify(read(view)) === JSON.stringify(read(now));
