export interface RecentPage {
  readonly path: string;
  readonly title: string;
}

const maxPages = 8;

/** Titles may name users, so they are in memory only: they end with the tab, and with the sign-out, which reloads it. */
let pages: readonly RecentPage[] = [];

/** Puts a page first. Without its query, which may have the text of a search. */
export const rememberPage = (page: RecentPage): void => {
  pages = [page, ...pages.filter(({ path }) => path !== page.path)].slice(0, maxPages);
};

/** The pages that the user opened in this tab, the latest first. */
export const recentPages = (): readonly RecentPage[] => pages;
