import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { makeRoomForPeople } from '../support/roomForPeople.ts';
import { expectAccessible, expectNoSidewaysScroll, follow, openSite, type TestSite } from '../support/testSite.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
  await makeRoomForPeople(site.server);
});
afterAll(() => site.close());

test('an administrator invites a person, chooses what the person receives, disables and deletes the person', async () => {
  const page = await site.visitAs('admin', '/account/people');
  await page.getByRole('link', { name: 'Invite person' }).click();
  await page.getByLabel(/^First name/).fill('Ida');
  await page.getByLabel(/^Last name/).fill('Invited');
  await page.getByLabel(/^User name/).fill('admin@carepost.example');
  await expectLocator(page.getByText('Username already exists')).toBeVisible();
  await expectAccessible(page, 'taken user name');
  await page.getByLabel(/^User name/).fill('ida@people.example');
  await expectLocator(page.getByText('Username is available')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Ida Invited' })).toBeVisible();
  await expectLocator(page.getByText('Not created yet')).toBeVisible();

  await page.getByRole('tab', { name: 'Access' }).click();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Save document sources' }).click();
  await expectLocator(page.getByText('The document sources were saved.')).toBeVisible();
  await expectAccessible(page, 'access of a person');

  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expectLocator(page.getByText('Ida Invited is disabled.')).toBeVisible();

  await page.getByRole('tab', { name: 'Activity' }).click();
  await expectLocator(page.getByText('Document sources of a person changed')).toBeVisible();
  await expectLocator(page.getByText('Sign-in of a person changed')).toBeVisible();
  await expectAccessible(page, 'activity of a person');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export this list' }).click();
  expect((await download).suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/);

  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Ida Invited');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectLocator(page.getByText('Ida Invited was deleted.')).toBeVisible();
  await follow(page, `/account/people?filter=${encodeURIComponent('{"state":"deleted"}')}`);
  await expectLocator(page.getByText('ida@people.example')).toBeVisible();
  await site.leave(page);
});

test('on a narrow dark screen the list is cards, and no page scrolls sideways', { tags: ['hard'] }, async () => {
  const page = await site.visitAs('admin', '/account/people', { width: 390, dark: true });
  await expectAccessible(page, 'people');
  await expectNoSidewaysScroll(page, 'people');
  await page.getByRole('link', { name: 'Uma Sorensen' }).click();
  await expectLocator(page.getByRole('heading', { level: 1, name: 'Uma Sorensen' })).toBeVisible();
  await expectAccessible(page, 'a person');
  for (const tab of ['Access', 'Activity']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectLocator(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectNoSidewaysScroll(page, tab);
  }
  await site.leave(page);
});
