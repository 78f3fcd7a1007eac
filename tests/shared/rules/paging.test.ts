import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { jumpTo, pageBlock, pageCountOf } from '../../../shared/rules/paging.ts';

describe('the block of page numbers', () => {
  test.each([
    [1, 1, { pages: [1], previous: null, next: null }],
    [1, 5, { pages: [1, 2, 3, 4, 5], previous: null, next: null }],
    [5, 12, { pages: [1, 2, 3, 4, 5], previous: null, next: 6 }],
    [6, 12, { pages: [6, 7, 8, 9, 10], previous: 5, next: 11 }],
    [12, 12, { pages: [11, 12], previous: 10, next: null }],
    [99, 12, { pages: [11, 12], previous: 10, next: null }],
    [0, 0, { pages: [1], previous: null, next: null }],
    [Number.NaN, 3, { pages: [1, 2, 3], previous: null, next: null }],
  ])('of page %d of %d', (page, pageCount, block) => {
    expect(pageBlock(page, pageCount)).toEqual(block);
  });

  it('holds the page, at most five numbers, and its arrows lead to the neighbouring blocks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (a, b) => {
        const [page, last] = [Math.min(a, b), Math.max(a, b)];
        const { pages, previous, next } = pageBlock(page, last);
        expect(pages).toContain(page);
        expect(pages.length).toBeLessThanOrEqual(5);
        expect(previous === null || pageBlock(previous, last).next === pages[0]).toBe(true);
        expect(next === null || pageBlock(next, last).previous === pages.at(-1)).toBe(true);
        expect(pages[0] === 1).toBe(previous === null);
        expect(pages.at(-1) === last).toBe(next === null);
      }),
    );
  });
});

describe('jumping to a page', () => {
  test.each([
    ['3', 3],
    [' 7 ', 7],
    ['0', 1],
    ['-4', 1],
    ['', 1],
    ['two', 1],
    ['3.5', 1],
    ['1e3', 1],
    ['11', 10],
    ['999999999999999999999', 10],
  ])('%j of 10 pages leads to %i', (text, page) => {
    expect(jumpTo(text, 10)).toBe(page);
  });
});

test.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [1_000_000, 100_000],
])('%i records on pages of 10 fill %i', (total, pages) => {
  expect(pageCountOf(total, 10)).toBe(pages);
});
