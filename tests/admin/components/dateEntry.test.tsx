import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DateEntry } from '../../../admin/components/DateEntry.tsx';
import { paste, renderForm } from './formScreen.tsx';

afterEach(cleanup);

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
describe('date entry', () => {
  const entry = <DateEntry source="day" label="Day" />;
  it('shows the placeholder and a kept day as MM/DD/YYYY', () => {
    renderForm(entry, { day: '2024-01-31' });
    const box = screen.getByLabelText<HTMLInputElement>('Day');
    expect(box.placeholder).toBe('MM/DD/YYYY');
    expect(box.value).toBe('01/31/2024');
  });
  it.each([
    ['01312024', '2024-01-31'],
    ['013124', '2024-01-31'],
    ['1/5/2024', '2024-01-05'],
    ['010199', '1999-01-01'],
    ['', null],
  ])('typed %j is kept as %j', async (text, stored) => {
    const { saved } = renderForm(entry, { day: '2020-02-02' });
    type('Day', text);
    fireEvent.blur(screen.getByLabelText('Day'));
    expect(await saved()).toEqual({ day: stored });
  });
  it.each([
    ['01-05-2024', '2024-01-05'],
    ['1/5/24', '2024-01-05'],
    ['010524', '2024-01-05'],
  ])('pasted %j is kept as %j', async (text, stored) => {
    const { saved } = renderForm(entry);
    paste(screen.getByLabelText('Day'), text);
    expect(await saved()).toEqual({ day: stored });
  });
  it.each(['Dec 9, 2026', '9.12.', '2026-02-30'])('pasted %j stays in the input and is refused', async (text) => {
    renderForm(entry, { day: '2020-02-02' });
    paste(screen.getByLabelText('Day'), text);
    expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe(text);
    expect(await screen.findByText('Enter an existing date as M/d/yyyy, M/d/yy, MMddyyyy or MMddyy.')).toBeTruthy();
  });
  it('takes no letters, and says what is no date', async () => {
    renderForm(entry);
    type('Day', 'tomorrow');
    expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('');
    type('Day', '13/13/2024');
    fireEvent.blur(screen.getByLabelText('Day'));
    expect(await screen.findByText('Enter an existing date as M/d/yyyy, M/d/yy, MMddyyyy or MMddyy.')).toBeTruthy();
    expect(screen.getByLabelText('Day').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('13/13/2024');
  });
  it('has the line of its error also without one, so that nothing below moves when the error goes', async () => {
    renderForm(entry);
    const line = () => document.getElementById(screen.getByLabelText('Day').getAttribute('aria-describedby') ?? '');
    expect(line()).not.toBeNull();
    type('Day', '13/45/2027');
    fireEvent.blur(screen.getByLabelText('Day'));
    expect(line()?.textContent).toBe('Enter an existing date as M/d/yyyy, M/d/yy, MMddyyyy or MMddyy.');
    type('Day', '01/05/2027');
    expect(line()?.textContent?.trim()).toHaveLength(1);
  });
});
