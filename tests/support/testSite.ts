import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect } from 'vitest';
import { onboardingTrials } from '../../server/seed/onboardingTrials.ts';
import { demoAccounts } from '../../server/seed/demoAccounts.ts';
import { sharedChromium } from './chromium.ts';
import { axeSource, markNewLooks } from './contrast.ts';
import { settle } from './settle.ts';
import { expectLocator } from './expectLocator.ts';
import { type Credentials, signIn, signInUnseen } from './signIn.ts';
import { sharedServer, type StartOptions, startServer, type TestServer, workerPort } from './startApp.ts';
import { type Look, windowsOf } from './windows.ts';

/** Those after the first line are at a step of onboarding. */
export type DemoUser =
  | 'sysadmin'
  | 'reporting'
  | 'admin'
  | 'user'
  | 'disabled'
  | 'lockout'
  | 'license'
  | 'reseller'
  | 'verify'
  | 'confirm'
  | 'upload'
  | 'review'
  | 'proofed'
  | 'canceled'
  | 'grace'
  | 'legacy'
  | 'legacywelcome'
  | 'legacyform'
  | 'legacyfailed'
  | 'legacyreview'
  | 'legacypassed'
  | 'reactivate'
  | 'reactivatepay';

export const accountOf = (user: DemoUser) => {
  const all = [...demoAccounts, ...onboardingTrials.map(({ account }) => account)];
  const account = all.find(({ userName }) => userName.startsWith(`${user}@`));
  if (!account) throw new Error(`The demo data has no ${user}`);
  return account;
};

interface VisitOptions extends Look {
  /** For those who sign out: the session is nobody else's. */
  readonly ownSession?: boolean;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

export interface TestSite {
  readonly url: string;
  readonly browser: Browser;
  readonly server: TestServer;
  /** A browser window without cookies. */
  visit(path: string, options?: VisitOptions): Promise<Page>;
  /** The same, signed in as a person, of the demo data or another one, on the requested page. The sign-in page is met with `ownSession` only. */
  visitAs(user: DemoUser | Credentials, path: string, options?: VisitOptions): Promise<Page>;
  /** Ends a visit. Those that are left open end with the site. */
  leave(page: Page): Promise<void>;
  leaveAll(): Promise<void>;
  close(): Promise<void>;
}

/** Cookies of the users who have signed in to the shared server: also the next file meets the sign-in page no more. */
const sharedSessions = new Map<string, Cookies>();

/** A real browser before the server that the files of a worker share (see `sharedServer`). */
export const openSharedSite = (): Promise<TestSite> => siteOn(sharedServer(), sharedSessions);

/**
 * A real browser before a real server with a database of its own. The servers of a worker follow each other at one address, so that they share
 * its windows.
 */
export const openSite = async ({ env }: StartOptions = {}): Promise<TestSite> =>
  siteOn(startServer({ env: { PORT: String(await workerPort()), ...env } }), new Map());

/** `sessions`: who has signed in once is known to the provider by these, as in a browser that was closed without signing out. */
const siteOn = async (starting: Promise<TestServer>, sessions: Map<string, Cookies>): Promise<TestSite> => {
  const [server, browser] = await Promise.all([starting, sharedChromium()]);
  const windows = windowsOf(server.url);
  const open = async (path: string, options: VisitOptions = {}, cookies: Cookies = []) => {
    const page = await windows.open(browser, options, cookies);
    await page.goto(server.url + path);
    return page;
  };
  return {
    url: server.url,
    browser,
    server,
    visit: open,
    async visitAs(user, path, options) {
      const account = typeof user === 'string' ? accountOf(user) : user;
      if (options?.ownSession === true) {
        const page = await open(path, options);
        await signIn(page, account);
        await page.waitForURL((url) => !url.pathname.startsWith('/oidc') && url.pathname !== '/callback');
        return page;
      }
      const cookies = sessions.get(account.userName) ?? (await signInUnseen(browser, server.url, account));
      sessions.set(account.userName, cookies);
      const page = await open(path, options, cookies);
      await page.locator('main h1').first().waitFor();
      return page;
    },
    leave: windows.leave,
    leaveAll: windows.leaveAll,
    async close() {
      await windows.leaveAll();
      // Windows that stay keep connections, also such as have not been used yet.
      server.app.server.closeAllConnections();
      await server.close();
    },
  };
};

/**
 * Ends the session of a page by a sign-out that its browser does not notice: another window with the same cookies. Tabs of the same browser
 * would be told by the tab that signs out.
 */
export async function endSession({ browser, url }: Pick<TestSite, 'browser' | 'url'>, page: Page): Promise<void> {
  const context = await browser.newContext();
  await context.addCookies(await page.context().cookies());
  const window = await context.newPage();
  await window.goto(`${url}/account/logout`);
  await expectLocator(window.getByLabel('Password')).toBeVisible();
  await context.close();
}

/**
 * Goes there inside the page, as a link does: loading the application once more takes a second of the processor. The page before stays until
 * the next one is drawn, so this waits for it: a test would press the button of the page before.
 */
export const follow = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await settle(page);
};

