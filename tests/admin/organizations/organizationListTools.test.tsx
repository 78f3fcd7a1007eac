import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageOf, type RequestInput } from '../../support/contractApi.ts';
import { renderAt } from '../components/renderAt.tsx';
import { OrganizationListPage } from './listScreen.tsx';
import { row } from './records.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

const responses = {
  'organizations.list': pageOf(row()),
  'networks.list': pageOf({ id: 'n-1', name: 'Rocky Mountain Network' }, { id: 'n-2', name: 'North Lake Network' }),
  'plans.list': pageOf(
    ...['PRO', 'FREE', 'PRO'].map((tierCode, index) => ({ id: `p-${index}`, name: 'Plan', tierCode })),
  ),
};
/** What the list was requested for besides its page and order. */
const filterOf = ({ query = {} }: RequestInput = {}) =>
  Object.fromEntries(
    Object.entries(query).filter(([name]) => !['cancelling', 'sortDir', 'pageNumber', 'pageSize'].includes(name)),
  );
const address = (filter: object) =>
  `/admin/organizations?filter=${encodeURIComponent(JSON.stringify(filter))}&page=1&perPage=10&sort=name&order=ASC`;

const open = async (at = '/admin/organizations') => {
  const view = renderAt({
    routes: { '/admin/organizations': <OrganizationListPage /> },
    at,
    responses,
    features: { apiCaptureEnabled: true },
  });
  await screen.findByText('Aspen Grove Clinic');
  return { ...view, lastFilter: () => filterOf(view.lastInput('organizations.list')) };
};
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
/** A menu or list gives the focus back when it is gone, which closes a list that was opened before. */
const closed = (role: 'menu' | 'listbox') => waitFor(() => expect(screen.queryByRole(role)).toBeNull());
const addFilter = async (name: string) => {
  await press('Add filter');
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name }));
  await closed('menu');
};
const choose = async (filter: string, option: string) => {
  await addFilter(filter);
  const box = await screen.findByRole('combobox', { name: filter });
  // One with a search opens on focus, which a filter gets when it was added. It is not "expanded" until its options are there, and a press then
  // closes it.
  if (box instanceof HTMLInputElement) act(() => box.focus());
  else fireEvent.mouseDown(box);
  fireEvent.click(await screen.findByRole('option', { name: option }));
  await closed('listbox');
};

describe('filters of the list', () => {
  it('filter by several things at once and keep them in the address', async () => {
    const { lastFilter, address: current } = await open();
    await choose('Activation Status', 'Not Activated');
    await waitFor(() => expect(lastFilter()).toEqual({ isActivated: false }));
    await choose('Login Type', 'SSO');
    await waitFor(() => expect(lastFilter()).toEqual({ isActivated: false, loginType: 'SSO' }));
    await choose('Network', 'North Lake Network');
    const expected = { isActivated: false, loginType: 'SSO', networkId: 'n-2' };
    await waitFor(() => expect(lastFilter()).toEqual(expected));
    expect(JSON.parse(new URLSearchParams(current().split('?')[1]).get('filter') ?? '')).toEqual(expected);
  });
  it('offer every tier once, in order', async () => {
    await open();
    await addFilter('Tier Code');
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Tier Code' }));
    await waitFor(() => {
      const options = within(screen.getByRole('listbox')).getAllByRole('option');
      const texts = options.map(({ textContent }) => textContent?.replace('\u200b', '').trim());
      expect(texts.filter(Boolean)).toEqual(['FREE', 'PRO']);
    });
  });
  it('show as inputs with their values, each with a way to remove it', async () => {
    const { lastFilter } = await open(address({ q: 'as', networkId: 'n-1', isEnabled: false }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Network' }).value).toBe('Rocky Mountain Network'),
    );
    expect(screen.getByRole('combobox', { name: 'Login Ability' }).textContent).toBe('Disabled');
    fireEvent.click(screen.getAllByRole('button', { name: 'Remove this filter' })[1] as HTMLElement);
    await waitFor(() => expect(lastFilter()).toEqual({ search: 'as', networkId: 'n-1' }));
    await press('Add filter');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove all filters' }));
    await waitFor(() => expect(lastFilter()).toEqual({}));
  });
  it('are saved under a name and shown again', async () => {
    const { lastFilter } = await open(address({ tierCode: 'PRO' }));
    await press('Add filter');
    fireEvent.click(await screen.findByRole('menuitem', { name: /Save current query/ }));
    fireEvent.change(await screen.findByLabelText('Query name'), { target: { value: 'Pro' } });
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click((await screen.findAllByRole('button', { name: 'Remove this filter' }))[0] as HTMLElement);
    await waitFor(() => expect(lastFilter()).toEqual({}));
    await press('Add filter');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Pro' }));
    await waitFor(() => expect(lastFilter()).toEqual({ tierCode: 'PRO' }));
  });
});

describe('columns of the list', () => {
  // Behind the open choice of columns the table is hidden from assistive technology.
  const headers = () => screen.getAllByRole('columnheader', { hidden: true }).map((header) => header.textContent);
  it('are chosen and moved by keyboard as well, and reset', async () => {
    await open();
    const initial = headers();
    await press('Columns');
    const box = within(await screen.findByRole('dialog'));
    fireEvent.click(await box.findByRole('checkbox', { name: 'Subdomain' }));
    fireEvent.click(box.getByRole('checkbox', { name: 'Reseller' }));
    for (let step = 0; step < 2; step += 1) fireEvent.click(box.getByRole('button', { name: 'Move Reseller up' }));
    await waitFor(() => expect(headers().slice(0, 4)).toEqual(['Id', 'Organization', 'Reseller', 'Network']));
    expect(headers()).not.toContain('Subdomain');
    fireEvent.click(box.getByRole('button', { name: 'Back to the default columns' }));
    await waitFor(() => expect(headers()).toEqual(initial));
  });
  it('stand in compact rows unless comfortable ones are chosen', async () => {
    await open();
    const cell = () => screen.getByText('Rocky Mountain Network').closest('td') as HTMLElement;
    expect(getComputedStyle(cell()).whiteSpace).toBe('nowrap');
    await press('Comfortable rows');
    await waitFor(() => expect(getComputedStyle(cell()).whiteSpace).not.toBe('nowrap'));
    await press('Compact rows');
    await waitFor(() => expect(getComputedStyle(cell()).whiteSpace).toBe('nowrap'));
  });
});

describe('the list as a command', () => {
  it('is copied', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await open(address({ q: "o'neil", isActivated: false }));
    await press('Copy as command');
    const box = within(await screen.findByRole('dialog'));
    fireEvent.click(await box.findByRole('button', { name: 'Copy the command' }));
    await waitFor(() =>
      expect(writeText).toHaveBeenCalledExactlyOnceWith(`carepost orgs list --search 'o'\\''neil' --not-activated`),
    );
  });
});
