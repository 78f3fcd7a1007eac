import type { Page } from '@playwright/test';
import axe from 'axe-core';

const mark = 'data-new-look';
/** The rules of axe; contrast, which takes nine tenths of the time of an analysis, is computed for the marked elements alone. */
export const axeSource = `${axe.source};axe.configure({ rules: [{ id: 'color-contrast', selector: '[${mark}]' }] });`;

/** What has been analyzed in this process: text of the same look has the same contrast on every page. */
const analyzedLooks = new Set<string>();

/**
 * Marks the text of a page whose look was not analyzed before, three elements of each look, and returns how to remove the marks. A look is
 * what decides about the contrast: colours, opacities and backgrounds of the text and of what it lies on, size, weight, and whether it can
 * be used. What the analysis leaves out is not marked: `excluded`, and what is hidden from assistive technology.
 */
export async function markNewLooks(page: Page, excluded: readonly string[]): Promise<() => Promise<void>> {
  const leftOut = [...excluded, '[aria-hidden="true"]'].join(', ');
  const markLooks = ({ skipped, known, name }: { skipped: string; known: string[]; name: string }) => {
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
    const fresh = Object.groupBy(
      texts.map((element) => ({ element, look: lookOf(element) })).filter(({ look }) => !known.includes(look)),
      ({ look }) => look,
    );
    // Of one element alone the contrast may be impossible to tell: it may be out of sight.
    for (const same of Object.values(fresh))
      for (const { element } of same?.slice(0, 3) ?? []) element.setAttribute(name, '');
    return Object.keys(fresh);
  };
  for (const frame of page.frames()) {
    const fresh = await frame.evaluate(markLooks, { skipped: leftOut, known: [...analyzedLooks], name: mark });
    for (const look of fresh) analyzedLooks.add(look);
  }
  return async () => {
    for (const frame of page.frames())
      await frame.evaluate((name) => {
        for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
      }, mark);
  };
}
