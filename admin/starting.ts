import type { Browser } from './providers/session.ts';
import { start } from './providers/start.ts';

const browser: Browser = {
  origin: window.location.origin,
  local: window.localStorage,
  perTab: window.sessionStorage,
  fetch: (input, init) => window.fetch(input, init),
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
