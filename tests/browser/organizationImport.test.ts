import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, expectAccessible, expectNoSidewaysScroll, openSite } from '../support/testSite.ts';
import { createCliSandbox } from '../support/runCli.ts';
import { downloadedText } from './downloads.ts';
import { makeOrganizations } from './bulkPages.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { looks } from '../support/looks.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

const client = () => site.server.client('SysAdmin');
const make = (prefix: string, count: number) => makeOrganizations(client(), prefix, count);

const open = async (action: string, on: Page = page) => {
  await on.goto(`${site.url}/admin/organizations/import?action=${action}`);
  await expectLocator(on.getByRole('heading', { name: 'Import organizations' })).toBeVisible();
};
const choose = (text: string, on: Page = page, name = 'rows.csv') =>
  on.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const check = (on: Page = page) => on.getByRole('button', { name: 'Check the file' }).click();
const apply = async (button: string, on: Page = page, typed?: string) => {
  await on.getByRole('button', { name: button }).click();
  const dialog = on.getByRole('dialog', { name: /^Apply/ });
  if (typed !== undefined) await dialog.getByLabel(`Type “${typed}” to confirm`).fill(typed);
  await dialog.getByRole('button', { name: 'Apply' }).click();
};
const rowOf = (text: string, on: Page = page) => on.getByRole('row').filter({ hasText: text });
const download = async (button: string, on: Page = page) => {
  const coming = on.waitForEvent('download');
  await on.getByRole('button', { name: button }).click();
  return coming;
};

test('the page is opened from the list, with its filters', { tags: ['hard'] }, async () => {
  await page.goto(`${site.url}/admin/organizations?filter=${encodeURIComponent('{"isActivated":false}')}`);
  await page.getByRole('link', { name: 'Import' }).click();
  await expectLocator(page.getByText(/current values of the organizations in the filtered list/)).toBeVisible();
  await expectAccessible(page, 'import page');
});

test('every error of the file is named with its line, nothing is sent, and the list is downloaded', {
  tags: ['hard'],
}, async () => {
  await open('orgs.create');
  const text = [
    'name,subdomain,number_of_users,tier',
    'Import Good,import-good,3,x',
    ',import-noname,3,x',
    'Import Two Lines,import-two,none,"x\ny"',
    'Import Twice,import-good,3,x',
  ].join('\n');
  await choose(text);
  await expectLocator(page.getByText(/UTF-8/)).toBeVisible();
  await page.getByLabel('tier', { exact: true }).selectOption('Ignored');
  await check();
  await expectLocator(page.getByRole('heading', { name: '3 problems to correct' })).toBeFocused();
  const lines = await page.getByRole('table').last().getByRole('row').allInnerTexts();
  expect(lines.slice(1).map((line) => line.split('\t')[0])).toEqual(['3', '4', '6']);
  await expectLocator(page.getByRole('row', { name: '4 number_of_users' })).toBeVisible();
  await expectAccessible(page, 'problems of a file');
  const file = await downloadedText(await download('Download validation.csv'));
  expect(file.trim().split(/\r?\n/)).toHaveLength(4);
  expect(file).toContain('E-CELL-REQUIRED');
  const { totalCount } = await client().organizations.list({ query: { search: 'Import Good' } });
  expect(totalCount).toBe(0);
});

test('organizations are taken out, edited and brought back: changed cells are sent, a cell changed meanwhile is a conflict', {
  tags: ['hard'],
}, async () => {
  const made = await make('Roundtrip', 3);
  const [one, two] = made;
  await page.goto(`${site.url}/admin/organizations?filter=${encodeURIComponent('{"q":"Roundtrip"}')}`);
  await expectLocator(page.getByText('Roundtrip 00')).toBeVisible();
  await page.getByRole('link', { name: 'Import' }).click();
  const taken = await downloadedText(await download('Download the current values'));
  expect(taken).toContain('_base');
  await client().organizations.update({ params: { id: two?.id ?? '' }, body: { name: 'Roundtrip remote' } });
  const edited = taken.replace('Roundtrip 00', 'Roundtrip local').replace('Roundtrip 01', 'Roundtrip local too');
  await choose(edited);
  await check();
  await expectLocator(page.getByRole('heading', { name: 'Preview of the changes' })).toBeFocused();
  await expectLocator(rowOf('Roundtrip local').first()).toContainText('Roundtrip 00');
  const clash = rowOf('Conflict').filter({ hasText: 'Roundtrip remote' });
  await expectLocator(clash).toContainText('Roundtrip 01');
  await expectLocator(clash).toContainText('Roundtrip local too');
  await expectLocator(rowOf('Unchanged')).toContainText('Roundtrip 02');
  await expectAccessible(page, 'preview of an import');
  await apply('Apply one change');
  await expectLocator(page.getByRole('heading', { name: 'Results' })).toBeFocused();
  const names = await Promise.all(
    made.map(async ({ id }) => (await client().organizations.get({ params: { id } })).name),
  );
  expect(names).toEqual(['Roundtrip local', 'Roundtrip remote', 'Roundtrip 02']);
  const failed = await downloadedText(await download('Download failed.csv'));
  expect(failed).toContain('Roundtrip local too');
  expect(failed).not.toContain(one?.id ?? 'none');
  // Tried again, the cell of the file stands against what the other one wrote.
  await page.getByRole('button', { name: 'Retry one row' }).click();
  await expectLocator(page.getByRole('heading', { name: /^Preview: retry of run/ })).toBeFocused();
  await expectLocator(rowOf('Roundtrip remote')).toContainText('Roundtrip local too');
  await apply('Apply one change');
  await expectLocator(page.getByText('All rows are done.')).toBeVisible();
  expect((await client().organizations.get({ params: { id: two?.id ?? '' } })).name).toBe('Roundtrip local too');
});