/** Opens a path as a link does or, where a form with unsaved changes would ask first, as the address bar does. */
export const openPath = async (page: Page, path: string): Promise<void> => {
  const isUnsaved = await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await (isUnsaved ? page.goto(new URL(path, page.url()).href) : follow(page, path));
};

/** Opens a tab of an organization, and waits until its name is there. */
export const openOrganization = async ({ server }: Pick<TestSite, 'server'>, page: Page, id: string, tab = '') => {
  const { name } = await server.client('SysAdmin').organizations.get({ params: { id } });
  await openPath(page, `/admin/organizations/${id}${tab && `/${tab}`}`);
  await expectLocator(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expectLocator(page.getByRole('tabpanel')).toBeVisible();
  await expectLocator(page.getByRole('progressbar')).toHaveCount(0);
};

/** App bar and menu: the same on all pages, so each of their looks is analyzed once in a process. */
const shell = ['header', '.RaSidebar-fixed'];
const analyzedShells = new Set<string>();
/** Rows of a table or a list look alike. */
const furtherRows = ['tbody tr:nth-child(n+6)', 'main li:nth-child(n+6)'];

/** A list that is loaded again is faded while it loads, which may begin in mid-check: the colours that count are those at rest. */
const withoutFading = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[aria-busy] > .rows { opacity: 1 !important }');
    document.adoptedStyleSheets = [sheet];
  });

/** No violation of the accessibility rules on the page as it stands. */
export const expectAccessible = async (page: Page, what: string) => {
  // What is still loading is still changing: a field that becomes usable in mid-check has the colours of both states.
  await settle(page);
  await withoutFading(page);
  await expectLocator(page.locator('[aria-busy="true"]'), what).toHaveCount(0);
  const look = await page.evaluate(
    (selectors) =>
      JSON.stringify([
        matchMedia('(prefers-color-scheme: dark)').matches,
        window.innerWidth,
        ...selectors.map((selector) => document.querySelector(selector)?.textContent),
      ]),
    shell,
  );
  const excluded = analyzedShells.has(look) ? [...furtherRows, ...shell] : furtherRows;
  // What passes is not told, which takes longer than finding it out on a page with many rows.
  // Without frames axe needs no second page to put its findings together, which takes as long as finding them.
  const unmark = await markNewLooks(page, excluded);
  // Reading it takes longer than half an analysis: a page that has it gets nothing new.
  const hasAxe = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  const analysis = new AxeBuilder({ page, axeSource: hasAxe ? ';' : axeSource })
    .options({
      resultTypes: ['violations'],
      // No rule that is on by default looks into style sheets, which `preload` would fetch again.
      preload: false,
    })
    .setLegacyMode(page.frames().length === 1);
  for (const selector of excluded) analysis.exclude(selector);
  const { violations } = await analysis.analyze();
  await unmark();
  analyzedShells.add(look);
  const match = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${String(target)} ${failureSummary}`).join(', ')}`,
  );
  if (match.length > 0) throw new Error(`${what}: ${match.join('\n')}`);
};

/** What a page has put into the storage of its browser. */
export const storedIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))));

/** Nothing is wider than the window. */
export const expectNoSidewaysScroll = async (page: Page, what: string) => {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(tooWide, what).toBeLessThanOrEqual(0);
};
