import { expect, test } from 'vitest';
import { expectAccessible, openSharedSite } from '../support/testSite.ts';

test('the accessibility check finds text that is too pale, also on a page that was analyzed before', async () => {
  const site = await openSharedSite();
  try {
    const page = await site.visitAs('sysadmin', '/admin/brands');
    await expectAccessible(page, 'brands');
    await expectAccessible(page, 'brands, nothing new');
    await page.evaluate(() => {
      const text = document.createElement('p');
      text.textContent = 'pale';
      text.style.cssText = 'color: #ccc; background: #fff';
      document.querySelector('main')?.append(text);
    });
    await expect(expectAccessible(page, 'brands')).rejects.toThrow(/color-contrast: .*p/);
  } finally {
    await site.close();
  }
});
