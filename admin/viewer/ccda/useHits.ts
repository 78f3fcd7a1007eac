import { type RefObject, useEffect, useState } from 'react';

const most = 5000;
const names = { all: 'viewer-hits', current: 'viewer-hit' } as const;

/**
 * Where the words stand in what is on screen, marked without changing it. `version` names what is drawn: when it changes they are looked
 * for again. Browsers that cannot mark still count and go from one to the next.
 */
export const useHits = (box: RefObject<HTMLElement | null>, words: string, version: string) => {
  const [hits, setHits] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const found = box.current && words !== '' ? findRanges(box.current, words) : [];
    // oxlint-disable-next-line react/set-state-in-effect -- what is found stands in the page, and the page is drawn only now
    setHits(found);
    setAt(0);
    mark(names.all, found);
    return () => {
      mark(names.all, []);
      mark(names.current, []);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it names what is drawn, which no variable holds
  }, [box, words, version]);
  useEffect(() => {
    const hit = hits[at];
    mark(names.current, hit ? [hit] : []);
    const element = hit?.startContainer.parentElement;
    return element ? scrollTo(element) : undefined;
  }, [hits, at]);
  const go = (by: 1 | -1) => setAt((now) => (hits.length === 0 ? 0 : (now + by + hits.length) % hits.length));
  return { count: hits.length, isCut: hits.length >= most, at, next: () => go(1), previous: () => go(-1) };
};

const maxScrolls = 30;

/**
 * Scrolls until the element rests: sections outside the window have an estimated height (`content-visibility`), and each that comes into
 * sight moves what follows. Returns what stops it.
 */
const scrollTo = (element: HTMLElement): (() => void) => {
  let frame = 0;
  let scrolls = 0;
  let previousTop = Number.NaN;
  const scroll = () => {
    element.scrollIntoView({ block: 'center' });
    const { top } = element.getBoundingClientRect();
    scrolls += 1;
    // Two frames at the same height, the second one drawn after the first had settled.
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

const findRanges = (box: HTMLElement, words: string): Range[] => {
  const wanted = words.toLowerCase();
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const found: Range[] = [];
  for (let node = walker.nextNode(); node !== null && found.length < most; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? '';
    for (let at = text.indexOf(wanted); at >= 0 && found.length < most; at = text.indexOf(wanted, at + wanted.length)) {
      // Some letters change their length in lower case; a range beyond the end would throw.
      if (at + wanted.length > (node.nodeValue?.length ?? 0)) break;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      found.push(range);
    }
  }
  return found;
};
