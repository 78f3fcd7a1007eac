import type { Browser, BrowserContext, Page } from '@playwright/test';
import { formAddress, hiddenFields } from '../server/identity/browser.ts';
import { authorization } from '../server/identity/signIn.ts';

export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/** Fills in the sign-in page as a person would. */
export const signIn = async (page: Page, { userName, password }: Credentials) => {
  await page.getByLabel('E-mail address').fill(userName);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Signs in without a page: the cookies with which a window of this person opens the application. */
export const signInUnseen = async (
  browser: Browser,
  origin: string,
  { userName, password }: Credentials,
): Promise<Awaited<ReturnType<BrowserContext['cookies']>>> => {
  const context = await browser.newContext();
  const form = await context.request.get(origin + authorization(origin).address);
  const html = await form.text();
  await context.request.post(formAddress(html, form.url()), {
    form: { ...hiddenFields(html), userName, password },
    headers: { origin },
  });
  const cookies = await context.cookies();
  await context.close();
  return cookies;
};
