import type { Page } from '@playwright/test';
import type { Client } from '../../shared/client/createClient.ts';
import { expectLocator } from '../support/expectLocator.ts';

/** Creates organizations whose names start with a prefix that no other organization has. */
export const makeOrganizations = (client: Client, prefix: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.organizations.create({
        body: { name: `${prefix} ${String(index).padStart(2, '0')}`, subdomain: `${prefix.toLowerCase()}-${index}` },
      }),
    ),
  );

/** Opens the organization list, filtered by the prefix. */
export const openList = async (page: Page, url: string, prefix: string): Promise<void> => {
  await page.goto(`${url}/admin/organizations?filter=${encodeURIComponent(JSON.stringify({ q: prefix }))}`);
  await expectLocator(page.getByText(`${prefix} 00`)).toBeVisible();
};
