import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OrganizationRow } from '../../../shared/contract/organizationSchemas.ts';
import type { RequestInput, Responses } from '../../support/contractApi.ts';
import { renderAt } from '../components/renderAt.tsx';
import { watchSavedFiles } from '../components/savedFiles.ts';
import { OrganizationListPage } from './listScreen.tsx';
import { row } from './records.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const many = (count: number): OrganizationRow[] =>
  Array.from({ length: count }, (_, index) => row({ id: `id-${index}`, orgId: 1000 + index, name: `Clinic ${index}` }));
const listOf = (items: OrganizationRow[], totalCount = items.length) => ({ items, totalCount });

const show = (list: unknown, at = '/admin/organizations', apiCaptureEnabled = false, responses: Responses = {}) => {
  const view = renderAt({
    routes: {
      '/admin/organizations': <OrganizationListPage />,
      '/admin/organizations/:id/*': <p>editor</p>,
    },
    at,
    responses: { 'organizations.list': list, ...responses },
    features: { apiCaptureEnabled },
  });
  return { ...view, lastQuery: () => view.lastInput('organizations.list')?.query };
};

const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

describe('organization list', () => {
  it('asks for the first ten by name', async () => {
    const { lastQuery } = show(listOf([row()]));
    await screen.findByText('Aspen Grove Clinic');
    expect(lastQuery()).toEqual({ pageNumber: 1, pageSize: 10, sortDir: 'asc', cancelling: false });
  });
  it('has the columns of the specification; the rarely read ones are hidden, API only where the installation can capture', async () => {
    const list = listOf([row({ apiCapture: true })]);
    const visible = ['Id', 'Organization', 'Network', 'Subdomain', 'Tier Code', 'Activation Status', 'Login Ability'];
    const choices = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Columns' }));
      await screen.findByRole('checkbox', { name: 'Reseller' });
      return screen
        .getAllByRole('checkbox')
        .flatMap((box) => (box.closest('label') ? [box.closest('label')?.textContent] : []));
    };
    const { unmount } = show(list);
    await screen.findByText('Aspen Grove Clinic');
    expect(headers()).toEqual([...visible, 'Actions']);
    const all = [...visible.slice(0, 4), 'Reseller', ...visible.slice(4), 'Login Type'];
    expect(await choices()).toEqual(all);
    unmount();
    show(list, '/admin/organizations', true);
    await screen.findByText('Aspen Grove Clinic');
    expect(await choices()).toEqual([...all, 'API']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'API' }));
    expect(await screen.findByText('Capturing')).toBeTruthy();
  });
  it('says states in words', async () => {
    show(listOf([row({ isActivated: false, isEnabled: false })]));
    const cells = within(await screen.findByRole('row', { name: /Aspen/ }));
    expect(cells.getByText('Not Activated')).toBeTruthy();
    expect(cells.getByText('Disabled')).toBeTruthy();
  });
  it('keeps search, page size and toggle in the address', async () => {
    const { address, lastQuery } = show(
      listOf(many(10), 95),
      '/admin/organizations?page=3&perPage=10&sort=name&order=ASC&filter=%7B%7D',
    );
    fireEvent.change(await screen.findByLabelText('Records per page'), { target: { value: '25' } });
    await waitFor(() => expect(lastQuery()).toMatchObject({ pageNumber: 1, pageSize: 25 }));
    fireEvent.click(screen.getByRole('button', { name: /canceled or canceling-soon/ }));
    await waitFor(() => expect(lastQuery()).toEqual({ pageNumber: 1, pageSize: 25, sortDir: 'asc', cancelling: true }));
    const box = screen.getByLabelText('Search organizations');
    fireEvent.change(box, { target: { value: 'aspen' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(lastQuery()).toMatchObject({ cancelling: true, search: 'aspen' }));
    expect(decodeURIComponent(address())).toContain('"q":"aspen"');
    expect(address()).toContain('perPage=25');
  });
  it('sends one search for letters that are typed without a pause', async () => {
    const { inputsOf, lastQuery } = show(listOf(many(10), 95));
    const box = await screen.findByLabelText('Search organizations');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    for (const text of ['z', 'ze', 'zeb', 'zebr', 'zebra']) {
      fireEvent.change(box, { target: { value: text } });
      await vi.advanceTimersByTimeAsync(200);
    }
    // react-admin waits half a second.
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'zebra' }));
    const searches = inputsOf('organizations.list').flatMap(({ query }) => query?.['search'] ?? []);
    expect(searches).toEqual(['zebra']);
  });
  it('turns the order round by the Organization column', async () => {
    const { lastQuery } = show(listOf(many(2)));
    fireEvent.click(await screen.findByRole('button', { name: /^Sort by organization/i }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ sortDir: 'desc' }));
  });
  it('shows pagers only when there is more than one page', async () => {
    const { unmount } = show(listOf(many(10), 10));
    await screen.findByText('Clinic 1');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    unmount();
    show(listOf(many(10), 11));
    await screen.findByText('Clinic 1');
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy();
    expect(screen.getByText('1–10 of 11')).toBeTruthy();
  });
  it('goes to the first page when the address names one beyond the last', async () => {
    const list = ({ query }: RequestInput) => listOf(query?.['pageNumber'] === 9 ? [] : many(5), 15);
    const { lastQuery } = show(list, '/admin/organizations?page=9&perPage=10&sort=name&order=ASC&filter=%7B%7D');
    await screen.findByText('Clinic 1');
    expect(lastQuery()).toMatchObject({ pageNumber: 1 });
  });
  it.each(['perPage=100000', 'perPage=-1', 'page=-3', 'page=1.5'])('shows the plain list for %s', async (query) => {
    const { address, lastQuery } = show(listOf([row()]), `/admin/organizations?${query}`);
    await screen.findByText('Aspen Grove Clinic');
    expect(lastQuery()).toMatchObject({ pageNumber: 1, pageSize: 10 });
    expect(address()).not.toContain(query);
  });
  it('says what failed in the words of the server and tries again', async () => {
    const list = vi
      .fn()
      .mockRejectedValueOnce(new HttpError('The service is not available right now.', 503, {}))
      .mockResolvedValue(listOf([row()]));
    show(list);
    await screen.findByText('The service is not available right now.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Aspen Grove Clinic')).toBeTruthy();
  });
  it('keeps the rows on screen when a later page cannot be loaded', async () => {
    const list = vi
      .fn()
      .mockResolvedValueOnce(listOf(many(10), 30))
      .mockRejectedValue(new HttpError('Too many requests.', 429, {}));
    show(list);
    fireEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await screen.findByText('Too many requests.');
    expect(screen.getByText('Clinic 1')).toBeTruthy();
  });
  it('tells a search without result from an empty product', async () => {
    const { unmount } = show(listOf([]));
    await screen.findByText('No organizations yet');
    unmount();
    const { lastQuery } = show(
      listOf([]),
      '/admin/organizations?filter=%7B%22q%22%3A%22zebra%22%7D&page=1&perPage=10&sort=name&order=ASC',
    );
    await screen.findByText('No organizations match “zebra”');
    fireEvent.click(screen.getByText('Clear search'));
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('search'));
  });
  it('opens the editor by click on a row and by Enter on the row reached with j', async () => {
    const { address, unmount } = show(listOf(many(3)));
    fireEvent.click((await screen.findAllByText('Rocky Mountain Network'))[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/admin/organizations/id-0'));
    unmount();
    const again = show(listOf(many(3)));
    await screen.findByText('Clinic 1');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
    await waitFor(() => expect(again.address()).toBe('/admin/organizations/id-1'));
  });
  it('goes to the search box by / and shows the keys by ?', async () => {
    show(listOf(many(1)));
    await screen.findByText('Clinic 0');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(screen.getByLabelText('Search organizations'));
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
  it('downloads the direct addresses of all organizations', async () => {
    const saved = watchSavedFiles();
    const csv = new Response('address\r\n', {
      headers: { 'content-disposition': 'attachment; filename="direct.csv"' },
    });
    show(listOf([row()]), '/admin/organizations', false, { 'reports.directAddresses': csv });
    fireEvent.click(screen.getByRole('button', { name: 'Export Direct Addresses for all organizations' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['direct.csv']));
  });
});
