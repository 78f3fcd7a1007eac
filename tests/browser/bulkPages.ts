import type { Page } from '@playwright/test';
import type { Client } from '../../shared/client/createClient.ts';
import { expectLocator } from '../support/expectLocator.ts';
import { openPath } from '../support/testSite.ts';

/** Creates organizations whose names start with a prefix that no other organization has. */
export const makeOrganizations = async (client: Client, prefix: string, count: number) => {
  const make = (index: number) =>
    client.organizations.create({
      body: { name: `${prefix} ${String(index).padStart(2, '0')}`, subdomain: `${prefix.toLowerCase()}-${index}` },
    });
  const made: Awaited<ReturnType<typeof make>>[] = [];
  // Few at once: calls that wait too long for a connection to the database are refused.
  for (let start = 0; start < count; start += 5) {
    made.push(...(await Promise.all(Array.from({ length: Math.min(5, count - start) }, (_, i) => make(start + i)))));
  }
  return made;
};

/** Opens the organization list, filtered by the prefix. */
export const openList = async (page: Page, prefix: string): Promise<void> => {
  await openPath(page, `/admin/organizations?filter=${encodeURIComponent(JSON.stringify({ q: prefix }))}`);
  await expectLocator(page.getByText(`${prefix} 00`)).toBeVisible();
};
