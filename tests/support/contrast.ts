import type { Page } from '@playwright/test';

/** What has been analyzed in this process: text of the same look has the same contrast on every page. */
const analyzedLooks = new Set<string>();

/**
 * Whether a page has text of a look that was not analyzed before. A look is what decides about the contrast: colours, opacities and
 * backgrounds of the text and of what it lies on, size, weight, and whether it can be used.
 * What the analysis leaves out does not count: `excluded`, and what is hidden from assistive technology.
 */
export async function hasNewLooks(page: Page, excluded: readonly string[]): Promise<boolean> {
  const leftOut = [...excluded, '[aria-hidden="true"]'].join(', ');
  const looks = await page.evaluate((skipped) => {
    const hasText = (element: Element) =>
      element.matches('input, textarea, select') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const lookOf = (element: Element): string => {
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const isDisabled = element.closest(':disabled, [aria-disabled="true"], .Mui-disabled') !== null;
      const parts = [element.tagName, color, fontSize, fontWeight, textShadow, String(isDisabled)];
      let isCovered = false;
      for (let under: Element | null = element; under; under = under.parentElement) {
        const { position, opacity, backgroundColor, backgroundImage } = getComputedStyle(under);
        if (opacity !== '1') parts.push(opacity);
        if (isCovered) continue;
        isCovered = backgroundColor.startsWith('rgb(');
        if (isCovered || backgroundColor !== 'rgba(0, 0, 0, 0)') parts.push(backgroundColor);
        if (backgroundImage !== 'none') parts.push(backgroundImage);
        // It may lie on something that is not around it.
        if (!isCovered && ['absolute', 'fixed', 'sticky'].includes(position)) parts.push(position, under.className);
      }
      return parts.join(' ');
    };
    const texts = [...document.body.querySelectorAll('*')].filter(
      (element) => hasText(element) && element.checkVisibility() && element.closest(skipped) === null,
    );
    return [...new Set(texts.map(lookOf))];
  }, leftOut);
  const fresh = looks.filter((look) => !analyzedLooks.has(look));
  for (const look of fresh) analyzedLooks.add(look);
  return fresh.length > 0;
}
