import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../support/testSite.ts';
import { clinicalDocument } from '../support/clinicalDocument.ts';
import { hasSamples, sample, samplesIn } from '../support/samples.ts';
import { openViewerSite, show, watch } from '../support/viewerSite.ts';
import { allOrSome } from '../support/isHard.ts';
import { looks } from '../support/looks.ts';
import { expectLocator } from '../support/expectLocator.ts';

let site: Awaited<ReturnType<typeof openViewerSite>>;
let page: Page;
let watched: ReturnType<typeof watch>;
beforeAll(async () => {
  site = await openViewerSite();
  page = await site.visit();
  watched = watch(page, site.url);
});
afterAll(() => site.close());
beforeEach(() => watched.forget());

const nothing = { requested: [], complaints: [] };
const xml = (text: string) => new TextEncoder().encode(text);

describe('other documents', () => {
  test('a web page runs nothing, loads nothing and leads nowhere', async () => {
    const evil = `<html><body onload="alert(1)"><script>alert(2)</script><img src="${site.url}/a.png"><img src="http://127.0.0.1:9/b.png"><a href="http://127.0.0.1:9/c">go</a></body></html>`;
    await show(page, { name: 'page.html', mediaType: 'text/html', bytes: xml(evil) });
    const frame = page.frameLocator('iframe');
    await frame.getByText('go').click();
    await expectLocator(page.locator('[data-viewer=html]')).toBeVisible();
    expect(
      watched.seen.requested.filter((address) => !address.startsWith('about:') && !address.startsWith('chrome-error:')),
    ).toEqual([]);
    expect(watched.seen.complaints.filter((text) => text.startsWith('a script ran'))).toEqual([]);
  });

  test('an unknown kind offers the download', async () => {
    await show(page, {
      name: 'thing.zip',
      mediaType: 'application/zip',
      bytes: new Uint8Array([80, 75, 3, 4, 0, 0, 0, 1]),
    });
    await expectLocator(page.getByText('There is no preview for this document type.')).toBeVisible();
    await expectLocator(page.getByRole('button', { name: 'Download' })).toBeVisible();
  });

  describe.runIf(hasSamples)('of the samples', () => {
    test.each(allOrSome(samplesIn('pdf'), 1))('%s is drawn', { tags: ['scaled'] }, async (file) => {
      await show(page, { name: file, bytes: sample(`pdf/${file}`) });
      const canvas = page.locator('[data-viewer=pdf] canvas');
      await expectLocator(canvas).toBeVisible();
      // One of them is an empty page.
      if (!file.includes('empty'))
        await expectLocator.poll(() => page.evaluate(isDrawn), { timeout: 20_000 }).toBe(true);
      expect(watched.seen).toEqual(nothing);
    });

    test.each(allOrSome(samplesIn('tiff'), 1))('%s is drawn', { tags: ['scaled'] }, async (file) => {
      await show(page, { name: file, bytes: sample(`tiff/${file}`) });
      await expectLocator(page.locator('[data-viewer=tiff] canvas')).toBeVisible();
      expect(watched.seen).toEqual(nothing);
    });

    test('pages are turned, enlarged and rotated', { tags: ['hard'] }, async () => {
      await show(page, { name: 'five.tif', bytes: sample('tiff/scan-5pages-g4.tif') });
      await page.getByRole('button', { name: 'Next page' }).click();
      await expectLocator(page.getByText('Page 2 of 5')).toBeVisible();
      await page.getByRole('button', { name: 'Larger' }).click();
      await expectLocator(page.getByText('125%')).toBeVisible();
      await page.getByRole('button', { name: 'Rotate' }).click();
      await expectLocator(page.locator('[data-viewer=tiff] canvas')).toBeVisible();
    });

    test.each(samplesIn('image'))('%s is drawn', async (file) => {
      await show(page, { name: file, bytes: sample(`image/${file}`) });
      const picture = page.getByRole('img', { name: file });
      await expectLocator
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    });

    test.each(allOrSome(samplesIn('hl7'), 1))('%s is shown segment by segment', { tags: ['scaled'] }, async (file) => {
      await show(page, { name: file, mediaType: 'text/plain', bytes: sample(`hl7/${file}`) });
      await expectLocator(page.getByRole('heading', { name: /^PID/ }).first()).toBeVisible();
      expect(watched.seen).toEqual(nothing);
    });

    test.each(
      allOrSome(
        samplesIn('hostile').filter((file) => !file.endsWith('.xml')),
        2,
      ),
    )('%s displays a message or an image', { tags: ['scaled'] }, async (file) => {
      await show(page, { name: file, bytes: sample(`hostile/${file}`) });
      await expectLocator(
        page
          .locator(
            '[data-viewer] canvas:visible, [data-viewer] :text-is("x"), [role=alert], [data-viewer] pre, [data-viewer] p, [data-viewer] iframe, [data-viewer] h3',
          )
          .first(),
      ).toBeVisible({ timeout: 25_000 });
      expect(watched.seen.requested).toEqual([]);
      expect(watched.seen.complaints.filter((text) => text.startsWith('a script ran'))).toEqual([]);
    });
  });
});

test.each(looks)(
  'at %i pixels (dark: %s) everything is accessible and nothing is too wide',
  { tags: ['hard'] },
  async (width, dark) => {
    const visitor = await site.visit({ width, dark });
    await show(visitor, { name: 'document.xml', bytes: xml(clinicalDocument()) });
    await visitor.getByRole('button', { name: 'Arrange sections' }).click();
    await expectAccessible(visitor, 'clinical document');
    await expectNoSidewaysScroll(visitor, 'clinical document');
    await show(visitor, { name: 'message.hl7', bytes: xml('MSH|^~\\&|A|B\rPID|1||77||Example^Ann') });
    await expectLocator(visitor.getByRole('table', { name: 'PID' })).toBeVisible();
    await expectAccessible(visitor, 'message');
    if (hasSamples) {
      await show(visitor, { name: 'pages.pdf', bytes: sample('pdf/three-pages.pdf') });
      await expectLocator(visitor.locator('canvas').first()).toBeVisible();
      await expectAccessible(visitor, 'PDF');
      await expectNoSidewaysScroll(visitor, 'PDF');
    }
    await site.leave(visitor);
  },
);

/** Whether something was drawn on the page that is shown: not one colour all over. */
const isDrawn = () => {
  const canvas = document.querySelector('canvas');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  return pixels !== undefined && new Set(new Uint32Array(pixels.buffer)).size > 1;
};