test('a file whose only change is in conflict is planned again over the current record', {
  tags: ['hard'],
}, async () => {
  const [made] = await make('Onlyclash', 1);
  await page.goto(`${site.url}/admin/organizations?filter=${encodeURIComponent('{"q":"Onlyclash"}')}`);
  await expectLocator(page.getByText('Onlyclash 00')).toBeVisible();
  await page.getByRole('link', { name: 'Import' }).click();
  const taken = await downloadedText(await download('Download the current values'));
  await client().organizations.update({ params: { id: made?.id ?? '' }, body: { name: 'Onlyclash remote' } });
  await choose(taken.replace('Onlyclash 00', 'Onlyclash local'));
  await check();
  await expectLocator(page.getByText(/none of them is sent/)).toBeVisible();
  await expectLocator(page.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Plan again' }).click();
  await expectLocator(rowOf('Will change')).toContainText('Onlyclash remote');
  await apply('Apply one change');
  await expectLocator(page.getByText('All rows are done.')).toBeVisible();
  expect((await client().organizations.get({ params: { id: made?.id ?? '' } })).name).toBe('Onlyclash local');
});

test('a run is stopped: what was reached is done, the rest stays, and Resume completes it', {
  tags: ['hard'],
}, async () => {
  const made = await make('Stopping', 30);
  await open('orgs.login');
  await choose(['id,enabled', ...made.map(({ id }) => `${id},no`)].join('\n'));
  await check();
  await expectLocator(page.getByRole('heading', { name: 'Preview of the changes' })).toBeVisible();
  // More than a fifth of all organizations: the number of changes has to be typed.
  await apply('Apply 30 changes', page, '30');
  await expectLocator(page.getByText(/^[1-9]\d* of 30 rows/)).toBeVisible();
  const requested = Date.now();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectLocator(page.getByText(/^Stopped\./)).toBeVisible();
  expect(Date.now() - requested).toBeLessThan(2000);
  const count = async () => {
    const { items } = await client().organizations.list({ query: { search: 'Stopping', pageSize: 50 } });
    return items.filter(({ isEnabled }) => !isEnabled).length;
  };
  const done = await count();
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(30);
  await expectLocator(page.getByRole('listitem').filter({ hasText: `Not run ${30 - done}` })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectLocator(page.getByText('All rows are done.')).toBeVisible();
  expect(await count()).toBe(30);
});

test('the plan of a file is applied by the command line unchanged', { tags: ['hard'] }, async () => {
  const made = await make('Planfile', 2);
  await open('orgs.update');
  await choose(['Id;Town', ...made.map(({ id }) => `${id};Zürich`)].join('\r\n'), page, 'Ärzte Liste.csv');
  await page.getByLabel('Town', { exact: true }).selectOption('city');
  await check();
  await page.getByLabel('Reason').fill('Größere Praxis');
  const plan = await downloadedText(await download('Download the plan'));
  const sandbox = await createCliSandbox({ api: site.url, token: site.server.as('SysAdmin') });
  await writeFile(join(sandbox.folder, 'plan.json'), plan);
  const { code, stderr } = await sandbox.run(['bulk', 'apply', '--plan', 'plan.json', '--yes', '--rate', '0']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  for (const { id } of made) {
    expect((await client().organizations.get({ params: { id } })).address.city).toBe('Zürich');
  }
  await apply('Apply 2 changes');
  await expectLocator(page.getByText('The plan could not be applied.')).toBeVisible();
});

test('an import is done by keyboard only', { tags: ['hard'] }, async () => {
  const [made] = await make('Keyimport', 1);
  await open('orgs.update');
  const walkTo = async (name: string) => {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (at === name) return;
    }
    throw new Error(`${name} cannot be reached`);
  };
  // Playwright intercepts the file dialog only after this call.
  const choosing = page.waitForEvent('filechooser');
  await walkTo('Choose a file');
  await page.keyboard.press('Enter');
  const text = `id,name\n${made?.id},Keyimport done\n`;
  await (await choosing).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expectLocator(page.getByRole('button', { name: 'Check the file' })).toBeVisible();
  await walkTo('Check the file');
  await page.keyboard.press('Enter');
  await expectLocator(page.getByRole('heading', { name: 'Preview of the changes' })).toBeFocused();
  await walkTo('Apply one change');
  await page.keyboard.press('Enter');
  await expectLocator(page.getByRole('dialog')).toBeVisible();
  await walkTo('Apply');
  await page.keyboard.press('Enter');
  await expectLocator(page.getByRole('heading', { name: 'Results' })).toBeFocused();
  expect((await client().organizations.get({ params: { id: made?.id ?? '' } })).name).toBe('Keyimport done');
});

test.each([
  [
    'a quote that is never closed',
    Buffer.from('name,subdomain\nA,a\n"B,b\nC,c\n'),
    'The quote opened in line 3 is never closed.',
  ],
  ['bytes that are no text', Buffer.from([...Buffer.from('name,subdomain\nA,'), 0xff, 0x0a]), /offset 17 /],
])('a file that cannot be read says why: %s', { tags: ['hard'] }, async (_what, buffer, text) => {
  await open('orgs.create');
  await page.getByLabel('CSV file').setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer });
  const button = page.getByRole('button', { name: 'Check the file' });
  // The beginning may be fine; what is wrong is found when all of it is read.
  await expectLocator(button.or(page.getByText(text))).toBeVisible();
  if (await button.isVisible()) await button.click();
  await expectLocator(page.getByText(text)).toBeVisible();
});

