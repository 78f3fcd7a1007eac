import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { pageOf } from '../../support/contractApi.ts';
import { press } from '../components/recordScreen.tsx';
import { admin, id, openNetworks, organization } from './networkRecords.tsx';

afterEach(cleanup);

const match = pageOf({ id: 'birch', name: 'Birch Clinic', orgId: 1002, networkName: 'Other Network' });
const dialogOf = (name: string) => screen.findByRole('dialog', { name });

describe('organizations of a network', () => {
  const open = (responses: Readonly<Record<string, unknown>>, query = '') =>
    openNetworks(responses, `${id}/organizations${query}`);

  it('are paged and searched by their address', async () => {
    const { lastInput } = open({}, '?q=aspen&pageSize=25');
    const link = await screen.findByRole('link', { name: 'Aspen Grove Clinic' });
    expect(link.getAttribute('href')).toBe(`/admin/organizations/${organization.id}`);
    expect(lastInput('networks.organizations')).toEqual({
      params: { id },
      query: { pageNumber: 1, pageSize: 25, search: 'aspen', sortDir: 'asc' },
    });
  });
  it('are added by searching for them', async () => {
    const { lastInput, inputsOf } = open({
      'organizations.list': match,
      'organizations.get': match.items[0],
      'networks.addOrganization': { ...organization, name: 'Birch Clinic' },
    });
    await press('Add organization');
    const dialog = await dialogOf('Add an organization to Rocky Mountain Network');
    fireEvent.change(within(dialog).getByRole('combobox'), { target: { value: 'b' } });
    fireEvent.change(within(dialog).getByRole('combobox'), { target: { value: 'birch' } });
    fireEvent.click(await screen.findByRole('option', { name: /Birch Clinic/ }));
    expect(inputsOf('organizations.list')).toMatchObject([{ query: { search: 'birch', pageSize: 20 } }]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Birch Clinic is in the network now.')).toBeTruthy();
    expect(lastInput('networks.addOrganization')).toEqual({ params: { id }, body: { organizationId: 'birch' } });
    await waitFor(() => expect(inputsOf('networks.organizations').length).toBe(2));
  });
  it('are not added without a choice', async () => {
    const { inputsOf } = open({});
    await press('Add organization');
    const dialog = await dialogOf('Add an organization to Rocky Mountain Network');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(within(dialog).getByRole('combobox').getAttribute('aria-invalid')).toBe('true'));
    expect(inputsOf('networks.addOrganization')).toEqual([]);
  });
  it('leave after a question that names them', async () => {
    const { lastInput } = open({ 'networks.removeOrganization': undefined });
    await press('Remove Aspen Grove Clinic');
    const dialog = await dialogOf('Remove Aspen Grove Clinic from the network?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Aspen Grove Clinic was removed from the network.')).toBeTruthy();
    expect(lastInput('networks.removeOrganization')).toEqual({ params: { id, orgId: organization.id } });
  });
  it('stay when the server refuses, and the question says why', async () => {
    open({ 'networks.removeOrganization': new HttpError('Not now.', 503, {}) });
    await press('Remove Aspen Grove Clinic');
    const dialog = await dialogOf('Remove Aspen Grove Clinic from the network?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await within(dialog).findByText('There was an error removing the organization. Not now.')).toBeTruthy();
  });
  it('may be none', async () => {
    open({ 'networks.organizations': pageOf() });
    expect(await screen.findByText('No organizations in this network')).toBeTruthy();
  });
});

describe('admins of a network', () => {
  const open = (responses: Readonly<Record<string, unknown>>) => openNetworks(responses, `${id}/admins`);
  const add = async (userName: string) => {
    await press('Add admin');
    const dialog = await dialogOf('Add an admin of Rocky Mountain Network');
    fireEvent.change(within(dialog).getByLabelText(/User name/), { target: { value: userName } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    return dialog;
  };

  it('are searched', async () => {
    const { lastInput } = open({});
    await screen.findByText('Ada Moss');
    fireEvent.change(screen.getByRole('textbox', { name: 'Search admins' }), { target: { value: 'ada' } });
    await waitFor(() => expect(lastInput('networks.admins')).toEqual({ params: { id }, query: { search: 'ada' } }));
  });
  it('are added by user name', async () => {
    const { lastInput } = open({ 'networks.addAdmin': admin });
    await add(' ada@x.test ');
    expect(await screen.findByText('Ada Moss administers the network now.')).toBeTruthy();
    expect(lastInput('networks.addAdmin')).toEqual({ params: { id }, body: { userName: 'ada@x.test' } });
  });
  it('show at the field whom the server does not know', async () => {
    const text = 'There is no such user.';
    open({
      'networks.addAdmin': new HttpError(text, 400, {
        code: 'E-USER-UNKNOWN',
        errors: { userName: text },
      }),
    });
    const dialog = await add('nobody@x.test');
    expect(await within(dialog).findByText(text)).toBeTruthy();
    expect(
      within(dialog)
        .getByLabelText(/User name/)
        .getAttribute('aria-invalid'),
    ).toBe('true');
  });
  it('are removed after a question', async () => {
    const { lastInput } = open({ 'networks.removeAdmin': undefined });
    await press('Remove Ada Moss');
    const dialog = await dialogOf('Remove Ada Moss as admin?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Ada Moss no longer administers the network.')).toBeTruthy();
    expect(lastInput('networks.removeAdmin')).toEqual({ params: { id, adminId: admin.id } });
  });
});
