import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeAttempt } from '../../server/identity/login/lockout.ts';
import {
  type TestSite,
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  openSite,
  openPath,
} from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

const areas = [
  'networks',
  'resellers',
  'eulas',
  'brands',
  'plans',
  'specialties',
  'apps',
  'reservedwords',
  'identitylinks',
  'users',
] as const;
/** The page's own; an agreement shown on it may have one as well. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const firstRecord = (page: Page, area: string) => page.locator(`main a[href^="/admin/${area}/0"]`).first();

let site: TestSite;
let page: Page;
let narrow: Page | undefined;
beforeAll(async () => {
  site = await openSite();
  await site.server.client('SysAdmin').identitylinks.create({
    body: { issuer: 'https://login.example.org', subject: '00u1a2b3c4d5', userName: 'user@carepost.example' },
  });
  page = await site.visitAs('sysadmin', '/admin/networks');
});
afterAll(() => site.close());

test.each(areas)(
  '%s: list, record and new record are accessible and fit a narrow window in the dark',
  { tags: ['hard'] },
  async (area) => {
    narrow ??= await site.visitAs('sysadmin', '/admin/networks', { width: 390, dark: true });
    await follow(narrow, `/admin/${area}`);
    await expectLocator(firstRecord(narrow, area)).toBeVisible();
    await expectAccessible(narrow, `${area} list`);
    await expectNoSidewaysScroll(narrow, `${area} list`);
    const name = (await firstRecord(narrow, area).textContent()) ?? '';
    await firstRecord(narrow, area).click();
    await expectLocator(heading(narrow)).toContainText(name);
    await expectAccessible(narrow, `${area} record`);
    await expectNoSidewaysScroll(narrow, `${area} record`);
    await follow(narrow, `/admin/${area}/add`);
    await expectLocator(heading(narrow)).toHaveText(/^Add /);
    await expectLocator(narrow.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    await expectAccessible(narrow, `${area} add`);
    await expectNoSidewaysScroll(narrow, `${area} add`);
  },
);

test('an administrator of an organization finds a locked user in the menu and unlocks the account', {
  tags: ['hard'],
}, async () => {
  const charge = { kind: 'user', userName: 'user@carepost.example', address: '192.0.2.1' } as const;
  for (const _ of [1, 2, 3]) await chargeAttempt(site.server.database, charge);
  const window = await site.visitAs('admin', '/account/dashboard');
  await window.getByRole('link', { name: 'Locked accounts', exact: true }).click();
  await expectLocator(window.getByText('user@carepost.example')).toBeVisible();
  await expectAccessible(window, 'locked accounts');
  await window.getByRole('button', { name: 'Unlock user@carepost.example' }).click();
  const dialog = window.getByRole('dialog', { name: 'Unlock user@carepost.example?' });
  await expectAccessible(window, 'unlock dialog');
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expectLocator(window.getByText('user@carepost.example is not locked anymore.')).toBeVisible();
  await expectLocator(window.getByText('No account is locked')).toBeVisible();
  await site.leave(window);
});

test('two people who change a network are shown what the other did', { tags: ['hard'] }, async () => {
  const open = async (window: Page) => {
    await openPath(window, `/admin/networks`);
    await firstRecord(window, 'networks').click();
    await expectLocator(window.getByRole('textbox', { name: 'Name' })).toBeVisible();
  };
  const other = await site.visitAs('sysadmin', '/admin/networks');
  await open(page);
  await open(other);
  const name = await page.getByRole('textbox', { name: 'Name' }).inputValue();
  await other.getByRole('textbox', { name: 'Name' }).fill(`${name} A`);
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expectLocator(other.getByText('The network was saved successfully.')).toBeVisible();

  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} B`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: `${name} was changed meanwhile` });
  await expectLocator(dialog.getByText(`${name} A`)).toBeVisible();
  await expectAccessible(page, 'conflict of a network');
  await dialog.getByRole('radio', { name: 'Take theirs: Name' }).check();
  await dialog.getByRole('button', { name: 'Save again' }).click();
  await expectLocator(page.getByText('The network was saved successfully.')).toBeVisible();
  await expectLocator(page.getByRole('link', { name: `${name} A` })).toBeVisible();
  await site.leave(other);
});

test('a specialty is added, renamed, offered to organizations, and deleted', async () => {
  const nameBox = page.getByRole('textbox', { name: 'Name' });
  const openRecord = async (name: string) => {
    await page.getByPlaceholder('Search specialties').fill(name);
    await page.getByRole('link', { name, exact: true }).click();
    await expectLocator(heading(page)).toContainText(name);
  };
  await openPath(page, `/admin/networks`);
  await page.getByRole('link', { name: 'Specialties' }).click();
  await page.getByRole('link', { name: 'Add specialty' }).click();
  await nameBox.fill('Cardiology');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectLocator(page.getByText('"Cardiology" already exists. Choose another name.').first()).toBeVisible();
  await expectAccessible(page, 'refused specialty');
  await nameBox.fill('Sports Medicine');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL(`${site.url}/admin/specialties`);

  await openRecord('Sports Medicine');
  await nameBox.fill('Sleep Medicine');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL(`${site.url}/admin/specialties`);

  const editor = await site.visitAs('sysadmin', '/admin/organizations/add');
  await editor.getByLabel('Specialty').fill('sleep');
  await expectLocator(editor.getByRole('option', { name: 'Sleep Medicine' })).toBeVisible();
  await site.leave(editor);

  await openRecord('Sleep Medicine');
  await expectLocator(page.getByText('No organizations')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Sleep Medicine?' });
  await dialog.getByRole('textbox').fill('Sleep Medicine');
  await expectAccessible(page, 'deletion of a specialty');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectLocator(page.getByText('The specialty was deleted successfully.')).toBeVisible();
  await page.getByPlaceholder('Search specialties').fill('Sleep Medicine');
  await expectLocator(page.getByText(/^Nothing matches/)).toBeVisible();
});

test('the number of organizations of a specialty leads to the list filtered by it', { tags: ['hard'] }, async () => {
  // Loaded anew: a link leads back to the search of the test before.
  await page.goto(`${site.url}/admin/specialties`);
  await firstRecord(page, 'specialties').click();
  const link = page.getByRole('link', { name: /^\d+ organizations?$/ });
  const count = Number.parseInt((await link.textContent()) ?? '', 10);
  const name = await page.getByRole('textbox', { name: 'Name' }).inputValue();
  await link.click();
  await page.waitForURL(/\/admin\/organizations\?/);
  await expectLocator(page.getByRole('combobox', { name: 'Specialty' })).toHaveValue(name);
  await expectLocator(page.getByText(new RegExp(`of ${count}$`))).toBeVisible();
  await expectAccessible(page, 'organizations of a specialty');
});

test('a license agreement is uploaded, read without anything that could run, and activated in place of the former', {
  tags: ['hard'],
}, async () => {
  const html = '<h2>Privacy</h2><script>window.ran = true</script><p onclick="window.ran = true">Be kind</p>';
  await openPath(page, `/admin/eulas/add`);
  await page.getByLabel('Version').fill('77.0');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'agreement.html', mimeType: 'text/html', buffer: Buffer.from(html) });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Be kind').click();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.locator('[data-print]').innerHTML()).not.toMatch(/script|onclick/);

  await page.getByRole('button', { name: 'Activate' }).click();
  const dialog = page.getByRole('dialog');
  await expectLocator(dialog.getByText(/^EULA .+ is active now and will be deactivated\.$/)).toBeVisible();
  await expectAccessible(page, 'activation of an agreement');
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expectLocator(page.getByText('EULA 77.0, All other brands is active now.')).toBeVisible();
  await expectLocator(page.locator('main').getByText('Active', { exact: true })).toBeVisible();
});

test('the logo of a reseller is the file that the server stored, displayed from a blob', {
  tags: ['hard'],
}, async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEElEQVR4nGNIwwsYRqWxAQBkxneJGQM+bwAAAABJRU5ErkJggg==',
    'base64',
  );
  await openPath(page, `/admin/resellers/add`);
  await page.getByLabel('Name').fill('Zenith Care');
  await expectLocator(page.getByLabel('URL code')).toHaveValue('zenith-care');
  await page.locator('input[type=file]').setInputFiles({ name: 'z.png', mimeType: 'image/png', buffer: png });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL(`${site.url}/admin/resellers`);
  await page.getByPlaceholder('Search resellers').fill('zenith');
  await page.getByRole('link', { name: 'Zenith Care' }).click();
  const logo = page.getByRole('img', { name: 'Logo of Zenith Care' });
  await expectLocator(logo).toHaveAttribute('src', /^blob:/);
  await expectLocator
    .poll(() => logo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(10);
});
