import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { editorPath } from '../../../admin/organizations/organizationActions.tsx';
import type { Responses } from '../../support/contractApi.ts';
import { openEditor } from './editorScreen.tsx';
import { organization } from './records.ts';

afterEach(cleanup);

const { id } = organization();
const account = {
  id: 'account-1',
  clientId: 'svc-aspen',
  serviceAccountEnabled: true,
  allowedAddressCount: 5,
  clientIpAddresses: ['192.0.2.10', '192.0.2.11'],
};
const open = (responses: Responses, items: readonly object[] = [account]) =>
  openEditor(
    { 'organizations.serviceAccounts': { items }, 'organizations.serviceAccountLimit': { data: 2 }, ...responses },
    `${editorPath(id)}/serviceaccount`,
  );
const enter = async (label: string, value: string, button: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: button }));
};
const addresses = (value: string) => enter('Allowed IP addresses', value, 'Update the allowed addresses of svc-aspen');

describe('service accounts', () => {
  it('says when there are none', async () => {
    open({}, []);
    expect(await screen.findByText('No Service Accounts Configured')).toBeTruthy();
  });
  it('shows each with its registered addresses', async () => {
    open({});
    expect(await screen.findByText('svc-aspen')).toBeTruthy();
    expect(screen.getByText('Yes')).toBeTruthy();
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual(account.clientIpAddresses);
  });
  it('sets how many there may be', async () => {
    const { inputsOf } = open({ 'organizations.setServiceAccountLimit': { data: 7 } });
    await enter('Number of service accounts allowed', '7', 'Update the number of service accounts allowed');
    expect(await screen.findByText('The service account limit was saved successfully.')).toBeTruthy();
    expect(inputsOf('organizations.setServiceAccountLimit')).toEqual([{ params: { id }, body: { count: 7 } }]);
  });
  it('sets the allowed addresses of one', async () => {
    const { inputsOf } = open({ 'organizations.setAddressLimit': account });
    await addresses('3');
    expect(await screen.findByText('Address count updated')).toBeTruthy();
    expect(inputsOf('organizations.setAddressLimit')).toEqual([
      { params: { id, accountId: 'account-1' }, body: { count: 3 } },
    ]);
  });
  it('refuses fewer than are registered', async () => {
    const { inputsOf } = open({});
    await addresses('1');
    expect(await screen.findByText('The number of Allowed Addresses cannot be lower than 2')).toBeTruthy();
    expect(inputsOf('organizations.setAddressLimit')).toEqual([]);
  });
  it('says when the server refused', async () => {
    open({ 'organizations.setAddressLimit': new HttpError('Not now.', 503, {}) });
    await addresses('9');
    expect(await screen.findByText('Error updating address count')).toBeTruthy();
    expect(screen.getByText('Not now.')).toBeTruthy();
  });
  it('takes Enter for its own Update, never for the save of the organization', async () => {
    const { inputsOf } = open({ 'organizations.setAddressLimit': account });
    const input = await screen.findByLabelText('Allowed IP addresses');
    fireEvent.change(input, { target: { value: '4' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(inputsOf('organizations.setAddressLimit')).toHaveLength(1));
    expect(inputsOf('organizations.update')).toEqual([]);
  });
});

describe('info', () => {
  it('lists people, devices, licenses and integrations, each failing on its own', async () => {
    const devices = vi
      .fn()
      .mockRejectedValueOnce(new HttpError('The devices are asleep.', 503, {}))
      .mockResolvedValue({
        items: [{ id: 'd', name: 'Scanner', type: 'Scanner', serialNumber: 'S-1', lastSeen: null }],
      });
    openEditor(
      {
        'organizations.admins': {
          items: [{ id: 'u', firstName: 'Ada', lastName: 'Moss', userName: 'ada@x.test', isEnabled: true }],
        },
        'organizations.devices': devices,
        'organizations.licenses': {
          items: [{ id: 'l', name: 'Exchange', quantity: 5, validFrom: '2026-01-02T12:00:00Z', validTo: null }],
        },
        'organizations.integrations': { items: [] },
      },
      `${editorPath(id)}/info`,
    );
    expect(await screen.findByText('Ada Moss')).toBeTruthy();
    expect(await screen.findByText('01/02/2026')).toBeTruthy();
    expect(screen.getByText('No end')).toBeTruthy();
    expect(screen.getByText('No integrations')).toBeTruthy();
    expect(await screen.findByText('The devices are asleep.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('S-1')).toBeTruthy();
  });
});
