import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DateRangePicker } from '../../../admin/components/DateRangePicker.tsx';
import type { DateRange } from '../../../shared/rules/dateRange.ts';
import { renderAt } from '../components/renderAt.tsx';

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 7, 21, 12), toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = async (value: DateRange | null, visible?: string) => {
  const onChange = vi.fn();
  renderAt({
    routes: { '/': <DateRangePicker label="Created" value={value} onChange={onChange} shown={visible} /> },
    at: '/',
  });
  fireEvent.click(screen.getByRole('button', { name: /^Created/ }));
  const picker = within(screen.getByRole('dialog', { name: 'Created' }));
  await picker.findByRole('button', { name: 'Apply' });
  return { onChange, picker };
};
const typeDay = (box: HTMLElement, text: string) => {
  fireEvent.change(box, { target: { value: text } });
  fireEvent.blur(box);
};
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('date range picker', () => {
  it('starts at last year through now', async () => {
    const { picker } = await open(null);
    expect(screen.getByText('Created: any time')).toBeTruthy();
    expect(picker.getByRole<HTMLInputElement>('textbox', { name: 'From' }).value).toBe('08/21/2025');
    expect(picker.getByRole<HTMLInputElement>('textbox', { name: 'To' }).value).toBe('08/21/2026');
  });
  it.each([
    ['Today', '2026-08-21', '2026-08-21'],
    ['Yesterday', '2026-08-20', '2026-08-20'],
    ['Last 7 Days', '2026-08-15', '2026-08-21'],
    ['Last 30 Days', '2026-07-23', '2026-08-21'],
    ['This Month', '2026-08-01', '2026-08-31'],
    ['Last Month', '2026-07-01', '2026-07-31'],
  ])('offers %s', async (preset, from, to) => {
    const { picker, onChange } = await open(null);
    fireEvent.click(picker.getByRole('button', { name: preset }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ from, to });
    await closed();
  });
  it('takes two days as they are typed', async () => {
    const { picker, onChange } = await open({ from: '2026-01-01', to: '2026-01-31' });
    typeDay(picker.getByRole('textbox', { name: 'From' }), '010524');
    typeDay(picker.getByRole('textbox', { name: 'To' }), '1/9/2024');
    fireEvent.click(picker.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2024-01-05', to: '2024-01-09' }));
  });
  it('refuses a last day before the first, and what is no day', async () => {
    const { picker, onChange } = await open({ from: '2026-01-10', to: '2026-01-31' });
    typeDay(picker.getByRole('textbox', { name: 'To' }), '1/9/2026');
    fireEvent.click(picker.getByRole('button', { name: 'Apply' }));
    expect(await picker.findByText('The end date is before the start date.')).toBeTruthy();
    typeDay(picker.getByRole('textbox', { name: 'To' }), '13/45/2026');
    expect(await picker.findByText('Enter an existing date as M/d/yyyy, M/d/yy, MMddyyyy or MMddyy.')).toBeTruthy();
    expect(onChange).not.toHaveBeenCalled();
  });
  it('says which days are chosen, or what finer span, and lets go of both', async () => {
    const { picker, onChange } = await open({ from: '2026-08-21', to: '2026-08-21' }, '08/21/2026, 02:10 – 02:20');
    expect(screen.getByText('Created: 08/21/2026, 02:10 – 02:20')).toBeTruthy();
    expect(picker.getByRole('button', { name: 'Today' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(picker.getByRole('button', { name: 'Any time' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
  });
});
