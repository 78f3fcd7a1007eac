import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identity, legacyAdministrator } from '../server/proofing/legacyMember.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { settle } from '../support/settle.ts';
import { type Credentials, signIn } from '../support/signIn.ts';
import {
  accountOf,
  type DemoUser,
  expectAccessible,
  expectNoSidewaysScroll,
  openSite,
  type TestSite,
} from '../support/testSite.ts';
import { answer, photoFile, submitAnswers, submitIdentity } from './onboardingSteps.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

type Account = () => Credentials | Promise<Credentials>;
const seeded = (user: DemoUser) => () => accountOf(user);
const legacyAt = (step: string) => () => legacyAdministrator(site.server, step);
const withQuiz = async () => {
  const member = await legacyAdministrator(site.server);
  await member.client.legacyproofing.identity({ body: identity });
  return member;
};

type Answer = (page: Page, title: string) => Promise<void>;
const press = (button: string) => (page: Page, title: string) => answer(page, title, button);
const agree = (button: string) => (page: Page, title: string) => answer(page, title, button, true);
const sendDocument = async (page: Page, title: string) => {
  await page.getByLabel('Identity document').setInputFiles(photoFile);
  await answer(page, title, 'Submit');
};

/** Dialogs that have to be answered: what it is, its title, who gets it, how it is answered. */
const answered: readonly (readonly [string, string, Account, Answer])[] = [
  ['license', 'License agreement', seeded('license'), agree('Next')],
  ['license of the reseller', 'Reseller license agreement', seeded('reseller'), agree('Next')],
  ['verification', 'Identity verification', seeded('verify'), press('Continue with the identity provider')],
  ['confirmation', 'Review and confirm your information', seeded('confirm'), agree('Confirm')],
  ['manual verification', 'Manual verification', seeded('upload'), sendDocument],
  ['legacy license', 'License agreement', seeded('legacy'), agree('Next')],
  ['welcome', 'Welcome', seeded('legacywelcome'), press('Next')],
  ['introduction', 'Identity verification', legacyAt('intro'), press('Next')],
  ['terms', 'Terms of the verification', legacyAt('terms'), agree('Next')],
  ['identity form', 'Your identity', seeded('legacyform'), submitIdentity],
  ['questions', 'Submit Answers', withQuiz, submitAnswers],
  ['failed decision', 'Identity not verified', seeded('legacyfailed'), sendDocument],
  ['reactivation', 'Reactivate your organization', seeded('reactivate'), press('Request Reactivation')],
];
const notices: readonly (readonly [string, string, Account])[] = [
  ['activation notice', 'Welcome!', seeded('proofed')],
  ['decision', 'Congratulations', seeded('legacypassed')],
  ['review', 'Under review', seeded('legacyreview')],
  ['cancellation', 'Organization is currently canceled', seeded('canceled')],
  ['grace period', 'Subscription has been canceled', seeded('grace')],
];

const dialogOf = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });

/** Tab reaches everything in the dialog that can be used, and neither it nor Shift+Tab leads out of it. */
const expectKeyboard = async (page: Page, title: string) => {
  const focused = () =>
    page.evaluate(() => {
      const frame = document.querySelector('.MuiDialog-container');
      const controls = [...(frame?.querySelectorAll<HTMLElement>('a, button, input, [tabindex]') ?? [])].filter(
        (control) => control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility(),
      );
      // A radio that has had the focus counts for all of its question.
      const nameOf = (control: Element | null) =>
        control?.getAttribute('name') ?? String(controls.findIndex((one) => one === control));
      return {
        isInside: frame?.contains(document.activeElement) ?? false,
        current: nameOf(document.activeElement),
        all: controls.map(nameOf),
      };
    });
  await expectLocator(dialogOf(page, title)).toBeVisible();
  await expect.poll(async () => (await focused()).isInside, { message: title }).toBe(true);
  const { all } = await focused();
  const reached = new Set<string>();
  for (const key of [...Array.from({ length: all.length + 1 }, () => 'Tab'), 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    const { isInside, current } = await focused();
    expect(isInside, `${title}: ${key}`).toBe(true);
    reached.add(current);
  }
  expect(reached, title).toEqual(new Set(all));
};

/** The dialog in a light window and in a dark one. */
const expectLooks = async (page: Page, title: string) => {
  await expectLocator(dialogOf(page, title)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const inScheme = expectLocator(dialogOf(page, title));
    await (colorScheme === 'dark' ? inScheme.not : inScheme).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expectAccessible(page, `${title}, ${colorScheme}`);
  }
  await expectNoSidewaysScroll(page, title);
  const tooWide = await dialogOf(page, title).evaluate((dialog) =>
    [dialog, ...dialog.querySelectorAll('.MuiDialogContent-root')].some(
      (part) => part.scrollWidth > part.clientWidth || part.getBoundingClientRect().right > window.innerWidth,
    ),
  );
  expect(tooWide, title).toBe(false);
};

test.each([...answered.map(([what, title, account]) => [what, title, account] as const), ...notices])(
  'the dialog of the %s is accessible wide and narrow, light and dark, by keyboard; it stays in a window that becomes narrow and over a reload',
  { tags: ['hard'] },
  async (_what, title, account) => {
    const page = await site.visitAs(await account(), '/');
    await expectLooks(page, title);
    await expectKeyboard(page, title);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectKeyboard(page, title);
    await page.reload();
    await expectLooks(page, title);
    await expectKeyboard(page, title);
    await site.leave(page);
  },
);

test.each(answered)(
  'a session that ended elsewhere leads from the %s to the sign-in, which says why, and back',
  { tags: ['hard'] },
  async (_what, title, account, next) => {
    const person = await account();
    const page = await site.visitAs(person, '/', { ownSession: true });
    await expectLocator(dialogOf(page, title)).toBeVisible();
    await page.keyboard.press('Escape');
    // What the dialog loads would find the session ended before the step is sent.
    await settle(page);
    const { users } = site.server.client('SysAdmin');
    const { rows } = await site.server.database.pool.query<{ id: string }>(
      'select id from users where user_name = $1',
      [person.userName],
    );
    await users.signOut({ params: { id: rows[0]?.id ?? '' } });
    await next(page, title);
    await page.waitForURL(/\/account\/login\?reason=ended$/);
    await expectLocator(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again to continue.');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signIn(page, person);
    await expectLocator(dialogOf(page, title)).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);
    await site.leave(page);
  },
);
