import type { Browser } from './providers/session.ts';
import { start } from './providers/start.ts';

/** Set by admin/public/browser-check.js, which runs before. The notice stays then: the application would leave it for the sign-in. */
const isSupported = document.getElementById('unsupported')?.hidden !== false;

const maxHeadStartMs = 150;
const headStart = Promise.withResolvers<void>();
let requests = 0;

const browser: Browser = {
  origin: window.location.origin,
  local: window.localStorage,
  perTab: window.sessionStorage,
  fetch: (input, init) => {
    requests += 1;
    // The first call is for the configuration, the second one for the session.
    if (requests > 1) headStart.resolve();
    return window.fetch(input, init);
  },
  tabs: new BroadcastChannel('carepost.session'),
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
export const started = isSupported ? start(browser, page) : new Promise<never>(() => undefined);

const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Runs the application's scripts, which the built page only preloads (vite/preloadPlugin.ts): after the request for the session,
 * and with a turn of the event loop between them, in which its responses are processed. Run at once they would delay each step
 * of the sign-in.
 */
const runApplication = async () => {
  setTimeout(headStart.resolve, maxHeadStartMs);
  await headStart.promise;
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[data-run]')) {
    await turn();
    await import(/* @vite-ignore */ href);
  }
};
if (isSupported) runApplication().catch(() => document.dispatchEvent(new Event('applicationmissing')));
