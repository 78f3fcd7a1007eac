import { type RefObject, useEffect, useState } from 'react';

const maxHits = 5000;
const names = { all: 'viewer-hits', current: 'viewer-hit' } as const;

/**
 * Matches of a search text in the rendered sections, highlighted with the CSS Custom Highlight API. A new `version` means that other
 * content is rendered, and searches again. Browsers without the API still count the matches and move between them.
 */
export const useHits = (box: RefObject<HTMLElement | null>, text: string, version: string) => {
  const [hits, setHits] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const ranges = box.current && text !== '' ? findRanges(box.current, text) : [];
    // oxlint-disable-next-line react/set-state-in-effect -- matches are read from the rendered page
    setHits(ranges);
    setAt(0);
    mark(names.all, ranges);
    return () => {
      mark(names.all, []);
      mark(names.current, []);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it stands for the rendered content
  }, [box, text, version]);
  useEffect(() => {
    const hit = hits[at];
    mark(names.current, hit ? [hit] : []);
    const element = hit?.startContainer.parentElement;
    return element ? scrollTo(element) : undefined;
  }, [hits, at]);
  const go = (by: 1 | -1) => setAt((now) => (hits.length === 0 ? 0 : (now + by + hits.length) % hits.length));
  return { count: hits.length, isCut: hits.length >= maxHits, at, next: () => go(1), previous: () => go(-1) };
};

const maxScrolls = 30;

/**
 * Scrolls until the position is stable: sections outside the viewport have an estimated height (`content-visibility`), and each that
 * becomes visible moves the content after it. Returns a function that stops it.
 */
const scrollTo = (element: HTMLElement): (() => void) => {
  let frame = 0;
  let scrolls = 0;
  let previousTop = Number.NaN;
  const scroll = () => {
    element.scrollIntoView({ block: 'center' });
    const { top } = element.getBoundingClientRect();
    scrolls += 1;
    // Stable: the same position as two frames before.
    if (top === previousTop || scrolls >= maxScrolls) return;
    previousTop = top;
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(scroll);
    });
  };
  scroll();
  return () => cancelAnimationFrame(frame);
};

const mark = (name: string, ranges: readonly Range[]) => {
  if (typeof CSS === 'undefined' || !('highlights' in CSS) || typeof Highlight === 'undefined') return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
};

const findRanges = (box: HTMLElement, searchText: string): Range[] => {
  const needle = searchText.toLowerCase();
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null && ranges.length < maxHits; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? '';
    for (
      let at = text.indexOf(needle);
      at >= 0 && ranges.length < maxHits;
      at = text.indexOf(needle, at + needle.length)
    ) {
      // Some letters change their length in lower case; a range beyond the end would throw.
      if (at + needle.length > (node.nodeValue?.length ?? 0)) break;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + needle.length);
      ranges.push(range);
    }
  }
  return ranges;
};
