import type { Browser, Page } from '@playwright/test';
import { trackRequests } from './settle.ts';

export interface Look {
  readonly width?: number;
  readonly dark?: boolean;
}

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];

export interface Windows {
  /** An empty window with these cookies. */
  open(browser: Browser, look: Look, cookies?: Cookies): Promise<Page>;
  /** Ends a visit: the window and its tabs have no cookies, storage, routes or listeners of it afterwards. */
  readonly leave: (page: Page) => Promise<void>;
  /** The same for all windows that are open. */
  readonly leaveAll: () => Promise<void>;
}

/** A test has two or three at once. */
const mostIdle = 3;
const listened = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'];

/** Of this worker, by the address of the site. */
const windowsAt = new Map<string, Windows>();

/**
 * Windows before the site at this address. One that was left is used again, also by the next file: a new one is a process of the browser, which
 * takes three times as long for a page as a process that has loaded and compiled the application before. A test that changes what cannot be
 * undone (`addInitScript`, `clock`) closes the context of its window itself.
 */
export function windowsOf(url: string): Windows {
  const windows = windowsAt.get(url) ?? createWindows(url);
  windowsAt.set(url, windows);
  return windows;
}

function createWindows(url: string): Windows {
  const idle: Page[] = [];
  const visited = new Set<Page>();

  const fresh = async (browser: Browser): Promise<Page> => {
    const context = await browser.newContext({ acceptDownloads: true, locale: 'en-US' });
    context.on('page', trackRequests);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    return page;
  };

  const empty = async (page: Page): Promise<void> => {
    const context = page.context();
    for (const tab of context.pages()) if (tab !== page) await tab.close();
    for (const name of listened) page.removeAllListeners(name);
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    // In another place the next visit would begin with another process.
    await page.goto(`${url}/health/live`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    const session = await context.newCDPSession(page);
    await session.send('Page.resetNavigationHistory');
    await session.detach();
  };

  const leave = async (page: Page): Promise<void> => {
    visited.delete(page);
    // A window that is on its way elsewhere, such as to the command line, cannot be emptied.
    const isEmpty =
      !page.isClosed() &&
      idle.length < mostIdle &&
      (await empty(page).then(
        () => true,
        () => false,
      ));
    if (isEmpty) idle.push(page);
    else await page.context().close();
  };

  return {
    async open(browser, { width = 1280, dark = false }, cookies = []) {
      let known = idle.pop();
      while (known?.isClosed()) known = idle.pop();
      const page = known ?? (await fresh(browser));
      if (known) trackRequests(known);
      visited.add(page);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
      await page.context().addCookies(cookies);
      return page;
    },
    leave,
    async leaveAll() {
      for (const page of visited) await leave(page);
    },
  };
}
