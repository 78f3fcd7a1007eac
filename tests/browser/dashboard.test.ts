import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dashboardRefreshMs, workerRefreshMs } from '../../shared/rules/diagnostics.ts';
import {
  type TestSite,
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  openSite,
  type DemoUser,
} from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { looks } from '../support/looks.ts';
import { settle } from '../support/settle.ts';

const path = '/admin/dashboard/messaging';
let site: TestSite;

/** An alert as its rule would have raised it. */
const raiseAlert = () =>
  site.server.database.pool.query(`
    insert into system_alerts (id, rule_id, status, name, link, alert_type, channel, direction, value, threshold)
    select gen_random_uuid(), id, 'Triggered', 'Too many failures: Direct Outbound',
      '${path}/workflows?channel=Direct&direction=Outbound&status=Failed', alert_type, 'Direct', 'Outbound', 31, 25
    from alert_rules where alert_type = 'FailureRate' limit 1`);

beforeAll(async () => {
  site = await openSite();
  await raiseAlert();
});
afterAll(() => site.close());
// Pages that stay open go on asking.
afterEach(() => site.leaveAll());

const visit = async (user: DemoUser = 'sysadmin', options: { width?: number; dark?: boolean } = {}) => {
  const page = await site.visitAs(user, path, options);
  await expectLocator(page.getByRole('region', { name: 'Outbound Messaging' }).getByRole('article')).toHaveCount(3, {
    timeout: 30_000,
  });
  return page;
};
const rowsOf = (page: Page) => page.getByText(/^(?:0 records|[\d,]+–[\d,]+ of [\d,]+)$/);

test('every number of a tile leads to the grid with that many workflows', { tags: ['hard'] }, async () => {
  const page = await visit();
  const links = page
    .getByRole('region', { name: /bound Messaging$/ })
    .getByRole('link', { name: /(?:Total|Failure): / });
  await expectLocator(links).toHaveCount(12);
  const match = await links.evaluateAll((all) =>
    all.map((link) => ({ count: link.textContent, address: link.getAttribute('href') ?? '' })),
  );
  expect(match.some(({ count }) => count !== '0')).toBe(true);
  for (const { count, address } of match) {
    await follow(page, address);
    await expectLocator(rowsOf(page)).toHaveText(count === '0' ? '0 records' : new RegExp(` of ${count}$`));
    await follow(page, path);
    await expectLocator(links).toHaveCount(12);
  }
});

