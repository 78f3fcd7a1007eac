import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, press, save } from '../components/recordScreen.tsx';
import { id, network, openNetworks } from './networkRecords.tsx';

afterEach(cleanup);

describe('networks', () => {
  it('are listed with their state', async () => {
    openNetworks({ 'networks.list': pageOf(network(), network({ id: 'b', name: 'Bay', isEnabled: false })) });
    expect(await screen.findByRole('link', { name: 'Bay' })).toBeTruthy();
    expect(screen.getByText('Disabled')).toBeTruthy();
  });
  it('search from page one', async () => {
    const { lastInput } = openNetworks({ 'networks.list': { items: [network()], totalCount: 40 } }, '?page=3');
    await screen.findByRole('link', { name: 'Rocky Mountain Network' });
    fireEvent.change(screen.getByRole('textbox', { name: 'Search networks' }), { target: { value: 'bay' } });
    await waitFor(() => expect(lastInput('networks.list')).toMatchObject({ query: { search: 'bay', pageNumber: 1 } }));
  });
  it('are opened when they are new, for there is more to say', async () => {
    const { lastInput, address } = openNetworks({ 'networks.create': network() }, 'add');
    await fill(/^Name/, 'Bay Network');
    fireEvent.click(await screen.findByRole('checkbox', { name: /Release/ }));
    await save();
    await screen.findByText('The network was saved successfully.');
    expect(lastInput('networks.create')).toEqual({
      body: { name: 'Bay Network', isEnabled: true, enabledFeatures: ['Release'] },
    });
    await waitFor(() => expect(address()).toBe(`/admin/networks/${id}`));
    expect(await screen.findByRole('tab', { name: 'Service account' })).toBeTruthy();
  });
  it('keep features that are offered no longer until somebody takes them away', async () => {
    const { lastInput } = openNetworks({ 'networks.update': network() }, id);
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: /Fax/ })).checked).toBe(true);
    expect(screen.queryByRole('checkbox', { name: /Hidden/ })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: /Release/ }));
    fireEvent.click(screen.getByRole('switch', { name: 'Enabled' }));
    await save();
    await screen.findByText('The network was saved successfully.');
    expect(lastInput('networks.update')).toEqual({
      params: { id },
      body: { name: 'Rocky Mountain Network', isEnabled: false, enabledFeatures: ['Fax', 'Release'], version: 3 },
    });
  });
  it('keep what was typed while another section is on screen', async () => {
    const { router } = openNetworks({}, id);
    await fill(/^Name/, 'Typed');
    fireEvent.click(screen.getByRole('tab', { name: 'Admins' }));
    expect(await screen.findByText('ada@x.test')).toBeTruthy();
    expect(router.state.location.pathname).toBe(`/admin/networks/${id}/admins`);
    fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
    expect((await field(/^Name/)).value).toBe('Typed');
  });
  it('lead to their organizations', async () => {
    openNetworks({}, id);
    const address = (await screen.findByRole('link', { name: '14 organizations' })).getAttribute('href') ?? '';
    expect(JSON.parse(new URL(address, 'https://x.test').searchParams.get('filter') ?? '')).toEqual({ networkId: id });
  });
  it('say which features could not be loaded, and keep them', async () => {
    const { lastInput } = openNetworks(
      { 'features.list': new HttpError('The features are asleep.', 503, {}), 'networks.update': network() },
      id,
    );
    expect(await screen.findByText('The features are asleep.')).toBeTruthy();
    await fill(/^Name/, 'Renamed');
    await press('Save Changes');
    await screen.findByText('The network was saved successfully.');
    expect(lastInput('networks.update')).toMatchObject({ body: { enabledFeatures: ['Fax'] } });
  });
});
