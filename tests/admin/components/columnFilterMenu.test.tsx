import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ColumnFilterMenu } from '../../../admin/components/ColumnFilterMenu.tsx';
import { renderAt } from './renderAt.tsx';

afterEach(cleanup);

type Input = Partial<Parameters<typeof ColumnFilterMenu>[0]>;
const open = async (input: Input) => {
  const onFilter = vi.fn();
  renderAt({
    routes: { '/': <ColumnFilterMenu label="Tree" kind="text" value="" onFilter={onFilter} {...input} /> },
    at: '/',
  });
  fireEvent.click(screen.getByRole('button', { name: /^Filter by Tree/ }));
  const menu = within(screen.getByRole('dialog'));
  await menu.findByRole('button', { name: 'Filter' });
  return { onFilter, menu };
};
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('column filter menu', () => {
  it('filters by a text', async () => {
    const { onFilter, menu } = await open({});
    const box = menu.getByRole('textbox', { name: 'Tree' });
    expect(document.activeElement).toBe(box);
    fireEvent.change(box, { target: { value: ' ash ' } });
    fireEvent.click(menu.getByRole('button', { name: 'Filter' }));
    expect(onFilter).toHaveBeenCalledExactlyOnceWith('ash');
    await closed();
  });
  it('filters by one of several', async () => {
    const { onFilter, menu } = await open({ kind: 'select', options: [{ id: '1', name: 'Ash' }] });
    fireEvent.change(menu.getByRole('combobox', { name: 'Tree' }), { target: { value: '1' } });
    fireEvent.click(menu.getByRole('button', { name: 'Filter' }));
    expect(onFilter).toHaveBeenCalledExactlyOnceWith('1');
  });
  it('filters by a day, once it is one', async () => {
    const { onFilter, menu } = await open({ kind: 'date' });
    const filter = menu.getByRole<HTMLButtonElement>('button', { name: 'Filter' });
    const box = menu.getByRole('textbox', { name: 'Tree' });
    fireEvent.change(box, { target: { value: '1/5' } });
    expect(filter.disabled).toBe(true);
    fireEvent.change(box, { target: { value: '1/5/2024' } });
    fireEvent.click(filter);
    expect(onFilter).toHaveBeenCalledExactlyOnceWith('2024-01-05');
  });
  it('says that it filters, and clears', async () => {
    const { onFilter, menu } = await open({ value: 'ash' });
    expect(screen.getByRole('button', { name: 'Filter by Tree, filtered', hidden: true })).toBeTruthy();
    fireEvent.click(menu.getByRole('button', { name: 'Clear' }));
    expect(onFilter).toHaveBeenCalledExactlyOnceWith('');
  });
  it('turns the order round', async () => {
    const onSort = vi.fn();
    const { menu } = await open({ sort: { direction: 'asc', onSort } });
    fireEvent.click(menu.getByRole('button', { name: 'Sort descending' }));
    expect(onSort).toHaveBeenCalledExactlyOnceWith('desc');
  });
});
