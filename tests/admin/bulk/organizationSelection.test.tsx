import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderFor } from '../layout/renderFor.tsx';
import { OrganizationListPage } from '../organizations/listScreen.tsx';
import { row } from '../organizations/records.ts';
import { user } from '../providers/person.ts';

afterEach(cleanup);

const total = 23;
const all = Array.from({ length: total }, (_, index) =>
  row({ id: `id-${index}`, orgId: 1000 + index, name: `Clinic ${String(index).padStart(2, '0')}` }),
);

const list = ({ query }: { query: { pageNumber: number; pageSize: number; search?: string } }) => {
  const { pageNumber, pageSize, search = '' } = query;
  const matches = all.filter(({ name }) => name.includes(search));
  return { items: matches.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), totalCount: matches.length };
};

const show = (role: 'SysAdmin' | 'User' = 'SysAdmin') =>
  renderFor({
    profile: user({ roles: [role] }),
    at: '/admin/organizations',
    routes: { '/admin/organizations': <OrganizationListPage />, '/admin/organizations/:id': <p>editor</p> },
    responses: { 'organizations.list': list },
  });

const box = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) })).getByRole<HTMLInputElement>('checkbox');
const pageBox = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
const bar = async () => within(await screen.findByRole('region', { name: 'Selected organizations' }));

describe('selection of the organization list', () => {
  it('keeps what was selected from page to page, counts it, and is cleared', async () => {
    const { address } = show();
    fireEvent.click(await box('Clinic 01'));
    fireEvent.click(await box('Clinic 02'));
    expect((await bar()).getByText('2 selected')).toBeTruthy();
    expect((await pageBox()).checked).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    fireEvent.click(await box('Clinic 10'));
    expect((await bar()).getByText('3 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Page 1' }));
    expect((await box('Clinic 01')).checked).toBe(true);
    fireEvent.click((await bar()).getByRole('button', { name: 'Clear the selection' }));
    expect(screen.queryByRole('region', { name: 'Selected organizations' })).toBeNull();
    expect((await box('Clinic 01')).checked).toBe(false);
    expect(address()).toContain('/admin/organizations');
  });

  it('selects the page, then all that match; another search ends "all that match"', async () => {
    show();
    fireEvent.click(await pageBox());
    expect((await bar()).getByText('10 selected')).toBeTruthy();
    fireEvent.click((await bar()).getByRole('button', { name: 'Select all 23 that match' }));
    expect((await bar()).getByText('All 23 that match are selected')).toBeTruthy();
    expect((await box('Clinic 03')).checked).toBe(true);
    const search = screen.getByLabelText('Search organizations');
    fireEvent.change(search, { target: { value: 'Clinic 2' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await box('Clinic 21');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected organizations' })).toBeNull());
  });

  it('takes one of all away and keeps the others of the page', async () => {
    show();
    fireEvent.click(await pageBox());
    fireEvent.click((await bar()).getByRole('button', { name: 'Select all 23 that match' }));
    fireEvent.click(await box('Clinic 03'));
    expect((await bar()).getByText('9 selected')).toBeTruthy();
  });

  it('is done by key: x ticks the row that has the focus, and never opens it', async () => {
    const { address } = show();
    await box('Clinic 00');
    for (const key of ['j', 'j', 'x']) fireEvent.keyDown(document.activeElement ?? document.body, { key });
    expect((await box('Clinic 01')).checked).toBe(true);
    for (const key of ['j', 'x', 'k', 'x']) fireEvent.keyDown(document.activeElement ?? document.body, { key });
    expect((await box('Clinic 01')).checked).toBe(false);
    expect((await bar()).getByText('1 selected')).toBeTruthy();
    expect(address()).toBe('/admin/organizations');
  });

  it('offers API capture only where the installation can capture', async () => {
    show();
    fireEvent.click(await box('Clinic 01'));
    const names = (await bar()).getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual([
      '',
      'Activate',
      'Deactivate',
      'Enable Login',
      'Disable Login',
      'Sync with Intercom',
      'Clear Cancellation',
      'Features',
    ]);
  });

  it('is not there for a role that may not change organizations', async () => {
    show('User');
    await screen.findByText('Clinic 01');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
