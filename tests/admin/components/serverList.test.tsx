import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ServerList } from '../../../admin/components/ServerList.tsx';
import { usePageAddress } from '../../../admin/components/usePageAddress.ts';
import { renderAt } from './renderAt.tsx';

afterEach(cleanup);

interface Tree {
  id: string;
  name: string;
}
const trees: Tree[] = ['Ash', 'Birch', 'Cedar'].map((name) => ({ id: name, name }));
const columns = [
  { name: 'name', label: 'Name', sortable: true, render: (row: Tree) => row.name },
  { name: 'id', label: 'Key', render: (row: Tree) => `key ${row.id}` },
];

const fell = (row: Tree) => <button type="button">Fell {row.name}</button>;

interface Input {
  items?: Tree[];
  totalCount?: number;
  error?: Error;
  onOpen?: (row: Tree) => void;
  onRetry?: () => void;
}

const requested = vi.fn();
const Page = ({ items = trees, totalCount = items.length, error, onOpen, onRetry = () => undefined }: Input) => {
  const address = usePageAddress();
  const { page, size, search, sortDir } = address;
  requested({ page, size, search, sortDir });
  return (
    <ServerList
      address={address}
      label="Trees"
      page={error && items.length === 0 ? undefined : { items, totalCount }}
      isFetching={false}
      error={error ?? null}
      onRetry={onRetry}
      columns={columns}
      rowId={(row) => row.id}
      sortedBy="name"
      empty={<p>No trees yet</p>}
      actions={fell}
      {...(onOpen && { onOpen })}
    />
  );
};
const show = (input: Input = {}, at = '/trees') => renderAt({ routes: { '/trees': <Page {...input} /> }, at });
const last = () => requested.mock.lastCall?.[0] as unknown;

describe('list the server pages', () => {
  it('starts with the first ten in ascending order', () => {
    show();
    expect(last()).toEqual({ page: 1, size: 10, search: '', sortDir: 'asc' });
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Key', 'Actions']);
    expect(screen.getByText('1–3 of 3')).toBeTruthy();
  });
  it('keeps page, size, search and direction in the address, and goes to page 1 when they change', async () => {
    const { address } = show({ totalCount: 95 });
    fireEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(address()).toBe('/trees?page=3'));
    fireEvent.change(screen.getByLabelText('Records per page'), { target: { value: '25' } });
    await waitFor(() => expect(last()).toEqual({ page: 1, size: 25, search: '', sortDir: 'asc' }));
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    const box = screen.getByLabelText('Search');
    fireEvent.change(box, { target: { value: 'as' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(last()).toEqual({ page: 1, size: 25, search: 'as', sortDir: 'desc' }));
    expect(address()).toBe('/trees?size=25&dir=desc&q=as');
  });
  it.each(['page=-3&size=7', 'page=abc', 'size=100000&dir=up'])('shows the plain list for %s', (query) => {
    show({ totalCount: 95 }, `/trees?${query}`);
    expect(last()).toEqual({ page: 1, size: 10, search: '', sortDir: 'asc' });
  });
  it('goes back to the last page there is', async () => {
    show({ totalCount: 15 }, '/trees?page=9');
    await waitFor(() => expect(last()).toMatchObject({ page: 2 }));
  });
  it('tells nothing found from nothing there', () => {
    show({ items: [] });
    expect(screen.getByText('No trees yet')).toBeTruthy();
    cleanup();
    show({ items: [] }, '/trees?q=yew');
    expect(screen.getByText('Nothing matches “yew”')).toBeTruthy();
  });
  it('keeps the rows beside what failed, and tries again', () => {
    const onRetry = vi.fn();
    show({ error: new HttpError('Too many requests.', 429, {}), onRetry });
    expect(screen.getByText('Birch')).toBeTruthy();
    expect(screen.getByText('Too many requests.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
  it('opens a row by click and by Enter, but not by its buttons', () => {
    const onOpen = vi.fn();
    show({ onOpen });
    fireEvent.click(screen.getByRole('button', { name: 'Fell Ash' }));
    expect(onOpen).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('key Birch'));
    fireEvent.keyDown(screen.getByRole('row', { name: /Cedar/ }), { key: 'Enter' });
    expect(onOpen.mock.calls.map(([row]) => (row as Tree).id)).toEqual(['Birch', 'Cedar']);
  });
});
