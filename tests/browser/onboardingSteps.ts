import type { Page } from '@playwright/test';
import { expectLocator } from '../support/expectLocator.ts';
import { photo } from '../server/proofing/proofingVisitor.ts';

export const photoFile = { name: photo.name, mimeType: photo.mediaType, buffer: Buffer.from(photo.bytes) };

/** Answers a dialog by its button, with its box ticked where it has one to tick. */
export const answer = async (page: Page, title: string, button: string, hasBox = false): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: title });
  if (hasBox) await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: button, exact: true }).click();
};

/** The window of the identity provider that the dialog opens. */
export const openProvider = async (page: Page): Promise<Page> => {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with the identity provider' }).click();
  const provider = await opened;
  await expectLocator(provider.getByRole('heading', { name: 'Your ID' })).toBeVisible();
  return provider;
};

/** A person at the identity provider of the demo, up to the consent. */
export const showIdentity = async (page: Page, firstName = 'Lena'): Promise<void> => {
  await page.getByLabel('Photo of your government ID').setInputFiles(photoFile);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Ortiz');
  await page.getByLabel('Date of birth').fill('1980-05-17');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Photo of your face').setInputFiles(photoFile);
  await page.getByRole('button', { name: 'Continue' }).click();
};

/** Confirms the data that the identity provider has returned; the organization waits for its activation then. */
export const confirmInformation = async (page: Page): Promise<void> => {
  await expectLocator(page.getByText('5/17/1980')).toBeVisible();
  await answer(page, 'Review and confirm your information', 'Confirm', true);
  await expectLocator(page.getByRole('dialog', { name: 'Welcome!' })).toBeVisible();
};

/** Fills in the identity form of the legacy flow and submits it. */
export const submitIdentity = async (page: Page): Promise<void> => {
  const form = page.getByRole('dialog', { name: 'Your identity' });
  for (const [label, value] of [
    ['First name', 'Leo'],
    ['Last name', 'Grant'],
    ['Date of birth', '05/17/1980'],
    ['Social security number (optional)', '219-09-9871'],
  ] as const)
    await form.getByLabel(label).fill(value);
  for (const [title, addressLine, city, state, zip] of [
    ['Current address', '12 Maple Court', 'Columbus', 'OH', '43004'],
    ['Former address (optional)', '9 Harbor Street', 'Portland', 'ME', '04101'],
  ] as const) {
    const address = form.getByRole('group', { name: title });
    await address.getByLabel('Address', { exact: false }).first().fill(addressLine);
    await address.getByLabel('City').fill(city);
    await address.getByLabel('State').click();
    await page.getByRole('option', { name: new RegExp(`^${state} `) }).click();
    await address.getByLabel('ZIP code').fill(zip);
  }
  await form.getByRole('button', { name: 'Submit' }).click();
};

/** Answers the questions about that identity. */
export const submitAnswers = async (page: Page): Promise<void> => {
  for (const name of ['Harbor Street', 'Portland', '04101']) await page.getByRole('radio', { name }).check();
  await answer(page, 'Submit Answers', 'Submit Answers');
};
