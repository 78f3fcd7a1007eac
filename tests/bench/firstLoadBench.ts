import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { demoAccounts } from '../../server/seed/demoAccounts.ts';
import { launchChromium } from '../support/chromium.ts';
import { signIn } from '../support/signIn.ts';
import { line, rounded, summary } from './measure.ts';
import { buildRival, type Row, serveRival } from './rivals.ts';
import { project, type Setup } from './setup.ts';

const rounds = 12;
const rowsShown = 'table tbody tr td >> nth=0';

interface Load {
  readonly ms: number;
  readonly scriptKb: number;
}

/** Opens the page in a new tab; time from the navigation to the first row with text, and the script bytes that came. */
const load = async (context: BrowserContext, url: string, rowText: string): Promise<Load> => {
  const page = await context.newPage();
  let scripts = 0;
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const scriptRequests = new Set<string>();
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scriptRequests.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scriptRequests.has(requestId)) scripts += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('table tbody')?.textContent?.includes(text))
            requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    rowText,
  );
  await page.waitForLoadState('networkidle');
  await page.close();
  return { ms, scriptKb: scripts / 1024 };
};

const clearCache = async (context: BrowserContext) => {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.clearBrowserCache');
  await page.close();
};

/** A window of the platform administrator, signed in and with the list on screen once. */
export const signedInContext = async (browser: Browser, setup: Setup) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const [administrator] = demoAccounts;
  await page.goto(`${setup.url}/admin/organizations`);
  if (administrator) await signIn(page, administrator);
  await page.waitForSelector(rowsShown);
  await page.close();
  return context;
};

/** First load of the organization list, signed in, against an application of create-react-admin that shows the same rows. */
export const firstLoadBench = async (setup: Setup) => {
  line(`First load of the organization list in Chromium (${rounds} interleaved rounds)`);
  const response = await fetch(`${setup.url}/api/organizations`, {
    headers: { authorization: `Bearer ${setup.token}` },
  });
  const { items, totalCount } = (await response.json()) as { items: (Row & { name: string })[]; totalCount: number };
  const rowText = items[0]?.name ?? '';
  let dist = '';
  const rival = await serveRival(() => dist, items, totalCount);
  dist = buildRival(join(project, 'node_modules/.cache/carepost-bench'), `http://127.0.0.1:${rival.port}/data`);
  const browser = await launchChromium();
  const contexts = {
    rival: await browser.newContext({ viewport: { width: 1280, height: 900 } }),
    ours: await signedInContext(browser, setup),
  };
  const urls = { rival: `http://127.0.0.1:${rival.port}/#/organizations`, ours: `${setup.url}/admin/organizations` };
  const cold = { rival: [] as Load[], ours: [] as Load[] };
  const warm = { rival: [] as Load[], ours: [] as Load[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const who of round % 2 === 0 ? (['rival', 'ours'] as const) : (['ours', 'rival'] as const)) {
      await clearCache(contexts[who]);
      cold[who].push(await load(contexts[who], urls[who], rowText));
      warm[who].push(await load(contexts[who], urls[who], rowText));
    }
  }
  const median = (loads: Load[]) => summary(loads.map(({ ms }) => ms)).median;
  for (const [name, loads] of [
    ['cold', cold],
    ['warm', warm],
  ] as const) {
    line(
      `  ${name}  create-react-admin ${rounded(median(loads.rival), 0)} ms   carepost ${rounded(median(loads.ours), 0)} ms   ${rounded(median(loads.ours) / median(loads.rival), 2)} x (goal 1 x)`,
    );
  }
  line(
    `  script bytes on the wire, cold: create-react-admin ${rounded(cold.rival[0]?.scriptKb ?? 0, 0)} KiB   carepost ${rounded(cold.ours[0]?.scriptKb ?? 0, 0)} KiB`,
  );
  await browser.close();
  await rival.close();
};
