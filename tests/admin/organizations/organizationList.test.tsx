import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import type { OrganizationRow } from '../../../shared/contract/organizationSchemas.ts';
import { renderAt } from '../components/renderAt.tsx';
import { responses, preferences } from '../providers/answers.ts';
import { OrganizationListPage } from './listScreen.tsx';
import { row } from './records.ts';

afterEach(cleanup);

const many = (count: number): OrganizationRow[] =>
  Array.from({ length: count }, (_, index) => row({ id: `id-${index}`, orgId: 1000 + index, name: `Clinic ${index}` }));
const answering = (rows: OrganizationRow[], total = rows.length) =>
  vi.fn(() => Promise.resolve({ data: rows, total })) as unknown as AppDataProvider['getList'];

const show = (dataProvider: Partial<AppDataProvider>, at = '/admin/organizations', apiCaptureEnabled = false) =>
  renderAt({
    routes: {
      '/admin/organizations': <OrganizationListPage />,
      '/admin/organizations/:id/*': <p>editor</p>,
    },
    at,
    dataProvider: { call: responses(preferences()).call, ...dataProvider },
    features: { apiCaptureEnabled },
  });
const lastQuestion = (getList: AppDataProvider['getList']) => vi.mocked(getList).mock.lastCall?.[1];

const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

