import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OrganizationList } from '../../../admin/organizations/OrganizationList.tsx';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import { renderAt } from '../components/renderAt.tsx';
import { responses, preferences } from '../providers/answers.ts';
import { row } from './records.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

const networks = [
  { id: 'n-1', name: 'Rocky Mountain Network' },
  { id: 'n-2', name: 'North Lake Network' },
];
const plans = ['PRO', 'FREE', 'PRO'].map((tierCode, index) => ({ id: `p-${index}`, name: 'Plan', tierCode }));
const address = (filter: object) =>
  `/admin/organizations?filter=${encodeURIComponent(JSON.stringify(filter))}&page=1&perPage=10&sort=name&order=ASC`;

const open = async (input: { at?: string; stored?: Record<string, unknown>; call?: AppDataProvider['call'] } = {}) => {
  const { at = '/admin/organizations', stored = {}, call = responses(preferences(stored)).call } = input;
  const getList = vi.fn(() => Promise.resolve({ data: [row()], total: 1 })) as unknown as AppDataProvider['getList'];
  const none = () => Promise.resolve([]);
  const view = renderAt({
    routes: { '/admin/organizations': <OrganizationList /> },
    at,
    dataProvider: {
      getList,
      call,
      networks: () => Promise.resolve(networks as never),
      plans: () => Promise.resolve(plans as never),
      resellers: none,
      organizationTypes: none,
    },
    features: { apiCaptureEnabled: true },
  });
  await screen.findByText('Aspen Grove Clinic');
  const question = () => vi.mocked(getList).mock.lastCall?.[1];
  return { ...view, kept: stored, question };
};
const tool = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};
const click = (container: ReturnType<typeof within>, name: string) =>
  fireEvent.click(container.getByRole('button', { name }));