/** Records the sizes of the messages that the page receives from workers, in characters of JSON. */
const recordMessageSizes = () => {
  const sizes: number[] = [];
  Object.assign(window, { messageSizes: sizes });
  const record = ({ data }: Event & { data?: unknown }) => void sizes.push(JSON.stringify(data)?.length ?? 0);
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its target
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...parameters: Parameters<typeof addEventListener>) {
    const isPort = this instanceof Worker || this instanceof MessagePort;
    if (parameters[0] === 'message' && isPort) addEventListener.call(this, 'message', record);
    return addEventListener.apply(this, parameters);
  };
};

const manyRows = 100_000;

test('a large file is checked beside the page: the page gets small messages and draws few rows', {
  tags: ['hard'],
}, async () => {
  const rows = Array.from({ length: manyRows }, (_, index) => `Many ${index},many-${index},none,Street ${index},Town`);
  const large = await site.visitAs('sysadmin', '/admin/organizations');
  await large.addInitScript(recordMessageSizes);
  await open('orgs.create', large);
  await choose(['name,subdomain,number_of_users,street,city', ...rows].join('\n'), large);
  await check(large);
  await expectLocator(
    large.getByRole('heading', { name: `${manyRows.toLocaleString('en-US')} problems to correct` }),
  ).toBeVisible({ timeout: 60_000 });
  const sizes = await large.evaluate(() => (window as unknown as { messageSizes: number[] }).messageSizes);
  expect(sizes.length).toBeGreaterThan(2);
  expect(Math.max(...sizes)).toBeLessThan(100_000);
  expect(await large.getByRole('row').count()).toBeLessThan(1_000);
  await large.context().close();
});

test('the pager in view covers the rows behind it', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('orgs.create');
  const rows = Array.from({ length: 60 }, (_, index) => `Pager ${index},pager-${index}`);
  await choose(['name,subdomain', ...rows].join('\n'));
  await check();
  const pager = page.locator('.MuiTablePagination-root');
  await expectLocator(pager).toContainText('1–25 of 60');
  const table = page.getByRole('table').last();
  await table.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const [clip, all] = [await pager.boundingBox(), await table.boundingBox()];
  if (!clip || !all) throw new Error('The rows or their pager are not displayed.');
  expect(clip.y + clip.height).toBe(800);
  expect(all.y + all.height).toBeGreaterThan(800);
  const picture = await page.screenshot({ clip });
  await table.evaluate((element) => element.style.setProperty('visibility', 'hidden'));
  const withoutRows = await page.screenshot({ clip });
  expect(picture.equals(withoutRows)).toBe(true);
});

test.each(looks)(
  'everything fits the screen and is accessible: %d pixels, dark: %s',
  { tags: ['hard'] },
  async (width, dark) => {
    const what = `${width}${dark ? ' dark' : ''}`;
    const [made] = await make(`Look${width}${dark ? 'dark' : ''}`, 1);
    const other = await site.visitAs('sysadmin', '/admin/organizations/import', { width, dark });
    await expectLocator(other.getByRole('heading', { name: 'Import organizations' })).toBeVisible();
    await choose(`id,name,Number of users\n${made?.id},A name that is ${'very '.repeat(20)}long,3\n`, other);
    await expectLocator(other.getByRole('button', { name: 'Check the file' })).toBeVisible();
    await expectNoSidewaysScroll(other, `${what}: file`);
    await expectAccessible(other, `${what}: file`);
    await check(other);
    await expectLocator(other.getByRole('heading', { name: 'Preview of the changes' })).toBeVisible();
    await expectNoSidewaysScroll(other, `${what}: preview`);
    await expectAccessible(other, `${what}: preview`);
    await apply('Apply one change', other);
    await expectLocator(other.getByRole('heading', { name: 'Results' })).toBeVisible();
    await expectNoSidewaysScroll(other, `${what}: results`);
    await expectAccessible(other, `${what}: results`);
    await site.leave(other);
  },
);
