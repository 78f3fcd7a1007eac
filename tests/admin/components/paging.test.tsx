import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JumpPager, PageNumbers } from '../../../admin/components/PagePagination.tsx';
import { messages } from '../../../admin/i18n/en.ts';
import { createI18nProvider } from '../../../admin/i18n/i18nProvider.ts';

const i18n = createI18nProvider(messages);
const show = (element: ReactNode) =>
  render(element, { wrapper: ({ children }) => <I18nContextProvider value={i18n}>{children}</I18nContextProvider> });

afterEach(cleanup);

const numbers = () =>
  screen
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter((text) => text !== '');
const type = (text: string) => fireEvent.change(screen.getByLabelText('Go to page'), { target: { value: text } });

describe('page numbers', () => {
  it.each([
    [1, 12, ['1', '2', '3', '4', '5']],
    [5, 12, ['1', '2', '3', '4', '5']],
    [6, 12, ['6', '7', '8', '9', '10']],
    [12, 12, ['11', '12']],
    [2, 3, ['1', '2', '3']],
  ])('on page %i of %i are the block of five it lies in', (page, pageCount, expected) => {
    show(<PageNumbers page={page} pageCount={pageCount} onPage={() => undefined} />);
    expect(numbers()).toEqual(expected);
    expect(screen.getByRole('button', { current: 'page' }).textContent).toBe(String(page));
  });
  it('lead to the neighbouring blocks', () => {
    const onPage = vi.fn();
    show(<PageNumbers page={8} pageCount={12} onPage={onPage} />);
    fireEvent.click(screen.getByRole('button', { name: 'Next pages' }));
    fireEvent.click(screen.getByRole('button', { name: 'Previous pages' }));
    fireEvent.click(screen.getByRole('button', { name: 'Page 9' }));
    expect(onPage.mock.calls).toEqual([[11], [5], [9]]);
  });
  it('do not show for a single page', () => {
    show(<PageNumbers page={1} pageCount={1} onPage={() => undefined} />);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('jump pager', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['7', 7],
    ['0', 1],
    ['-3', 1],
    ['abc', 1],
    ['99', 12],
  ])('typed %s goes to page %i after 300 ms', (text, target) => {
    const onPage = vi.fn();
    show(<JumpPager page={4} pageCount={12} onPage={onPage} />);
    type(text);
    vi.advanceTimersByTime(299);
    expect(onPage).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onPage).toHaveBeenCalledExactlyOnceWith(target);
  });
  it('goes once, to the last number typed', () => {
    const onPage = vi.fn();
    show(<JumpPager page={4} pageCount={12} onPage={onPage} />);
    type('1');
    vi.advanceTimersByTime(200);
    type('11');
    vi.advanceTimersByTime(300);
    expect(onPage).toHaveBeenCalledExactlyOnceWith(11);
  });
  it('waits while the box is empty', () => {
    const onPage = vi.fn();
    show(<JumpPager page={4} pageCount={12} onPage={onPage} />);
    type('');
    vi.advanceTimersByTime(1000);
    expect(onPage).not.toHaveBeenCalled();
  });
});
