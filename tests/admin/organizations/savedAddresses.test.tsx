import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageOf, type Responses } from '../../support/contractApi.ts';
import { openEditor } from './editorScreen.tsx';
import { organization } from './records.ts';

afterEach(cleanup);

const { id } = organization();
const list = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    address: `clinic-${index + 1}@direct.example`,
    displayName: `Clinic ${String.fromCharCode(90 - index)}`,
  }));
const open = async (saved: Responses) => {
  openEditor(
    {
      'organizations.domains': { items: [], ownDomain: 'aspen-grove.direct.carepost.example' },
      'documentsources.list': pageOf(),
      ...saved,
    },
    `/admin/organizations/${id}/direct`,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Saved Direct Addresses' }));
};
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Saved Direct Addresses' }));
const visible = async () =>
  (await dialog())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent);

describe('saved Direct Addresses', () => {
  it('says when there are none', async () => {
    await open({ 'organizations.savedAddresses': () => ({ items: [], version: 0 }) });
    expect(await screen.findByText('No addresses have been saved')).toBeTruthy();
  });
  it('shows five at a time, sorted by either column', async () => {
    await open({ 'organizations.savedAddresses': () => ({ items: list(7), version: 1 }) });
    await screen.findByText('clinic-1@direct.example');
    expect(await visible()).toHaveLength(5);
    fireEvent.click((await dialog()).getByRole('button', { name: /^Sort by name/ }));
    await waitFor(async () => expect((await visible())[0]).toBe('clinic-7@direct.example'));
    fireEvent.click((await dialog()).getByRole('button', { name: 'Page 2' }));
    await waitFor(async () => expect(await visible()).toEqual(['clinic-2@direct.example', 'clinic-1@direct.example']));
  });
  it('takes addresses from the provider directory, those it has only once', async () => {
    const place = {
      phonePrimary: null,
      fax: null,
      standardizedAddressLine1: null,
      standardizedCity: null,
      standardizedState: null,
      standardizedZip: null,
    }; // prettier-ignore
    const listing = (directAddress: string, lastName: string) => ({
      ...place,
      directAddress,
      lastName,
      firstName: 'Ann',
      middleName: null,
      organizationName: 'Lake',
      clinicName: 'Lake',
      source: 'Platform',
    }); // prettier-ignore
    await open({
      'organizations.savedAddresses': () => ({ items: list(1), version: 1 }),
      'directory.search': {
        providers: [listing('clinic-1@direct.example', 'Old'), listing('new@direct.example', 'New')],
        totalProvidersCount: 2,
        organizations: [],
        totalOrganizationsCount: 0,
        nationalDirectory: 'Searched',
        hasSimilarProviders: false,
        hasSimilarOrganizations: false,
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Find Provider' }));
    const finder = within(await screen.findByRole('dialog', { name: 'Find Provider' }));
    fireEvent.change(finder.getByLabelText('City'), { target: { value: 'Phoenix' } });
    fireEvent.click(finder.getByRole('button', { name: 'Search' }));
    for (const name of ['Ann Old', 'Ann New'])
      fireEvent.click(await finder.findByRole('checkbox', { name: `Select ${name}` }));
    fireEvent.click(finder.getByRole('button', { name: 'Select' }));
    await waitFor(async () => expect(await visible()).toEqual(['clinic-1@direct.example', 'new@direct.example']));
    expect(screen.getByText('Ann New')).toBeTruthy();
  });
  it('sends nothing before Save Changes, then the whole list with its version', async () => {
    const save = vi.fn(() => ({ items: [], version: 4 }));
    await open({
      'organizations.savedAddresses': () => ({ items: list(3), version: 3 }),
      'organizations.saveAddresses': save,
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete clinic-2@direct.example' }));
    expect(save).not.toHaveBeenCalled();
    fireEvent.click((await dialog()).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('The saved addresses were updated successfully.')).toBeTruthy();
    expect(save).toHaveBeenCalledExactlyOnceWith({
      params: { id },
      body: { items: [list(3)[0], list(3)[2]], version: 3 },
    });
  });
  it('clears all after a question', async () => {
    const save = vi.fn(() => ({ items: [], version: 2 }));
    await open({
      'organizations.savedAddresses': () => ({ items: list(6), version: 1 }),
      'organizations.saveAddresses': save,
    });
    await screen.findByText('clinic-1@direct.example');
    fireEvent.click((await dialog()).getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('Clear all 6 addresses? They are removed when you save.')).toBeTruthy();
    fireEvent.click((await dialog()).getAllByRole('button', { name: 'Clear all' })[0] as HTMLElement);
    fireEvent.click((await dialog()).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(save).toHaveBeenCalledExactlyOnceWith({ params: { id }, body: { items: [], version: 1 } }),
    );
  });
  it('keeps what was changed when somebody else was faster, and says so', async () => {
    await open({
      'organizations.savedAddresses': () => ({ items: list(2), version: 1 }),
      'organizations.saveAddresses': () => {
        throw new HttpError('changed', 409, { code: 'E-VERSION-CONFLICT' });
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete clinic-1@direct.example' }));
    fireEvent.click((await dialog()).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/The list was changed while you were editing, by you in another tab/)).toBeTruthy();
    expect(await visible()).toEqual(['clinic-2@direct.example']);
  });
  it('asks before changes are lost', async () => {
    await open({ 'organizations.savedAddresses': () => ({ items: list(1), version: 1 }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete clinic-1@direct.example' }));
    fireEvent.click((await dialog()).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('There are unsaved changes.')).toBeTruthy();
    fireEvent.click((await dialog()).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('sorts without regard to case, both ways', async () => {
    const items = [
      { address: 'b@direct.example', displayName: 'beta' },
      { address: 'a@direct.example', displayName: 'Alpha' },
      { address: 'c@direct.example', displayName: 'Gamma' },
    ];
    await open({ 'organizations.savedAddresses': () => ({ items, version: 1 }) });
    await screen.findByText('Alpha');
    fireEvent.click((await dialog()).getByRole('button', { name: /^Sort by name/ }));
    await waitFor(async () => expect((await visible()).map((address) => address?.[0])).toEqual(['a', 'b', 'c']));
    fireEvent.click((await dialog()).getByRole('button', { name: /^Sort by name/ }));
    await waitFor(async () => expect((await visible()).map((address) => address?.[0])).toEqual(['c', 'b', 'a']));
  });
  it.each([
    ['.a@x.example', "Direct Address can't start or end with period character."],
    ['a b@x.example', 'Direct Address contains invalid character.'],
    ['a@x', 'Enter an address such as referrals@direct.clinic.example.'],
    ['no-at-sign', 'Enter an address such as referrals@direct.clinic.example.'],
  ])('refuses %s', async (address, text) => {
    await open({ 'organizations.savedAddresses': () => ({ items: [], version: 1 }) });
    fireEvent.change(await screen.findByLabelText('New direct address'), { target: { value: address } });
    fireEvent.click((await dialog()).getByRole('button', { name: 'Add' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
  it('takes Enter for Add, and refuses what is no address or is there already', async () => {
    await open({ 'organizations.savedAddresses': () => ({ items: list(1), version: 1 }) });
    const address = await screen.findByLabelText('New direct address');
    fireEvent.change(address, { target: { value: 'clinic..2@direct.example' } });
    fireEvent.keyDown(address, { key: 'Enter' });
    expect(await screen.findByText("Direct Address can't have consecutive period character.")).toBeTruthy();
    fireEvent.change(address, { target: { value: 'CLINIC-1@direct.example' } });
    fireEvent.keyDown(address, { key: 'Enter' });
    expect(await screen.findByText('This address is already in the list.')).toBeTruthy();
    fireEvent.change(address, { target: { value: 'new@direct.example' } });
    fireEvent.change(screen.getByLabelText('New name'), { target: { value: 'New' } });
    fireEvent.keyDown(address, { key: 'Enter' });
    expect(await screen.findByText('new@direct.example')).toBeTruthy();
  });
});
