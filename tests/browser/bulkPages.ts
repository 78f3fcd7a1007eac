import type { Page } from '@playwright/test';
import type { Client } from '../../shared/client/createClient.ts';
import { expectLocator } from '../support/expectLocator.ts';

/** So many organizations whose names begin with a word that no other has. */
export const makeOrganizations = (client: Client, word: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.organizations.create({
        body: { name: `${word} ${String(index).padStart(2, '0')}`, subdomain: `${word.toLowerCase()}-${index}` },
      }),
    ),
  );

/** The organization list, filtered by the word. */
export const openList = async (page: Page, url: string, word: string): Promise<void> => {
  await page.goto(`${url}/admin/organizations?filter=${encodeURIComponent(JSON.stringify({ q: word }))}`);
  await expectLocator(page.getByText(`${word} 00`)).toBeVisible();
};
