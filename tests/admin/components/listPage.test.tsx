import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plans } from '../../../admin/plans/index.ts';
import { openResource } from './recordScreen.tsx';
import { watchSavedFiles } from './savedFiles.ts';

afterEach(cleanup);

const plan = (id: number) => ({ id: `p${id}`, name: id === 1 ? '=1+1' : `Plan ${id}`, tierCode: 'T', allowedUsers: 5 });
const pageOf160 = ({ query }: Record<string, unknown>) => {
  const { pageNumber, pageSize } = query as { pageNumber: number; pageSize: number };
  const first = (pageNumber - 1) * pageSize;
  const items = Array.from({ length: Math.min(pageSize, 160 - first) }, (_, index) => plan(first + index + 1));
  return { items, totalCount: 160 };
};
const open = (below = '', list: unknown = pageOf160) =>
  openResource(plans, { 'plans.list': list, 'plans.get': plan(2) }, below);

describe('pages of a list', () => {
  it('have numbers in blocks of five and a jump box', async () => {
    const { lastInput } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Page 5' }));
    await screen.findByText('Plan 41');
    fireEvent.click(screen.getByRole('button', { name: 'Next pages' }));
    await screen.findByText('Plan 51');
    fireEvent.change(screen.getByRole('textbox', { name: 'Go to page' }), { target: { value: '99' } });
    await screen.findByText('Plan 160');
    expect(lastInput('plans.list')).toMatchObject({ query: { pageNumber: 16 } });
  });
  it('have 10, 25, 50 or 100 rows', async () => {
    const { lastInput } = open();
    const sizes = await screen.findByLabelText<HTMLSelectElement>('Records per page');
    expect([...sizes.options].map(({ text }) => text)).toEqual([
      '10 per page',
      '25 per page',
      '50 per page',
      '100 per page',
    ]);
    fireEvent.change(sizes, { target: { value: '50' } });
    await waitFor(() => expect(lastInput('plans.list')).toMatchObject({ query: { pageSize: 50 } }));
  });
  it('replace a size that is not offered, in the address as well', async () => {
    const { address } = open('?page=1&perPage=7&sort=name&order=ASC&filter=%7B%7D');
    await waitFor(() => expect(address()).toContain('perPage=10'));
  });
  it.each([
    ['7', '10'],
    ['25', '25'],
  ])('replace the name pageSize of the API (%s) by perPage (%s) in the address', async (pageSize, perPage) => {
    const { address, lastInput } = open(`?pageSize=${pageSize}`);
    await waitFor(() => expect(address()).toBe(`/admin/plans?perPage=${perPage}`));
    await screen.findByText('Plan 10');
    expect(lastInput('plans.list')).toMatchObject({ query: { pageSize: Number(perPage) } });
  });
  it('move the focus by j and k, and Enter opens the row', async () => {
    const { address } = open();
    await screen.findByText('Plan 2');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' });
    expect(document.activeElement?.textContent).toContain('Plan 2');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
    await waitFor(() => expect(address()).toBe('/admin/plans/p2'));
  });
});

describe('a list', () => {
  it('begins with the first ten in ascending order', async () => {
    const { lastInput } = open();
    await screen.findByText('1–10 of 160');
    expect(lastInput('plans.list')).toEqual({ query: { pageNumber: 1, pageSize: 10, sortDir: 'asc' } });
  });
  it('goes to page 1 when size, order or search change', async () => {
    const { lastInput, address } = open('?page=3&perPage=10');
    await screen.findByText('Plan 21');
    fireEvent.click(screen.getByText('Name'));
    await waitFor(() =>
      expect(lastInput('plans.list')).toMatchObject({ query: { pageNumber: 1, pageSize: 10, sortDir: 'desc' } }),
    );
    fireEvent.change(screen.getByRole('textbox', { name: 'Search plans' }), { target: { value: 'as' } });
    await waitFor(() =>
      expect(lastInput('plans.list')).toMatchObject({ query: { pageNumber: 1, sortDir: 'desc', search: 'as' } }),
    );
    expect(JSON.parse(new URLSearchParams(address().split('?')[1]).get('filter') ?? '')).toEqual({ q: 'as' });
  });
  it('goes back to the first page from one that does not exist', async () => {
    const { address } = open('?page=99&perPage=10');
    await screen.findByText('Plan 2');
    expect(address()).toContain('page=1&');
  });
  it('distinguishes no match from no records', async () => {
    open('', { items: [], totalCount: 0 });
    expect(await screen.findByText('No plans yet')).toBeTruthy();
    cleanup();
    open(`?filter=${encodeURIComponent('{"q":"yew"}')}`, { items: [], totalCount: 0 });
    expect(await screen.findByText('Nothing matches “yew”')).toBeTruthy();
  });
  it('removes filters of the address that the server refuses', async () => {
    const { lastInput } = open('?filter=%7B%22nope%22%3A%22x%22%7D', ({ query }: { query: object }) => {
      if ('nope' in query) throw new HttpError('Refused.', 400, { errors: { nope: 'is not a field of this call' } });
      return { items: [plan(1)], totalCount: 1 };
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await screen.findByText('=1+1');
    expect(lastInput('plans.list')).not.toHaveProperty('query.nope');
  });
  it('keeps its rows beside a failure, and sends the request again', async () => {
    let isFailing = false;
    const { inputsOf } = open('', (input: Record<string, unknown>) =>
      isFailing ? new HttpError('Too many requests.', 429, {}) : pageOf160(input),
    );
    await screen.findByText('Plan 2');
    isFailing = true;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Too many requests.')).toBeTruthy();
    expect(screen.getByText('Plan 2')).toBeTruthy();
    const count = inputsOf('plans.list').length;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(inputsOf('plans.list').length).toBeGreaterThan(count));
  });
  it('offers a page again that could not be loaded', async () => {
    let isFailing = false;
    const { address, inputsOf } = open('', (input: Record<string, unknown>) =>
      isFailing ? new HttpError('Too many requests.', 429, {}) : pageOf160(input),
    );
    await screen.findByText('Plan 2');
    isFailing = true;
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(await screen.findByText('Page 2 could not be loaded.')).toBeTruthy();
    expect(screen.getByText('Too many requests.')).toBeTruthy();
    expect(screen.getByText('Plan 2')).toBeTruthy();
    isFailing = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Plan 12');
    expect(screen.queryByText('Page 2 could not be loaded.')).toBeNull();
    expect(address()).toContain('page=2');
    expect(inputsOf('plans.list').at(-1)).toMatchObject({ query: { pageNumber: 2 } });
  });
  it('that never was loaded has no range of rows', async () => {
    open('', () => Promise.reject(new HttpError('no', 500, {})));
    await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByText(/\d of \d/)).toBeNull();
  });
  it('opens a row by a click', async () => {
    const { address } = open();
    fireEvent.click((await screen.findAllByText('5'))[1] ?? document.body);
    await waitFor(() => expect(address()).toBe('/admin/plans/p2'));
  });
});

describe('export of a list', () => {
  it('has its name where it is disabled on a narrow screen', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    open('', { items: [], totalCount: 0 });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Export' });
    await waitFor(() => expect(button.disabled).toBe(true));
    vi.unstubAllGlobals();
  });
  it('has every page and no cell that starts a formula', async () => {
    const saved = watchSavedFiles();
    open();
    await screen.findByText('Plan 2');
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.file.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(161);
    expect(lines[0]).toContain('Name,Tier code,Allowed users');
    expect(lines[1]).toMatch(/^"?'=1\+1/);
    expect(lines[160]).toBe('Plan 160,T,5,');
  });
});
