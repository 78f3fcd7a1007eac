import { expect } from '@playwright/test';

/** What a page has to show, in the end: two of these tests, each with a server and a browser, share the smallest machine. */
export const expectLocator = expect.configure({ timeout: 20_000 });