describe('filters of the list', () => {
  it('filter by several things at once and keep them in the address', async () => {
    const { question, address: where } = await open();
    const panel = await tool('Filters');
    fireEvent.change(await panel.findByRole('combobox', { name: 'Activation Status' }), { target: { value: 'false' } });
    await panel.findByRole('option', { name: 'North Lake Network' });
    fireEvent.change(panel.getByRole('combobox', { name: 'Network' }), { target: { value: 'n-2' } });
    fireEvent.change(panel.getByRole('combobox', { name: 'Login Type' }), { target: { value: 'SSO' } });
    fireEvent.click(panel.getByRole('checkbox', { name: 'Canceled or canceling soon' }));
    click(panel, 'Filter');
    const expected = { cancelling: true, isActivated: false, networkId: 'n-2', loginType: 'SSO' };
    await waitFor(() => expect(question()?.filter).toEqual(expected));
    expect(JSON.parse(new URLSearchParams(where().split('?')[1]).get('filter') ?? '')).toEqual(expected);
    expect(screen.getByRole('button', { name: 'Filters (4)' })).toBeTruthy();
  });
  it('offer every tier once, in order', async () => {
    await open();
    const panel = await tool('Filters');
    const tiers = await panel.findByRole('combobox', { name: 'Tier Code' });
    await waitFor(() =>
      expect([...tiers.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['Any', 'FREE', 'PRO']),
    );
  });
  it('show as words, each with a way to take it back', async () => {
    const { question } = await open({ at: address({ q: 'as', networkId: 'n-1', isEnabled: false }) });
    const active = within(screen.getByRole('list', { name: 'Filters in use' }));
    expect(await active.findByText('Network: Rocky Mountain Network')).toBeTruthy();
    click(active, 'Remove the filter Login Ability: Disabled');
    await waitFor(() => expect(question()?.filter).toEqual({ q: 'as', networkId: 'n-1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(question()?.filter).toEqual({ q: 'as' }));
  });
  it('open from the heading of a column', async () => {
    const { question } = await open();
    const menu = await tool('Filter by Network');
    await menu.findByRole('option', { name: 'North Lake Network' });
    fireEvent.change(menu.getByRole('combobox', { name: 'Network' }), { target: { value: 'n-2' } });
    click(menu, 'Filter');
    await waitFor(() => expect(question()?.filter).toEqual({ networkId: 'n-2' }));
    expect(await screen.findByRole('button', { name: 'Filter by Network, filtered' })).toBeTruthy();
  });
});

describe('saved views', () => {
  const views = [{ name: 'Not active', filters: { isActivated: false }, descending: true, pageSize: 25 }];
  it('show what was saved', async () => {
    const { question } = await open({ stored: { 'organizations.views': views } });
    const box = await tool('Saved views');
    fireEvent.click(await box.findByRole('button', { name: 'Not active' }));
    await waitFor(() =>
      expect(question()).toMatchObject({
        filter: { isActivated: false },
        sort: { field: 'name', order: 'DESC' },
        pagination: { page: 1, perPage: 25 },
      }),
    );
  });
  it('keep the present list under a new name, beside those of another tab', async () => {
    const { kept: stored } = await open({ at: address({ tierCode: 'PRO' }) });
    const box = await tool('Saved views');
    fireEvent.change(await box.findByLabelText('Name of a new view'), { target: { value: ' Pro ' } });
    stored['organizations.views'] = views;
    click(box, 'Save view');
    expect(await screen.findByText('The view Pro was saved.')).toBeTruthy();
    expect(stored['organizations.views']).toEqual([
      ...views,
      { name: 'Pro', filters: { tierCode: 'PRO' }, descending: false, pageSize: 10 },
    ]);
    expect(box.getByRole('button', { name: 'Pro', current: true })).toBeTruthy();
  });
  it('are changed to the present list, and deleted', async () => {
    const { kept: stored } = await open({
      stored: { 'organizations.views': views },
      at: address({ apiCapture: true }),
    });
    const box = await tool('Saved views');
    fireEvent.click(await box.findByRole('button', { name: 'Save the present list as Not active' }));
    await waitFor(() => expect(stored['organizations.views']).toMatchObject([{ filters: { apiCapture: true } }]));
    click(box, 'Delete the view Not active');
    await waitFor(() => expect(stored['organizations.views']).toEqual([]));
    expect(await box.findByText(/No saved views yet/)).toBeTruthy();
  });
  it('refuse a name that is taken, and say when saving failed', async () => {
    const { call } = responses({
      ...preferences({ 'organizations.views': views }),
      'preferences.save': () => Promise.reject(new HttpError('The service is busy.', 503, {})),
    });
    await open({ call });
    const box = await tool('Saved views');
    const name = await box.findByLabelText('Name of a new view');
    fireEvent.change(name, { target: { value: 'Not active' } });
    expect(box.getByText('There is a view of this name.')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'Other' } });
    click(box, 'Save view');
    expect((await box.findByRole('alert')).textContent).toContain('The view could not be saved. The service is busy.');
  });
});

describe('columns of the list', () => {
  const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
  it('are those chosen, in the order chosen, always with the name', async () => {
    await open({ stored: { 'organizations.columns': ['tierCode', 'orgId', 'no such column'] } });
    await waitFor(() => expect(headers()).toEqual(['Organization', 'Tier Code', 'Id', 'Actions']));
  });
  it('are chosen and moved by keyboard as well, and kept by the server', async () => {
    const { kept: stored } = await open();
    const box = await tool('Columns');
    fireEvent.click(await box.findByRole('checkbox', { name: 'Subdomain' }));
    click(box, 'Move Reseller up');
    click(box, 'Move Reseller up');
    expect(box.getByRole<HTMLInputElement>('checkbox', { name: 'Organization' }).disabled).toBe(true);
    click(box, 'Save columns');
    await waitFor(() => expect(headers().slice(0, 4)).toEqual(['Id', 'Organization', 'Reseller', 'Network']));
    expect(headers()).not.toContain('Subdomain');
    expect(stored['organizations.columns']).toContain('resellerName');
  });
  it('go back to those of the specification', async () => {
    const { kept: stored } = await open({ stored: { 'organizations.columns': ['name'] } });
    await waitFor(() => expect(headers()).toEqual(['Organization', 'Actions']));
    const box = await tool('Columns');
    fireEvent.click(await box.findByRole('button', { name: 'Back to the usual columns' }));
    await waitFor(() => expect(headers().length).toBe(11));
    expect(stored['organizations.columns']).toBeNull();
  });
});

describe('the list as a command', () => {
  it('is copied', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await open({ at: address({ q: "o'neil", isActivated: false }) });
    const box = await tool('Copy as command');
    fireEvent.click(await box.findByRole('button', { name: 'Copy the command' }));
    await waitFor(() =>
      expect(writeText).toHaveBeenCalledExactlyOnceWith(`carepost orgs list --search 'o'\\''neil' --not-activated`),
    );
  });
});
