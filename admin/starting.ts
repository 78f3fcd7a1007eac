import type { Browser } from './providers/session.ts';
import { start } from './providers/start.ts';

const longestHeadStartMs = 150;
const headStart = Promise.withResolvers<void>();
let asked = 0;

const browser: Browser = {
  origin: window.location.origin,
  local: window.localStorage,
  perTab: window.sessionStorage,
  fetch: (input, init) => {
    asked += 1;
    // The first call is for the configuration, the second one for the session.
    if (asked > 1) headStart.resolve();
    return window.fetch(input, init);
  },
  leaveFor: (address) => window.location.assign(address),
};

const page = {
  pathname: window.location.pathname,
  search: window.location.search,
  href: window.location.href,
  replace: (address: string) => window.history.replaceState(null, '', address),
};

/**
 * The session, begun by a script of its own that runs before the application has arrived: signing in and the first list take
 * as long as loading and reading the pages' code, so the two go on side by side.
 */
export const started = start(browser, page);

const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Runs the application's scripts, which the built page only names (vite/preloadPlugin.ts): after the session was asked for, and
 * with a turn between them in which its answers are taken up. Run in one go they would hold up every step of the sign-in.
 */
const runApplication = async () => {
  setTimeout(headStart.resolve, longestHeadStartMs);
  await headStart.promise;
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[data-run]')) {
    await turn();
    await import(/* @vite-ignore */ href);
  }
};
void runApplication();
