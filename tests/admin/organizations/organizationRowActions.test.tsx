import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import type { DeleteImpact } from '../../../shared/contract/organizationActivity.ts';
import type { OrganizationRow } from '../../../shared/contract/organizationSchemas.ts';
import { renderAt } from '../components/renderAt.tsx';
import { responses, preferences } from '../providers/answers.ts';
import { OrganizationListPage } from './listScreen.tsx';
import { organization, row } from './records.ts';

afterEach(cleanup);

const refused = (message: string, errors: Record<string, string> = {}) =>
  vi.fn(() => Promise.reject(new HttpError(message, 400, { errors })));
const nothing: DeleteImpact = {
  users: 0,
  directAddresses: 0,
  faxNumbers: 0,
  serviceAccounts: 0,
  devices: 0,
  licenses: 0,
  integrations: 0,
  alternateOids: 0,
  directoryEntries: 0,
};
const belongs = (impact: () => unknown) => responses({ ...preferences(), 'organizations.deleteImpact': impact });

const choose = async (item: string, dataProvider: Partial<AppDataProvider>, input: Partial<OrganizationRow> = {}) => {
  const getList = vi.fn(() =>
    Promise.resolve({ data: [row(input)], total: 1 }),
  ) as unknown as AppDataProvider['getList'];
  renderAt({
    routes: { '/admin/organizations': <OrganizationListPage /> },
    at: '/admin/organizations',
    dataProvider: { getList, call: belongs(() => nothing).call, ...dataProvider },
    features: { apiCaptureEnabled: true },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Aspen Grove Clinic' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  return getList;
};
const dialog = async () => within(await screen.findByRole('dialog'));

describe('actions without a question', () => {
  it.each([
    ['Disable Login', 'setLogin', {}, [row().id, false], 'Organization Login Ability has been updated.'],
    [
      'Enable Login',
      'setLogin',
      { isEnabled: false },
      [row().id, true],
      'Organization Login Ability has been updated.',
    ],
    ['Start API Capture', 'setApiCapture', {}, [row().id, true], 'Organization API settings updated.'],
    [
      'Stop API Capture',
      'setApiCapture',
      { apiCapture: true },
      [row().id, false],
      'Organization API settings updated.',
    ],
    ['Sync with Intercom', 'syncOrganization', {}, [row().id], 'Organization Intercom Sync has been initialized.'],
  ] as const)('%s sends what is wanted, says so and loads the list again', async (item, action, input, sent, text) => {
    const call = vi.fn(() => Promise.resolve(organization() as never));
    const getList = await choose(item, { [action]: call }, input);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(call).toHaveBeenCalledExactlyOnceWith(...sent);
    await waitFor(() => expect(vi.mocked(getList).mock.calls.length).toBeGreaterThan(1));
  });
  it('says where to see how far a sync is', async () => {
    await choose('Sync with Intercom', { syncOrganization: () => Promise.resolve({ jobId: 'j', status: 'Pending' }) });
    expect(await screen.findByText('The job is queued.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Show the status' });
    expect(link.getAttribute('href')).toBe(`/admin/organizations/${row().id}/info#jobs`);
  });
  it.each([
    ['Disable Login', 'setLogin', 'There was an error updating the organization login ability.'],
    ['Start API Capture', 'setApiCapture', 'There was an error updating the organization API setting.'],
    ['Sync with Intercom', 'syncOrganization', 'There was an error trying to sync organization with Intercom.'],
  ] as const)('%s says when it failed', async (item, action, text) => {
    await choose(item, { [action]: refused('no') });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('activation', () => {
  it('wants a choice first', async () => {
    const setActivation = vi.fn();
    await choose('Activation Status', { setActivation });
    const modal = await dialog();
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await modal.findByText('Activation status is required.')).toBeTruthy();
    expect(setActivation).not.toHaveBeenCalled();
  });
  it('creates the records address unless unticked and sends the e-mail only when ticked', async () => {
    const setActivation = vi.fn(() => Promise.resolve(organization()));
    await choose('Activation Status', { setActivation }, { isActivated: false });
    const modal = await dialog();
    fireEvent.click(modal.getByRole('radio', { name: 'Activated' }));
    expect(modal.getByRole<HTMLInputElement>('checkbox', { name: /records address/ }).checked).toBe(true);
    fireEvent.click(modal.getByRole('checkbox', { name: 'Send activation email' }));
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Organization Activation Status has been updated.')).toBeTruthy();
    const sent = { activated: true, sendEmail: true, seedRecords: true };
    expect(setActivation).toHaveBeenCalledExactlyOnceWith(row().id, sent);
  });
  it('deactivates without mail and without new address', async () => {
    const setActivation = vi.fn(() => Promise.resolve(organization()));
    await choose('Activation Status', { setActivation });
    const modal = await dialog();
    fireEvent.click(modal.getByRole('radio', { name: 'Not Activated' }));
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    const sent = { activated: false, sendEmail: false, seedRecords: false };
    await waitFor(() => expect(setActivation).toHaveBeenCalledExactlyOnceWith(row().id, sent));
  });
  it('stays open and says when it failed', async () => {
    await choose('Activation Status', { setActivation: refused('Nobody to write to.') });
    const modal = await dialog();
    fireEvent.click(modal.getByRole('radio', { name: 'Activated' }));
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    const alert = await modal.findByRole('alert');
    expect(alert.textContent).toContain('There was an error updating the organization activation status.');
    expect(alert.textContent).toContain('Nobody to write to.');
  });
});

describe('clear cancellation', () => {
  const pending = { isPendingCancellation: true };
  it('clears and says so', async () => {
    const clearCancellation = vi.fn(() => Promise.resolve(organization()));
    await choose('Clear Cancellation', { clearCancellation }, pending);
    fireEvent.click((await dialog()).getByRole('button', { name: 'Clear Cancellation' }));
    expect(await screen.findByText('The cancellation was cleared successfully.')).toBeTruthy();
    expect(clearCancellation).toHaveBeenCalledExactlyOnceWith(row().id);
  });
  it.each([
    ['the words of the server', 'It is canceled already.', 'It is canceled already.'],
    ['the fallback', '', 'There was an error clearing the cancellation for this organization.'],
  ])('shows %s when it failed', async (_what, said, visible) => {
    await choose('Clear Cancellation', { clearCancellation: refused(said) }, pending);
    const modal = await dialog();
    fireEvent.click(modal.getByRole('button', { name: 'Clear Cancellation' }));
    expect((await modal.findByRole('alert')).textContent).toContain(visible);
  });
});

const confirmed = async () => {
  const modal = await dialog();
  fireEvent.change(modal.getByRole('textbox'), { target: { value: 'Aspen Grove Clinic' } });
  fireEvent.click(modal.getByRole('button', { name: 'Delete Organization' }));
  return modal;
};

describe('delete', () => {
  it('waits until the name has been typed', async () => {
    await choose('Delete Organization', {});
    const modal = await dialog();
    const button = modal.getByRole<HTMLButtonElement>('button', { name: 'Delete Organization' });
    expect(button.disabled).toBe(true);
    fireEvent.change(modal.getByRole('textbox'), { target: { value: 'Aspen' } });
    expect(button.disabled).toBe(true);
  });
  it.each([
    [
      { users: 3, directAddresses: 2, licenses: 1 },
      '3 users, 2 direct addresses, and 1 license will be removed with it.',
    ],
    [{ faxNumbers: 1 }, '1 fax number will be removed with it.'],
    [{}, 'It has no related records.'],
  ])('says what goes along: %j', async (impact, text) => {
    await choose('Delete Organization', { call: belongs(() => ({ ...nothing, ...impact })).call });
    const modal = await dialog();
    expect(await modal.findByText(text)).toBeTruthy();
  });
  it('says so when it cannot count', async () => {
    const { call } = belongs(() => Promise.reject(new HttpError('no', 503, {})));
    await choose('Delete Organization', { call });
    const modal = await dialog();
    expect(await modal.findByText(/could not be counted/)).toBeTruthy();
  });
  it('deletes and says so', async () => {
    const remove = vi.fn(() => Promise.resolve({ data: row() })) as unknown as AppDataProvider['delete'];
    const { call, run } = belongs(() => nothing);
    const getList = await choose('Delete Organization', { delete: remove, call });
    await confirmed();
    expect(await screen.findByText('The organization was deleted successfully.')).toBeTruthy();
    await waitFor(() => expect(vi.mocked(getList).mock.calls.length).toBeGreaterThan(1));
    // What is gone has nothing left to count.
    expect(run.mock.calls.filter(([, name]) => name === 'deleteImpact').length).toBe(1);
    expect(vi.mocked(remove).mock.lastCall?.[1]).toMatchObject({ id: row().id });
  });
  it.each([
    ['the model state', { id: 'It still has open workflows.' }, 'It still has open workflows.'],
    ['the fallback', {}, 'There was an error deleting this organization.'],
  ])('shows %s when it failed', async (_what, errors, visible) => {
    await choose('Delete Organization', { delete: refused('no', errors) });
    const modal = await confirmed();
    expect((await modal.findByRole('alert')).textContent).toContain(visible);
  });
});
