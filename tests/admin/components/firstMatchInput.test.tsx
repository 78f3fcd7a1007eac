import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FirstMatchInput } from '../../../admin/components/FirstMatchInput.tsx';
import { renderForm } from './formScreen.tsx';

afterEach(cleanup);

const options = [
  { id: '1', name: 'Rocky Mountain Network' },
  { id: '2', name: 'North Lake Network' },
];
const show = (network: string | null = null) =>
  renderForm(<FirstMatchInput source="network" label="Network" choices={options} />, { network });
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Network' });
const type = (value: string) => fireEvent.change(box(), { target: { value } });

const press = (key: string) => {
  fireEvent.keyDown(box(), { key });
  if (key === 'Tab') fireEvent.blur(box());
};

describe('autocomplete', () => {
  it.each(['Enter', 'Tab'])('takes the first match of any case on %s', async (key) => {
    const { saved, onSubmit } = show();
    box().focus();
    type('LAKE');
    press(key);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(box().value).toBe('North Lake Network');
    expect(await saved()).toEqual({ network: '2' });
  });
  it('takes the option the arrows point at before the first match', async () => {
    const { saved } = show();
    box().focus();
    type('network');
    press('ArrowDown');
    press('Tab');
    expect(await saved()).toEqual({ network: '2' });
  });
  it('forces a selection: other text gives way to the last choice', async () => {
    const { saved } = show('1');
    box().focus();
    type('somewhere else');
    fireEvent.blur(box());
    expect(box().value).toBe('Rocky Mountain Network');
    expect(await saved()).toEqual({ network: '1' });
  });
  it('chooses nothing by only passing through', async () => {
    const { saved } = show();
    box().focus();
    fireEvent.mouseDown(box());
    press('Tab');
    expect(await saved()).toEqual({ network: null });
  });
  it('is emptied by emptying its text', async () => {
    const { saved } = show('1');
    box().focus();
    type('');
    fireEvent.blur(box());
    expect(await saved()).toEqual({ network: null });
  });
  it('takes the first match on Enter also when its list was closed', async () => {
    const { saved, onSubmit } = show();
    box().focus();
    type('rocky');
    fireEvent.keyDown(box(), { key: 'Escape' });
    type('rock');
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(onSubmit).not.toHaveBeenCalled();
    expect(await saved()).toEqual({ network: '1' });
  });
});