describe('organization list', () => {
  it('asks for the first ten by name', async () => {
    const getList = answering([row()]);
    show({ getList });
    await screen.findByText('Aspen Grove Clinic');
    expect(lastQuestion(getList)).toMatchObject({
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'name', order: 'ASC' },
      filter: {},
    });
  });
  it('has the columns of the specification; the rarely read ones are hidden, API only where the installation can capture', async () => {
    const getList = answering([row({ apiCapture: true })]);
    const visible = ['Id', 'Organization', 'Network', 'Subdomain', 'Tier Code', 'Activation Status', 'Login Ability'];
    const choices = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Columns' }));
      await screen.findByRole('checkbox', { name: 'Reseller' });
      return screen
        .getAllByRole('checkbox')
        .flatMap((box) => (box.closest('label') ? [box.closest('label')?.textContent] : []));
    };
    const { unmount } = show({ getList });
    await screen.findByText('Aspen Grove Clinic');
    expect(headers()).toEqual([...visible, 'Actions']);
    const all = [...visible.slice(0, 4), 'Reseller', ...visible.slice(4), 'Login Type'];
    expect(await choices()).toEqual(all);
    unmount();
    show({ getList }, '/admin/organizations', true);
    await screen.findByText('Aspen Grove Clinic');
    expect(await choices()).toEqual([...all, 'API']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'API' }));
    expect(await screen.findByText('Capturing')).toBeTruthy();
  });
  it('says states in words', async () => {
    show({ getList: answering([row({ isActivated: false, isEnabled: false })]) });
    const cells = within(await screen.findByRole('row', { name: /Aspen/ }));
    expect(cells.getByText('Not Activated')).toBeTruthy();
    expect(cells.getByText('Disabled')).toBeTruthy();
  });
  it('keeps search, page size and toggle in the address', async () => {
    const getList = answering(many(10), 95);
    const { address } = show({ getList }, '/admin/organizations?page=3&perPage=10&sort=name&order=ASC&filter=%7B%7D');
    fireEvent.change(await screen.findByLabelText('Records per page'), { target: { value: '25' } });
    await waitFor(() => expect(lastQuestion(getList)?.pagination).toEqual({ page: 1, perPage: 25 }));
    fireEvent.click(screen.getByRole('button', { name: /canceled or canceling-soon/ }));
    await waitFor(() => expect(lastQuestion(getList)?.filter).toEqual({ cancelling: true }));
    const box = screen.getByLabelText('Search organizations');
    fireEvent.change(box, { target: { value: 'aspen' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(lastQuestion(getList)?.filter).toEqual({ cancelling: true, q: 'aspen' }));
    expect(decodeURIComponent(address())).toContain('"q":"aspen"');
    expect(address()).toContain('perPage=25');
  });
  it('turns the order round by the Organization column', async () => {
    const getList = answering(many(2));
    show({ getList });
    fireEvent.click(await screen.findByRole('button', { name: /^Sort by organization/i }));
    await waitFor(() => expect(lastQuestion(getList)?.sort).toEqual({ field: 'name', order: 'DESC' }));
  });
  it('shows pagers only when there is more than one page', async () => {
    const { unmount } = show({ getList: answering(many(10), 10) });
    await screen.findByText('Clinic 1');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    unmount();
    show({ getList: answering(many(10), 11) });
    await screen.findByText('Clinic 1');
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy();
    expect(screen.getByText('1–10 of 11')).toBeTruthy();
  });
  it('goes to the first page when the address names one beyond the last', async () => {
    const getList = vi.fn((_resource: string, { pagination }: { pagination?: { page: number } }) =>
      Promise.resolve({ data: pagination?.page === 9 ? [] : many(5), total: 15 }),
    ) as unknown as AppDataProvider['getList'];
    show({ getList }, '/admin/organizations?page=9&perPage=10&sort=name&order=ASC&filter=%7B%7D');
    await screen.findByText('Clinic 1');
    expect(lastQuestion(getList)?.pagination?.page).toBe(1);
  });
  it.each(['perPage=100000', 'perPage=-1', 'page=-3', 'page=1.5'])('shows the plain list for %s', async (query) => {
    const getList = answering([row()]);
    const { address } = show({ getList }, `/admin/organizations?${query}`);
    await screen.findByText('Aspen Grove Clinic');
    expect(lastQuestion(getList)?.pagination).toEqual({ page: 1, perPage: 10 });
    expect(address()).not.toContain(query);
  });
  it('says what failed in the words of the server and tries again', async () => {
    const getList = vi
      .fn()
      .mockRejectedValueOnce(new HttpError('The service is not available right now.', 503, {}))
      .mockResolvedValue({ data: [row()], total: 1 });
    show({ getList });
    await screen.findByText('The service is not available right now.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Aspen Grove Clinic')).toBeTruthy();
  });
  it('keeps the rows on screen when a later page cannot be loaded', async () => {
    const getList = vi
      .fn()
      .mockResolvedValueOnce({ data: many(10), total: 30 })
      .mockRejectedValue(new HttpError('Too many requests.', 429, {}));
    show({ getList });
    fireEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await screen.findByText('Too many requests.');
    expect(screen.getByText('Clinic 1')).toBeTruthy();
  });
  it('tells a search without result from an empty product', async () => {
    const getList = answering([]);
    const { unmount } = show({ getList });
    await screen.findByText('No organizations yet');
    unmount();
    show({ getList }, '/admin/organizations?filter=%7B%22q%22%3A%22zebra%22%7D&page=1&perPage=10&sort=name&order=ASC');
    await screen.findByText('No organizations match “zebra”');
    fireEvent.click(screen.getByText('Clear search'));
    await waitFor(() => expect(lastQuestion(getList)?.filter).toEqual({}));
  });
  it('opens the editor by click on a row and by Enter on the row reached with j', async () => {
    const { address, unmount } = show({ getList: answering(many(3)) });
    fireEvent.click((await screen.findAllByText('Rocky Mountain Network'))[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/admin/organizations/id-0'));
    unmount();
    const again = show({ getList: answering(many(3)) });
    await screen.findByText('Clinic 1');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
    await waitFor(() => expect(again.address()).toBe('/admin/organizations/id-1'));
  });
  it('goes to the search box by / and shows the keys by ?', async () => {
    show({ getList: answering(many(1)) });
    await screen.findByText('Clinic 0');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(screen.getByLabelText('Search organizations'));
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
  it('downloads the direct addresses of all organizations', async () => {
    const exportReport = vi.fn(() => Promise.resolve('saved' as never));
    show({ getList: answering([row()]), exportReport });
    fireEvent.click(screen.getByRole('button', { name: 'Export Direct Addresses for all organizations' }));
    await waitFor(() => expect(exportReport).toHaveBeenCalledExactlyOnceWith('directAddresses'));
  });
});
