import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { inject } from 'vitest';
import { buildPlatform, registerPlatform } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { registerWebApp } from '../../server/web/webApp.ts';
import { pdfFilesPlugin } from '../../vite/pdfFilesPlugin.ts';
import { wirePlugin } from '../../vite/wirePlugin.ts';
import { sharedChromium } from './chromium.ts';
import { madeOnce } from './processes/madeOnce.ts';
import { settle } from './settle.ts';
import { workerPort } from './startApp.ts';
import { type Look, windowsOf } from './windows.ts';

const harness = resolve(import.meta.dirname, '../browser/viewerHarness');

export interface ShownFile {
  readonly name: string;
  readonly mediaType?: string;
  readonly bytes: Uint8Array;
}

/** The document viewer of the product on a page of its own, with the headers of the product's pages, in a real browser. */
export async function openViewerSite() {
  const outDir = await madeOnce(inject('buildFolder'), 'viewer', buildHarness);
  const port = await workerPort();
  const config = readConfig({
    LOG_LEVEL: 'silent',
    PORT: String(port),
    DATABASE_URL: 'postgres://nowhere.example/none',
  });
  const app = buildPlatform(config);
  await registerPlatform(app, config);
  await registerWebApp(app, config, outDir);
  await app.listen({ port, host: '127.0.0.1' });
  const browser = await sharedChromium();
  // The public address: pages opened at another name of this machine are redirected to it.
  const url = `http://localhost:${port}`;
  const windows = windowsOf(url);
  return {
    url,
    async visit(look: Look = {}): Promise<Page> {
      const page = await windows.open(browser, look);
      await page.goto(url);
      await page.getByText('Ready').waitFor();
      // What the page itself still loads, such as its icon, is not the document's.
      await settle(page);
      return page;
    },
    leave: windows.leave,
    async close() {
      await windows.leaveAll();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

/** The page that shows documents. */
async function buildHarness(outDir: string): Promise<void> {
  const { NODE_ENV } = process.env;
  // The test runner's own setting would build what is for developers.
  process.env['NODE_ENV'] = 'production';
  await build({
    configFile: false,
    root: harness,
    logLevel: 'error',
    plugins: [wirePlugin(), pdfFilesPlugin()],
    build: { outDir, emptyOutDir: true, minify: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  process.env['NODE_ENV'] = NODE_ENV;
}

/** What the page asks for beyond its own files, and what it complains about; both are emptied by `forget`. */
export function watch(page: Page, url: string) {
  const seen = { requested: [] as string[], complaints: [] as string[] };
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${url}/assets/`) && !address.startsWith('blob:')) seen.requested.push(address);
  });
  page.on('pageerror', (error) => seen.complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    // The browser notes a style of its own error page for XML that is not well-formed; nothing was loaded or run.
    if (message.type() === 'error' && !text.startsWith('Applying inline style violates')) seen.complaints.push(text);
  });
  page.on('dialog', (dialog) => {
    seen.complaints.push(`a script ran: ${dialog.type()}`);
    void dialog.dismiss();
  });
  return {
    seen,
    forget: () => {
      seen.requested.length = 0;
      seen.complaints.length = 0;
    },
  };
}

/** Hands a document to the viewer and waits until one of the viewers has it. */
export async function show(page: Page, { name, mediaType = '', bytes }: ShownFile): Promise<void> {
  const base64 = Buffer.from(bytes).toString('base64');
  await page.evaluate((document) => window.showDocument?.(document), { name, mediaType, base64 });
  await page.getByRole('article', { name }).waitFor();
}
