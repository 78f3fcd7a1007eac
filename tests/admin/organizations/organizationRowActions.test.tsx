import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeleteImpact } from '../../../shared/contract/organizationActivity.ts';
import { errorCatalogue } from '../../../shared/contract/errors.ts';
import type { OrganizationRow } from '../../../shared/contract/organizationSchemas.ts';
import { pageOf, type Responses } from '../../support/contractApi.ts';
import { renderAt } from '../components/renderAt.tsx';
import { OrganizationListPage } from './listScreen.tsx';
import { organization, row } from './records.ts';

afterEach(cleanup);

const { id } = row();
const refused = (message: string, errors: Record<string, string> = {}) => new HttpError(message, 400, { errors });
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

/** Chooses an action of a row; gives the requests that follow. */
const choose = async (item: string, responses: Responses = {}, input: Partial<OrganizationRow> = {}) => {
  const recorded = renderAt({
    routes: { '/admin/organizations': <OrganizationListPage /> },
    at: '/admin/organizations',
    responses: { 'organizations.list': pageOf(row(input)), 'organizations.deleteImpact': nothing, ...responses },
    features: { apiCaptureEnabled: true },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Aspen Grove Clinic' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  return recorded;
};
const dialog = async () => within(await screen.findByRole('dialog'));

describe('actions without a question', () => {
  const loginText = 'Organization Login Ability has been updated.';
  const captureText = 'Organization API settings updated.';
  const syncText = 'Organization Intercom Sync has been initialized.';
  it.each([
    ['Disable Login', 'organizations.enable', {}, { enabled: false }, loginText],
    ['Enable Login', 'organizations.enable', { isEnabled: false }, { enabled: true }, loginText],
    ['Start API Capture', 'organizations.apiCapture', {}, { enabled: true }, captureText],
    ['Stop API Capture', 'organizations.apiCapture', { apiCapture: true }, { enabled: false }, captureText],
    ['Sync with Intercom', 'organizations.sync', {}, undefined, syncText],
  ] as const)('%s sends what is wanted, says so and loads the list again', async (item, name, input, body, text) => {
    const { inputsOf } = await choose(item, { [name]: organization() }, input);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(inputsOf(name)).toEqual([{ params: { id }, body }]);
    await waitFor(() => expect(inputsOf('organizations.list').length).toBeGreaterThan(1));
  });
  it('says where to see how far a sync is', async () => {
    await choose('Sync with Intercom', { 'organizations.sync': { jobId: 'j', status: 'Pending' } });
    expect(await screen.findByText('The job is queued.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Show the status' });
    expect(link.getAttribute('href')).toBe(`/admin/organizations/${row().id}/info#jobs`);
  });
  it.each([
    ['Disable Login', 'organizations.enable', 'There was an error updating the organization login ability.'],
    ['Start API Capture', 'organizations.apiCapture', 'There was an error updating the organization API setting.'],
    ['Sync with Intercom', 'organizations.sync', 'There was an error trying to sync organization with Intercom.'],
  ] as const)('%s says when it failed', async (item, name, text) => {
    await choose(item, { [name]: refused('no') });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('activation', () => {
  it('wants a choice first', async () => {
    const { inputsOf } = await choose('Activation Status');
    const modal = await dialog();
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await modal.findByText('Activation status is required.')).toBeTruthy();
    expect(inputsOf('organizations.activate')).toEqual([]);
  });
  it('creates the records address unless unticked and sends the e-mail only when ticked', async () => {
    const { inputsOf } = await choose(
      'Activation Status',
      { 'organizations.activate': organization() },
      { isActivated: false },
    );
    const modal = await dialog();
    fireEvent.click(modal.getByRole('radio', { name: 'Activated' }));
    expect(modal.getByRole<HTMLInputElement>('checkbox', { name: /records address/ }).checked).toBe(true);
    fireEvent.click(modal.getByRole('checkbox', { name: 'Send activation email' }));
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Organization Activation Status has been updated.')).toBeTruthy();
    const sent = { activated: true, sendEmail: true, seedRecords: true };
    expect(inputsOf('organizations.activate')).toEqual([{ params: { id }, body: { id, ...sent } }]);
  });
  it('deactivates without mail and without new address', async () => {
    const { inputsOf } = await choose('Activation Status', { 'organizations.activate': organization() });
    const modal = await dialog();
    fireEvent.click(modal.getByRole('radio', { name: 'Not Activated' }));
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    const sent = { activated: false, sendEmail: false, seedRecords: false };
    await waitFor(() =>
      expect(inputsOf('organizations.activate')).toEqual([{ params: { id }, body: { id, ...sent } }]),
    );
  });
  it('stays open and says when it failed', async () => {
    await choose('Activation Status', { 'organizations.activate': refused('Nobody to write to.') });
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
    const { inputsOf } = await choose('Clear Cancellation', { 'organizations.clearCancel': organization() }, pending);
    fireEvent.click((await dialog()).getByRole('button', { name: 'Clear Cancellation' }));
    expect(await screen.findByText('The cancellation was cleared successfully.')).toBeTruthy();
    expect(inputsOf('organizations.clearCancel')).toEqual([{ params: { id } }]);
  });
  it.each([
    ['the words of the server', 'It is canceled already.', 'It is canceled already.'],
    ['the text of the catalogue', '', errorCatalogue['E-REQUEST-INVALID'].message],
  ])('shows %s when it failed', async (_what, said, visible) => {
    await choose('Clear Cancellation', { 'organizations.clearCancel': refused(said) }, pending);
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
    await choose('Delete Organization');
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
    await choose('Delete Organization', { 'organizations.deleteImpact': { ...nothing, ...impact } });
    const modal = await dialog();
    expect(await modal.findByText(text)).toBeTruthy();
  });
  it('says so when it cannot count', async () => {
    await choose('Delete Organization', { 'organizations.deleteImpact': new HttpError('no', 503) });
    const modal = await dialog();
    expect(await modal.findByText(/could not be counted/)).toBeTruthy();
  });
  it('deletes and says so', async () => {
    const { inputsOf } = await choose('Delete Organization', { 'organizations.delete': undefined });
    await confirmed();
    expect(await screen.findByText('The organization was deleted successfully.')).toBeTruthy();
    await waitFor(() => expect(inputsOf('organizations.list').length).toBeGreaterThan(1));
    // What is gone has nothing left to count.
    expect(inputsOf('organizations.deleteImpact')).toHaveLength(1);
    expect(inputsOf('organizations.delete')).toEqual([{ params: { id } }]);
  });
  it.each([
    ['the model state', { id: 'It still has open workflows.' }, 'It still has open workflows.'],
    ['the fallback', {}, 'There was an error deleting this organization.'],
  ])('shows %s when it failed', async (_what, errors, visible) => {
    await choose('Delete Organization', { 'organizations.delete': refused('no', errors) });
    const modal = await confirmed();
    expect((await modal.findByRole('alert')).textContent).toContain(visible);
  });
});
