import type { Page } from '@playwright/test';

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
