import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DocumentSource } from '../../../shared/contract/documentsources.ts';
import type { FaxAccount } from '../../../shared/contract/fax.ts';
import type { Responses } from '../../support/contractApi.ts';
import { openEditor } from './editorScreen.tsx';
import { organization } from './records.ts';

afterEach(cleanup);

const { id, name } = organization();
const source = (overrides: Partial<DocumentSource> = {}): DocumentSource => ({
  id: 'source-1',
  organizationId: id,
  organizationName: name,
  type: 'DirectMessaging',
  directAddressType: 'direct',
  address: 'referrals@aspen-grove.direct.carepost.example',
  displayName: 'Referrals',
  providerId: null,
  providerName: null,
  faxAccountId: null,
  status: 1,
  isEnabled: true,
  createDate: '2026-03-04T12:00:00Z',
  version: 2,
  ...overrides,
});
const account = (overrides: Partial<FaxAccount> = {}): FaxAccount => ({
  id: 'account-1',
  organizationId: id,
  kind: 'efax',
  accountNumber: 'E-100',
  displayName: 'Front office fax',
  isEnabled: true,
  retentionDays: 30,
  lastSyncedAt: null,
  createDate: '2026-03-04T12:00:00Z',
  version: 4,
  numbers: [],
  ...overrides,
});
const providers = () => ({ items: [{ id: 'p-1', name: 'carepost Direct', type: 'DirectMessaging' }], totalCount: 1 });
const domains = () => ({
  items: [{ id: 'domain-1', domain: 'direct.aspen.example', createDate: '2026-01-01T00:00:00Z' }],
  ownDomain: 'aspen-grove.direct.carepost.example',
});
const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }));
const type = (form: { getByLabelText: (label: RegExp) => HTMLElement }, label: RegExp, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });

