import { type Browser } from './providers/session.ts';
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

// The session starts while the rest of the application is still on its way: neither waits for the other.
const started = start(browser, page);
const [{ mount }, startup] = await Promise.all([import('./App.tsx'), started]);
const root = document.getElementById('root');
if (root) await mount(root, startup);
