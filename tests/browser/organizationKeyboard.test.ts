import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestSite, openSite } from '../support/testSite.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite({ env: { WEST_FAX_INTERFACE: 'true' } });
  page = await site.visitAs('sysadmin', '/admin/organizations');
});
afterAll(() => site.close());

interface Focus {
  readonly name: string;
  readonly role: string;
  /** Whether the browser or the theme draws something round what has the focus. */
  readonly isVisible: boolean;
}

const focus = (): Promise<Focus> =>
  page.evaluate(async () => {
    const element = document.activeElement;
    if (!element || element === document.body) return { name: '', role: 'body', isVisible: true };
    const box = element.closest('.MuiInputBase-root');
    const isMarked = () => {
      const frame = box?.querySelector('fieldset');
      return (
        [element, box].some((part) => part && getComputedStyle(part).outlineStyle !== 'none') ||
        (frame ? parseFloat(getComputedStyle(frame).borderTopWidth) > 1 : false) ||
        element.closest('.Mui-focusVisible') !== null
      );
    };
    // The mark is drawn some pictures after the key.
    for (let picture = 0; picture < 30 && !isMarked(); picture += 1) await new Promise(requestAnimationFrame);
    return {
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      isVisible: isMarked(),
    };
  });

/** Presses a key until the focus is on the expected element; a focus trap or an unreachable element fails the test. */
const walkTo = async (key: 'Tab' | 'Shift+Tab', arrived: (at: Focus) => boolean, max = 150): Promise<Focus[]> => {
  const passed: Focus[] = [];
  for (let step = 0; step < max; step += 1) {
    await page.keyboard.press(key);
    const at = await focus();
    passed.push(at);
    if (arrived(at)) return passed;
  }
  throw new Error(
    `Never arrived; the last places were ${passed
      .slice(-5)
      .map(({ name, role }) => `${role} ${name}`)
      .join(', ')}`,
  );
};
const isTab = ({ role }: Focus) => role === 'tab';
const isSave = ({ name }: Focus) => name === 'Save Changes';
const isPageStart = ({ name, role }: Focus) => role === 'body' || name === 'Skip to content';

test('the whole editor is used by keyboard only, with the focus in sight all the way', { tags: ['hard'] }, async () => {
  const { id } = await site.server.client('SysAdmin').organizations.create({
    body: { name: 'Aaa Keyboard Clinic', subdomain: 'aaa-keyboard-clinic' },
  });
  await page.goto(`${site.url}/admin/organizations?filter=${encodeURIComponent('{"q":"aaa keyboard"}')}`);
  await expectLocator(page.getByRole('row').filter({ hasText: 'Aaa Keyboard Clinic' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.includes(id));
  await expectLocator(page.getByRole('tab', { name: 'Details' })).toBeVisible();

  const names = await page.getByRole('tab').allTextContents();
  expect(names).toHaveLength(13);
  const unseen: string[] = [];
  for (const [index, name] of names.entries()) {
    if (index > 0) {
      await walkTo('Shift+Tab', isTab);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    }
    await expectLocator(page.getByRole('tab', { selected: true })).toHaveText(name);
    await expectLocator(page.getByRole('progressbar')).toHaveCount(0);
    if (index === 0) await walkTo('Tab', isTab);
    // A tab whose entries are saved one by one has no button to save the form; there the rest of the page is passed.
    const hasSave = (await page.getByRole('button', { name: 'Save Changes' }).count()) > 0;
    const passed = await walkTo('Tab', hasSave ? isSave : isPageStart);
    unseen.push(...passed.filter(({ isVisible }) => !isVisible).map((at) => `${name}: ${at.role} ${at.name}`));
    if (name === 'QHIN') {
      await walkTo('Shift+Tab', ({ role }) => role === 'input' || role === 'select');
      await page.keyboard.type('2.16.840.1');
      await walkTo('Tab', isSave);
    }
  }
  expect(unseen).toEqual([]);
  await page.keyboard.press('Enter');
  await expectLocator(page.getByText('The organization was saved successfully.')).toBeVisible();
  const saved = await site.server.client('SysAdmin').organizations.get({ params: { id } });
  expect(saved.qhin.parentOid).toBe('2.16.840.1');
});

test('a modal opens, is filled in and closed by keyboard, and the focus comes back', { tags: ['hard'] }, async () => {
  const { id } = await site.server.client('SysAdmin').organizations.create({
    body: { name: 'Aab Keyboard Clinic', subdomain: 'aab-keyboard-clinic' },
  });
  await page.goto(`${site.url}/admin/organizations/${id}/cq`);
  await expectLocator(page.getByText('No alternate OIDs have been configured')).toBeVisible();
  await walkTo('Tab', ({ name }) => name === 'Add');
  await page.keyboard.press('Enter');
  await expectLocator(page.getByRole('dialog', { name: 'Add Alternate Organization OID' })).toBeVisible();
  await expectLocator(page.getByLabel('Value')).toBeFocused();
  await page.keyboard.press('Escape');
  await expectLocator(page.getByRole('dialog')).toHaveCount(0);
  expect((await focus()).name).toBe('Add');
  await page.keyboard.press('Enter');
  await expectLocator(page.getByLabel('Value')).toBeFocused();
  await page.keyboard.type('1.2.3.4');
  await page.keyboard.press('Enter');
  await expectLocator(page.getByText('The OID was added successfully.')).toBeVisible();
});
