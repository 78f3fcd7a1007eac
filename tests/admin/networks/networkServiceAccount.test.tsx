import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NetworkServiceAccount } from '../../../shared/contract/networks.ts';
import { press } from '../components/recordScreen.tsx';
import { account, id, openNetworks } from './networkRecords.tsx';

afterEach(cleanup);

/** A service account that the calls change, as the server would. */
const open = (start: NetworkServiceAccount | null, responses: Readonly<Record<string, unknown>> = {}) => {
  let stored = start;
  const become = (next: NetworkServiceAccount | null) => () => {
    stored = next;
    return next;
  };
  return openNetworks(
    {
      'networks.serviceAccount': () => stored,
      'networks.createServiceAccount': become(account({ ipAddresses: [] })),
      'networks.disableServiceAccount': become(account({ isEnabled: false })),
      'networks.enableServiceAccount': become(account()),
      'networks.deleteServiceAccount': become(null),
      'networks.setServiceAddresses': ({ body }: { body: { ipAddresses: string[] } }) => become(account(body))(),
      ...responses,
    },
    `${id}/serviceaccount`,
  );
};
const addAddress = async (address: string) => {
  const box = await screen.findByRole('textbox', { name: 'Allowed IP addresses' });
  fireEvent.change(box, { target: { value: address } });
  fireEvent.keyDown(box, { key: 'Enter' });
};
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save addresses' });

describe('service account of a network', () => {
  it('is created where there is none', async () => {
    open(null);
    expect(await screen.findByText('This network has no service account.')).toBeTruthy();
    await press('Create service account');
    expect(await screen.findByText('net-rocky-1')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy the client id' })).toBeTruthy();
  });
  it('says why it was not created', async () => {
    open(null, { 'networks.createServiceAccount': new HttpError('Not now.', 503, {}) });
    await press('Create service account');
    expect(await screen.findByText('There was an error creating the service account. Not now.')).toBeTruthy();
  });
  it('is disabled and enabled', async () => {
    open(account());
    await press('Disable');
    expect(await screen.findByText('Disabled')).toBeTruthy();
    await press('Enable');
    expect(await screen.findByText('Enabled')).toBeTruthy();
  });
  it('keeps its addresses together', async () => {
    const { lastInput } = open(account());
    await addAddress('198.51.100.7');
    fireEvent.click(saveButton());
    expect(await screen.findByText('The addresses were saved.')).toBeTruthy();
    expect(lastInput('networks.setServiceAddresses')).toEqual({
      params: { id },
      body: { ipAddresses: ['192.0.2.10', '198.51.100.7'] },
    });
    await waitFor(() => expect(saveButton().disabled).toBe(true));
  });
  it('takes no address that is none', async () => {
    open(account());
    await addAddress('300.1.1.1');
    expect((await screen.findAllByText(/Enter a valid IPv4 address/)).length).toBeGreaterThan(0);
    expect(saveButton().disabled).toBe(true);
  });
  it('keeps typed addresses when they could not be saved', async () => {
    open(account(), { 'networks.setServiceAddresses': new HttpError('Not now.', 503, {}) });
    await addAddress('198.51.100.7');
    fireEvent.click(saveButton());
    const texts = () => screen.getAllByText('There was an error saving the addresses. Not now.');
    await waitFor(() => expect(texts()).toHaveLength(2));
    expect(screen.getByText('198.51.100.7')).toBeTruthy();
  });
  it('loses no address that somebody else added or removed meanwhile', async () => {
    const seen = [
      account({ ipAddresses: ['192.0.2.10', '192.0.2.11'] }),
      account({ ipAddresses: ['192.0.2.11', '192.0.2.99'] }),
    ];
    const { lastInput } = open(account(), { 'networks.serviceAccount': () => seen.shift() ?? account() });
    await addAddress('198.51.100.7');
    fireEvent.click(screen.getByRole('button', { name: 'Remove 192.0.2.11' }));
    fireEvent.click(saveButton());
    expect(await screen.findByText('The addresses were saved.')).toBeTruthy();
    expect(lastInput('networks.setServiceAddresses')).toEqual({
      params: { id },
      body: { ipAddresses: ['198.51.100.7', '192.0.2.99'] },
    });
  });
  it('asks before it leaves addresses that were not saved', async () => {
    const leave = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const { router } = open(account());
    await addAddress('198.51.100.7');
    await act(() => router.navigate(`/admin/networks/${id}/admins`));
    expect(leave).toHaveBeenCalledOnce();
    expect(screen.getByText('198.51.100.7')).toBeTruthy();
    fireEvent.click(saveButton());
    await screen.findByText('The addresses were saved.');
    await waitFor(() => expect(saveButton().disabled).toBe(true));
    await act(() => router.navigate(`/admin/networks/${id}/admins`));
    expect(leave).toHaveBeenCalledOnce();
    leave.mockRestore();
  });
  it('leaves the question about the unsaved name to the form of the network', async () => {
    const leave = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const { router } = open(account());
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Other name' } });
    await act(() => router.navigate('/admin/networks'));
    expect(leave).toHaveBeenCalledOnce();
    leave.mockRestore();
  });
  it('is deleted after its client id was typed', async () => {
    open(account());
    await press('Delete service account');
    const dialog = await screen.findByRole('dialog', { name: 'Delete the service account net-rocky-1?' });
    fireEvent.change(within(dialog).getByLabelText(/Type/), { target: { value: 'net-rocky-1' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This network has no service account.')).toBeTruthy();
  });
});