test('ten minutes of a chart lead to their workflows, from the picture and from the table', {
  tags: ['hard'],
}, async () => {
  const page = await visit();
  const direct = page.getByRole('region', { name: 'Inbound Messaging' }).getByRole('article', { name: 'Direct' });
  await expectLocator(direct.locator('svg [data-series="messages"]').first()).toBeVisible();
  await expectAccessible(page, 'dashboard with charts');
  const box = await direct.locator('svg').last().boundingBox();
  if (!box) throw new Error('The chart is not displayed.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForURL((url) => url.pathname === `${path}/workflows`);
  const { searchParams } = new URL(page.url());
  expect(Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')).toBe(600_000);
  await page.goBack();
  await direct.getByRole('button', { name: /^Show as table/ }).click();
  const times = direct.getByRole('table').getByRole('link', { name: /^Workflows: / });
  const count = (await times.first().textContent()) ?? '';
  await times.first().click();
  await expectLocator(rowsOf(page)).toHaveText(new RegExp(` of ${count}$`));
});

test('the times below a chart have room between them: fewer where it is narrow, at 1280 pixels each sixth hour of a day', async () => {
  const page = await visit('sysadmin', { width: 390 });
  const workers = page.getByRole('region', { name: 'Worker statistics' });
  const labels = workers.locator('.MuiChartsAxis-directionX .MuiChartsAxis-tickLabel');
  const times = () =>
    labels.evaluateAll((all) =>
      all.map((label) => {
        const { left, right } = label.getBoundingClientRect();
        return { text: label.textContent, left, right };
      }),
    );
  const choose = async (hours: string, text: RegExp) => {
    await workers.getByRole('combobox').selectOption({ label: hours });
    await expectLocator(labels.first()).toHaveText(text);
    await settle(page);
    const shown = await times();
    const gaps = shown.slice(1).map(({ left }, index) => left - (shown[index]?.right ?? 0));
    expect(Math.min(...gaps), hours).toBeGreaterThanOrEqual(6);
    return shown.map(({ text: label }) => label);
  };
  await expectLocator(workers.getByRole('combobox')).toHaveCount(1);
  expect((await choose('Last hour', /:/)).length).toBeGreaterThanOrEqual(2);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await choose('Last 24 hours', /^\d+ [AP]M$/)).toHaveLength(4);
  const names = (await times()).map(({ text }) => text);
  expect(names.toSorted()).toEqual(['12 AM', '12 PM', '6 AM', '6 PM']);
});

test('an alert is acknowledged, opens its workflows, and is resolved', async () => {
  const page = await visit();
  const alerts = page.getByRole('region', { name: 'System Alerts' });
  const row = alerts.getByRole('row').filter({ hasText: 'Too many failures' });
  await expectLocator(row).toContainText('Triggered');
  await row.getByRole('button', { name: /^Acknowledge/ }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('The relay is being restarted.');
  await expectAccessible(page, 'acknowledge dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await expectLocator(row).toContainText('Acknowledged');
  await expectLocator(row).toContainText('The relay is being restarted.');
  await row.getByRole('link', { name: /^Show workflows/ }).click();
  await expectLocator(page.getByRole('button', { name: 'Remove filter Status: Failed' })).toBeVisible();
  await page.goBack();
  await row.getByRole('button', { name: /^Resolve/ }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('The relay works again.');
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await expectLocator(row).toHaveCount(0);
  await alerts.getByRole('button', { name: 'Resolved, 30 days' }).click();
  await expectLocator(row).toContainText('The relay works again.');
});

test('a rule is changed', { tags: ['hard'] }, async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Alert rules' }).click();
  const edit = page.getByRole('button', { name: /^Edit: / }).first();
  await expectLocator(edit).toBeVisible();
  await expectAccessible(page, 'alert rules');
  await edit.click();
  await page.getByRole('spinbutton', { name: 'Threshold' }).fill('17');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectLocator(page.getByRole('dialog', { name: 'Alert rules' }).getByRole('row').nth(1)).toContainText('17');
});

test('the reporting role reads the numbers as text and asks for nothing else', { tags: ['hard'] }, async () => {
  const page = await visit('reporting');
  await expectLocator(
    page.getByRole('region', { name: 'Worker statistics' }).getByText('Document processing'),
  ).toBeVisible();
  const main = page.locator('#main-content');
  await expectLocator(main.getByRole('link')).toHaveCount(0);
  await expectLocator(
    main.getByRole('button', { name: /Acknowledge|Resolve:|Alert rules|Latest failures/ }),
  ).toHaveCount(0);
  await expectAccessible(page, 'dashboard for the reporting role');
  await page.goto(`${site.url}${path}/workflows`);
  await page.waitForURL((url) => url.pathname === '/unauthorized');
});

test('the numbers refresh themselves, rest while the tab is hidden, and catch up when it is seen again', {
  tags: ['hard'],
}, async () => {
  const page = await site.visitAs('sysadmin', '/admin/guid');
  const requested: string[] = [];
  const responded: string[] = [];
  const note = (names: string[]) => (request: { url(): string }) => {
    const name = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (['messageCounts', 'systemalerts', 'worker'].includes(name)) names.push(name);
  };
  page.on('request', note(requested));
  page.on('requestfinished', note(responded));
  const times = (name: string) => requested.filter((one) => one === name).length;
  await page.clock.install();
  await page.goto(site.url + path);
  await expectLocator(page.getByText(/^updated \d\d:\d\d:\d\d [AP]M$/).first()).toBeVisible();
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      window.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const before = times('messageCounts');
  await page.clock.runFor(dashboardRefreshMs + 500);
  await expectLocator.poll(() => times('messageCounts')).toBeGreaterThan(before);
  // A call under way would run out of the time that is about to pass at once, and be made again.
  await expectLocator.poll(() => responded.length).toBe(requested.length);
  await show('hidden');
  const [counts, workers] = [times('messageCounts'), times('worker')];
  await page.clock.runFor(2 * workerRefreshMs);
  expect([times('messageCounts'), times('worker')]).toEqual([counts, workers]);
  await show('visible');
  await expectLocator.poll(() => [times('messageCounts') > counts, times('worker') > workers]).toEqual([true, true]);
  await page.context().close();
});

test.each(looks)('looks right at %d pixels, dark: %s', { tags: ['hard'] }, async (width, dark) => {
  const page = await visit('sysadmin', { width, dark });
  await expectAccessible(page, 'dashboard');
  await expectNoSidewaysScroll(page, 'dashboard');
  await page.getByRole('button', { name: 'Latest failures' }).click();
  await expectLocator(
    page.getByRole('table', { name: 'Latest failures' }).or(page.getByRole('list', { name: 'Latest failures' })),
  ).toBeVisible();
  await expectLocator(page.getByRole('combobox', { name: 'Records per page' })).toHaveValue('25');
  await expectAccessible(page, 'dashboard with the latest failures');
  await expectNoSidewaysScroll(page, 'dashboard with the latest failures');
});

test('without an alert both directions are visible at 1280 x 800, each tile with the reason of its state', {
  tags: ['hard'],
}, async () => {
  await site.server.database.pool.query(
    `update system_alerts set state = 'resolved', status = 'Resolved', resolved_at = now() where state <> 'resolved'`,
  );
  const page = await visit();
  const alerts = page.getByRole('region', { name: 'System Alerts' });
  await expectLocator(alerts.getByText('There are currently no System Alerts')).toBeVisible();
  expect((await alerts.boundingBox())?.height).toBeLessThan(60);
  const outbound = page.getByRole('region', { name: 'Outbound Messaging' });
  await expectLocator(outbound.locator('svg').last()).toBeVisible();
  await expectLocator(outbound.getByRole('article').getByText(/threshold|Too few|No message|rule is off/)).toHaveCount(
    3,
  );
  const box = await outbound.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
});
