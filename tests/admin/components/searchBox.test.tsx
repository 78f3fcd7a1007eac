import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchBox } from '../../../admin/components/SearchBox.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const box = () => screen.getByLabelText<HTMLInputElement>('Search things');
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const visible = (value: string, onSearch: (text: string) => void) => (
  <SearchBox label="Search things" value={value} onSearch={onSearch} debounceMs={400} />
);

describe('search box', () => {
  it('searches once, 400 ms after the last key', () => {
    const onSearch = vi.fn();
    render(visible('', onSearch));
    type('as');
    vi.advanceTimersByTime(399);
    type('aspen');
    vi.advanceTimersByTime(399);
    expect(onSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSearch).toHaveBeenCalledExactlyOnceWith('aspen');
  });
  it('searches at once on Enter, and not again when the wait is over', () => {
    const onSearch = vi.fn();
    render(visible('', onSearch));
    type('aspen');
    fireEvent.keyDown(box(), { key: 'Enter' });
    vi.advanceTimersByTime(1000);
    expect(onSearch).toHaveBeenCalledExactlyOnceWith('aspen');
  });
  it('does not search again for the same words', () => {
    const onSearch = vi.fn();
    render(visible('aspen', onSearch));
    type('aspen ');
    vi.advanceTimersByTime(400);
    expect(onSearch).not.toHaveBeenCalled();
  });
  it('shows the search of a new address', () => {
    const { rerender } = render(visible('aspen', () => undefined));
    rerender(visible('birch', () => undefined));
    expect(box().value).toBe('birch');
  });
  it('keeps what is being typed when its own search comes back through the address', () => {
    const { rerender } = render(visible('', () => undefined));
    type('aspen');
    vi.advanceTimersByTime(400);
    type('aspen gr');
    rerender(visible('aspen', () => undefined));
    expect(box().value).toBe('aspen gr');
  });
});
