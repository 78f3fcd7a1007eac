import type { Page, Request } from '@playwright/test';

const pendingRequests = new WeakMap<Page, Set<Request>>();
const maxMs = 20_000;

/** Counts the requests of a page, so that `settle` knows when all are answered. */
export function trackRequests(page: Page): void {
  const pending = new Set<Request>();
  pendingRequests.set(page, pending);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
}

/** Two frames drawn and nothing left to do: also a busy machine takes no longer than it needs. */
const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 1000 })));
  });

/**
 * Waits until a page has loaded, has no request under way, and has drawn what came of the last one. Playwright's `networkidle` waits half
 * a second after each navigation, and not at all for requests that the page makes later.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  const pending = pendingRequests.get(page) ?? new Set<Request>();
  const end = Date.now() + maxMs;
  for (let quietRounds = 0; quietRounds < 3; ) {
    if (Date.now() > end) throw new Error(`Still loading: ${[...pending].map((request) => request.url()).join(', ')}`);
    quietRounds = pending.size === 0 ? quietRounds + 1 : 0;
    // A navigation that begins here ends the evaluation; the next round waits for its requests.
    const isDrawn = await page.evaluate(untilIdle).then(
      () => true,
      () => false,
    );
    if (!isDrawn) quietRounds = 0;
  }
}