describe('Direct tab', () => {
  const open = (rows: Responses, overrides = {}) =>
    openEditor(
      {
        'organizations.domains': domains,
        'documentsources.providers': providers,
        'documentsources.list': () => ({ items: [], totalCount: 0 }),
        ...rows,
      },
      `/admin/organizations/${id}/direct`,
      organization(overrides),
    );
  it('adds an address on one of its domains, after the three rules of the name', async () => {
    const create = vi.fn(() => source());
    open({ 'documentsources.create': create });
    expect(await screen.findByText('No direct addresses have been added')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Add direct address' }));
    const form = await dialog('Add Direct Address');
    type(form, /Name before the @/, 'care..team');
    fireEvent.click(form.getByRole('button', { name: 'Add direct address' }));
    expect(await screen.findByText("Direct Address can't have consecutive period character.")).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
    type(form, /Name before the @/, 'care.team');
    fireEvent.click(form.getByRole('button', { name: 'Add direct address' }));
    expect(await screen.findByText('The address was added successfully.')).toBeTruthy();
    expect(create).toHaveBeenCalledExactlyOnceWith({
      body: {
        organizationId: id,
        type: 'DirectMessaging',
        address: 'care.team@aspen-grove.direct.carepost.example',
        displayName: 'Aspen Grove Clinic',
        providerId: null,
      },
    });
  });
  it('keeps the dialog with the words of the server when it refuses', async () => {
    open({
      'documentsources.create': () => {
        throw new HttpError('This address is already in use.', 409, { code: 'E-ADDRESS-TAKEN' });
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Add direct address' }));
    const form = await dialog('Add Direct Address');
    type(form, /Name before the @/, 'referrals');
    fireEvent.click(form.getByRole('button', { name: 'Add direct address' }));
    expect(await form.findByText(/This address is already in use\./)).toBeTruthy();
  });
  it('searches its addresses, and Enter saves nothing', async () => {
    const list = vi.fn(({ query }: { query: { search?: string } }) =>
      query.search === undefined ? { items: [source()], totalCount: 1 } : { items: [], totalCount: 0 },
    );
    open({ 'documentsources.list': list });
    expect(await screen.findByText('Referrals')).toBeTruthy();
    const box = screen.getByLabelText('Search addresses');
    fireEvent.change(box, { target: { value: 'billing' } });
    expect(fireEvent.keyDown(box, { key: 'Enter' })).toBe(false);
    expect(await screen.findByText('No address matches the search.')).toBeTruthy();
    expect(list).toHaveBeenLastCalledWith({
      query: expect.objectContaining({ organizationId: id, type: 'DirectMessaging', search: 'billing' }) as unknown,
    });
  });
  it('explains why nothing can be added while direct messaging is off', async () => {
    open({}, { direct: { isEnabled: false, providerId: null, maxAddresses: 5, recordsName: 'records' } });
    expect(await screen.findByText(/Direct messaging is switched off/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add direct address' }).disabled).toBe(true);
  });
  it('changes and deletes an address', async () => {
    const update = vi.fn(() => source());
    const remove = vi.fn(() => undefined);
    open({
      'documentsources.list': () => ({ items: [source()], totalCount: 1 }),
      'documentsources.update': update,
      'documentsources.delete': remove,
    });
    fireEvent.click(await screen.findByRole('button', { name: `Edit ${source().address}` }));
    const form = await dialog(`Edit ${source().address}`);
    type(form, /Display name/, 'Referral desk');
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('The address was updated successfully.')).toBeTruthy();
    expect(update).toHaveBeenCalledExactlyOnceWith({
      params: { id: 'source-1' },
      body: { displayName: 'Referral desk', providerId: null, isEnabled: true, version: 2 },
    });
    fireEvent.click(screen.getByText('The address was updated successfully.'));
    fireEvent.click(await screen.findByRole('button', { name: `Delete ${source().address}` }));
    fireEvent.click((await dialog(`Delete ${source().address}?`)).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(remove).toHaveBeenCalledExactlyOnceWith({ params: { id: 'source-1' } }));
  });
  it('adds and removes domains, with the words of the server when one is in use', async () => {
    const add = vi.fn(() => domains().items[0]);
    open({
      'organizations.addDomain': add,
      'organizations.removeDomain': () => {
        throw new HttpError('Direct addresses of the organization use this domain.', 409, {});
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Add domain' }));
    const form = await dialog('Add domain');
    type(form, /Domain/, 'direct.north.example');
    fireEvent.click(form.getByRole('button', { name: 'Add domain' }));
    expect(await screen.findByText('The domain was added successfully.')).toBeTruthy();
    expect(add).toHaveBeenCalledExactlyOnceWith({ params: { id }, body: { domain: 'direct.north.example' } });
    fireEvent.click(screen.getByRole('button', { name: 'Remove direct.aspen.example' }));
    const question = await dialog('Remove the domain direct.aspen.example?');
    fireEvent.click(question.getByRole('button', { name: 'Remove' }));
    expect(await question.findByText('Direct addresses of the organization use this domain.')).toBeTruthy();
  });
  it('says that a domain was refused, not an address', async () => {
    open({
      'organizations.addDomain': () => {
        throw new HttpError('Not now.', 503, {});
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Add domain' }));
    const form = await dialog('Add domain');
    type(form, /Domain/, 'direct.north.example');
    fireEvent.click(form.getByRole('button', { name: 'Add domain' }));
    expect(await form.findByText('There was an error adding this domain.')).toBeTruthy();
    expect(form.getByText('Not now.')).toBeTruthy();
  });
  it('shows what failed and loads again', async () => {
    const list = vi
      .fn()
      .mockImplementationOnce(() => {
        throw new HttpError('The list is asleep.', 503, {});
      })
      .mockReturnValue({ items: [source()], totalCount: 1 });
    open({ 'documentsources.list': list });
    expect(await screen.findByText('The list is asleep.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Referrals')).toBeTruthy();
  });
});

describe('fax tabs', () => {
  const fax = source({ id: 'fax-1', type: 'Fax', directAddressType: 'fax', address: '5035551234', status: 1 });
  const open = (rows: Responses, tab = 'efax') =>
    openEditor(rows, `/admin/organizations/${id}/${tab}`, organization(), { WestFaxInterface: true });
  it('the WestFax tab that is turned off opens the details with a notice', async () => {
    openEditor({}, `/admin/organizations/${id}/westfax`);
    expect(await screen.findByText(/^The WestFax tab is turned off in this installation/)).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Details' }).getAttribute('aria-selected')).toBe('true');
  });
  it('sets up an account', async () => {
    const save = vi.fn(() => account());
    open({ 'fax.accounts': () => ({ items: [] }), 'fax.saveEfax': save });
    expect(await screen.findByText('No fax account has been set up')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Set up account' }));
    const form = await dialog('Set up the account');
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText('Account number is required.')).toBeTruthy();
    type(form, /Account number/, 'E-7');
    type(form, /Account name/, 'Main fax');
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(save).toHaveBeenCalledExactlyOnceWith({
        body: { organizationId: id, accountNumber: 'E-7', displayName: 'Main fax', isEnabled: true, retentionDays: 30 },
      }),
    );
  });
  it('shows numbers with dashes and offers only the statuses that can follow', async () => {
    const setFaxStatus = vi.fn(() => fax);
    open({
      'fax.accounts': () => ({ items: [account({ numbers: [fax] })] }),
      'documentsources.setFaxStatus': setFaxStatus,
    });
    expect(await screen.findByText('503-555-1234')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change the status of 503-555-1234' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Pending Update',
      'Pending Deletion',
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Pending Deletion' }));
    await waitFor(() =>
      expect(setFaxStatus).toHaveBeenCalledExactlyOnceWith({ params: { id: 'fax-1' }, body: { status: 3 } }),
    );
  });
  it('refuses what is no fax number', async () => {
    const create = vi.fn(() => fax);
    open({ 'fax.accounts': () => ({ items: [account()] }), 'documentsources.create': create });
    fireEvent.click(await screen.findByRole('button', { name: 'Add fax number' }));
    const form = await dialog('Add Fax Number');
    type(form, /Fax number/, '12');
    fireEvent.click(form.getByRole('button', { name: 'Add fax number' }));
    expect(await form.findByText('Enter a valid fax number with 10 to 13 digits.')).toBeTruthy();
    type(form, /Fax number/, '(503) 555-1234');
    fireEvent.click(form.getByRole('button', { name: 'Add fax number' }));
    expect(await screen.findByText('The fax number was added successfully.')).toBeTruthy();
    expect(create).toHaveBeenCalledOnce();
  });
  it('deletes an account only by its name, saying what goes with it', async () => {
    const remove = vi.fn(() => undefined);
    open({
      'fax.accounts': () => ({ items: [account({ numbers: [fax, { ...fax, id: 'fax-2', address: '5035550000' }] })] }),
      'fax.deleteEfax': remove,
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
    const question = await dialog('Delete the account Front office fax?');
    expect(question.getByText('Its 2 fax numbers are deleted too. This cannot be undone.')).toBeTruthy();
    fireEvent.change(question.getByRole('textbox'), { target: { value: 'Front office fax' } });
    fireEvent.click(question.getByRole('button', { name: 'Delete account' }));
    await waitFor(() => expect(remove).toHaveBeenCalledExactlyOnceWith({ params: { id: 'account-1' } }));
  });
  it('asks WestFax for a sync', async () => {
    const sync = vi.fn(() => ({ jobId: 'j', status: 'Pending' }));
    open({ 'fax.accounts': () => ({ items: [account({ kind: 'westfax' })] }), 'fax.syncWestFax': sync }, 'westfax');
    expect(await screen.findByText('Never')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Sync with WestFax' }));
    expect(await screen.findByText('The sync with WestFax was requested.')).toBeTruthy();
  });
});
