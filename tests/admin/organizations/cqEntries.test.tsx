import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { editorPath } from '../../../admin/organizations/organizationActions.tsx';
import type { Responses } from '../../support/contractApi.ts';
import { entry } from './cqRecords.ts';
import { openEditor, select } from './editorScreen.tsx';
import { organization } from './records.ts';

afterEach(cleanup);

const { id } = organization();
const open = (rows: Responses, stored = organization()) =>
  openEditor({ 'carequality.oids': { items: [] }, ...rows }, `${editorPath(id)}/cq`, stored);
const listing = (...items: ReturnType<typeof entry>[]): Responses => ({ 'carequality.entries': () => ({ items }) });
const off = organization({ carequality: { isParticipating: false, organizationOid: null, responderType: null } });
const section = async () => within(await screen.findByRole('region', { name: 'Directory entries' }));
const press = async (name: string) => fireEvent.click(await (await section()).findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
type Modal = Awaited<ReturnType<typeof dialog>>;
const box = (modal: Modal, label: RegExp) => modal.getByLabelText<HTMLInputElement>(label);
const type = (modal: Modal, label: RegExp, value: string) => fireEvent.change(box(modal, label), { target: { value } });
const saveIn = (modal: Modal) => fireEvent.click(modal.getByRole('button', { name: 'Save' }));

describe('directory entries', () => {
  it('say that none have been configured', async () => {
    open(listing());
    expect(await screen.findByText('No Directory Entries have been configured')).toBeTruthy();
  });
  it('show name, OIDs, state and where they differ from the directory', async () => {
    open(
      listing(
        entry({ parentOrgId: '1.2.3', driftedFields: ['city', 'zipCode'] }),
        entry({ id: 'other', displayName: 'Old Branch', isActive: false }),
      ),
    );
    const rows = within(await (await section()).findByRole('table')).getAllByRole('row');
    expect(rows[0]?.textContent).toBe('NameOidParent OidStateActions');
    expect(rows[1]?.textContent).toContain(
      'Aspen Grove Repository2.16.840.1.113883.3.90001.2.3ActiveDiffers from the directory: City, ZIP code',
    );
    expect(rows[2]?.textContent).toContain('Old Branch2.16.840.1.113883.3.9000-Inactive');
  });
  it('are emptied by a failed load, which shows the server’s message and can be tried again', async () => {
    const entries = vi
      .fn()
      .mockResolvedValueOnce({ items: [entry()] })
      .mockRejectedValueOnce(new HttpError('The directory is asleep.', 503, {}))
      .mockResolvedValue({ items: [entry({ displayName: 'Back again' })] });
    open({ 'carequality.entries': entries, 'carequality.upsertEntry': () => Promise.resolve(entry()) });
    await press('Deactivate Aspen Grove Repository');
    fireEvent.click((await dialog('Deactivate Directory Entry')).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('The directory is asleep.')).toBeTruthy();
    expect(screen.queryByText('Aspen Grove Repository')).toBeNull();
    await press('Retry');
    expect(await screen.findByText('Back again')).toBeTruthy();
  });
});

describe('adding an entry', () => {
  it('starts from the organization, and asks for what is missing', async () => {
    const upsertEntry = vi.fn(() => Promise.resolve(entry()));
    const stored = organization({ homeCommunityId: '1.2.9', allowedPurposeOfUseCodes: ['TREATMENT', 'PAYMENT'] });
    const { inputsOf } = open({ ...listing(), 'carequality.upsertEntry': upsertEntry }, stored);
    await press('Add');
    const modal = await dialog('Add Directory Entry');
    expect(box(modal, /^Display name/).value).toBe('Aspen Grove Clinic');
    expect(box(modal, /^Street/).value).toBe('12 Aspen Way');
    expect(box(modal, /^State/).value).toBe('Colorado (CO)');
    expect(box(modal, /^Country/).value).toBe('US');
    expect(box(modal, /^HomeCommunityId/).value).toBe('1.2.9');
    expect(modal.getByText('Treatment, Payment')).toBeTruthy();
    saveIn(modal);
    expect(await modal.findByText('Responder type is required.')).toBeTruthy();
    expect(modal.getByText('OrganizationId is required.')).toBeTruthy();
    expect(upsertEntry).not.toHaveBeenCalled();

    await select(/^Responder type/, 'Initiator Only');
    expect(await modal.findByText(/^Initiator only:/)).toBeTruthy();
    type(modal, /^OrganizationId/, '1.2.3');
    const names = box(modal, /^Other names/);
    fireEvent.change(names, { target: { value: ' Aspen ' } });
    fireEvent.keyDown(names, { key: 'Enter' });
    saveIn(modal);
    expect(await screen.findByText('The Directory Entry was added successfully.')).toBeTruthy();
    expect(upsertEntry).toHaveBeenCalledExactlyOnceWith({
      params: { id },
      body: expect.objectContaining({
        responderType: 'InitiatorOnly',
        organizationId: '1.2.3',
        displayName: 'Aspen Grove Clinic',
        legalName: null,
        otherNames: ['Aspen'],
        state: 'CO',
        isActive: true,
      }) as unknown,
    });
    expect(inputsOf('organizations.update')).toEqual([]);
  });
  it('refuses an OID, ZIP code and parent that cannot be', async () => {
    open(listing());
    await press('Add');
    const modal = await dialog('Add Directory Entry');
    type(modal, /^OrganizationId/, 'x');
    type(modal, /^ZIP code/, '1');
    saveIn(modal);
    expect((await modal.findAllByText(/Enter a valid OID/)).length).toBeGreaterThan(0);
    type(modal, /^OrganizationId/, '1.2.3');
    type(modal, /^Parent org id/, '1.2.3');
    expect(await modal.findByText('An entry cannot be its own parent.')).toBeTruthy();
  });
  it('puts what the server refuses at its field', async () => {
    const errors = { organizationId: 'Another entry has this OrganizationId.' };
    open({
      ...listing(),
      'carequality.upsertEntry': new HttpError('no', 409, { code: 'E-DIRECTORY-OID-TAKEN', errors }),
    });
    await press('Add');
    const modal = await dialog('Add Directory Entry');
    await select(/^Responder type/, /^Direct Responder/);
    type(modal, /^OrganizationId/, '1.2.3');
    saveIn(modal);
    expect(await modal.findByText('There was an error upserting this entry')).toBeTruthy();
    expect(modal.getByText('Another entry has this OrganizationId.')).toBeTruthy();
    expect(box(modal, /^OrganizationId/).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('editing an entry', () => {
  it('sends the changed fields with the version that was loaded', async () => {
    const upsertEntry = vi.fn(() => Promise.resolve(entry()));
    open({ ...listing(entry()), 'carequality.upsertEntry': upsertEntry });
    await press('Edit Aspen Grove Repository');
    const modal = await dialog('Edit Directory Entry');
    type(modal, /^Display name/, 'Aspen Grove Archive');
    fireEvent.click(modal.getByRole('switch', { name: 'Active' }));
    saveIn(modal);
    expect(await screen.findByText('The Directory Entry was edited successfully.')).toBeTruthy();
    expect(upsertEntry).toHaveBeenCalledExactlyOnceWith({
      params: { id },
      body: { id: entry().id, version: 4, displayName: 'Aspen Grove Archive', isActive: false },
    });
  });
  it.each([
    ['without street, city, state and ZIP', { address: '', city: '', state: '', zipCode: '' }],
    ['with a state of more than two letters', { state: 'Arizona' }],
  ])('an imported entry %s is saved unchanged, and a changed field is validated', async (_which, imported) => {
    const upsertEntry = vi.fn(() => Promise.resolve(entry()));
    open({ ...listing(entry(imported)), 'carequality.upsertEntry': upsertEntry });
    await press('Edit Aspen Grove Repository');
    const modal = await dialog('Edit Directory Entry');
    type(modal, /^ZIP code/, '1');
    saveIn(modal);
    expect(await modal.findByText(/Enter a valid ZIP code/)).toBeTruthy();
    expect(modal.queryByText(/State is required|Choose a state/)).toBeNull();
    expect(upsertEntry).not.toHaveBeenCalled();
    type(modal, /^ZIP code/, entry(imported).zipCode);
    saveIn(modal);
    expect(await screen.findByText('The Directory Entry was edited successfully.')).toBeTruthy();
    expect(upsertEntry).toHaveBeenCalledExactlyOnceWith({ params: { id }, body: { id: entry().id, version: 4 } });
  });
  it('takes over what only somebody else changed, lets choose what both did, and saves on top of it', async () => {
    const remote = entry({ version: 9, city: 'Denver', legalName: 'Theirs Inc.' });
    const entries = vi
      .fn()
      .mockResolvedValueOnce({ items: [entry()] })
      .mockResolvedValue({ items: [remote] });
    const upsertEntry = vi
      .fn()
      .mockRejectedValueOnce(new HttpError('The record was changed.', 409, { code: 'E-VERSION-CONFLICT', errors: {} }))
      .mockResolvedValue(remote);
    open({ 'carequality.entries': entries, 'carequality.upsertEntry': upsertEntry });
    await press('Edit Aspen Grove Repository');
    const modal = await dialog('Edit Directory Entry');
    type(modal, /^Legal name/, 'Mine Inc.');
    type(modal, /^Parent org id/, '1.2.3');
    saveIn(modal);
    expect(await modal.findByText('City: Denver')).toBeTruthy();
    expect(modal.getByText('The record was changed.')).toBeTruthy();
    expect(box(modal, /^City/).value).toBe('Denver');
    expect(box(modal, /^Legal name/).value).toBe('Mine Inc.');
    expect(modal.getByText('Legal name: Theirs Inc.')).toBeTruthy();
    fireEvent.click(modal.getByRole('button', { name: 'Take theirs' }));
    expect(box(modal, /^Legal name/).value).toBe('Theirs Inc.');
    saveIn(modal);
    expect(await screen.findByText('The Directory Entry was edited successfully.')).toBeTruthy();
    const body = { id: entry().id, version: 9, parentOrgId: '1.2.3' };
    expect(upsertEntry).toHaveBeenLastCalledWith({ params: { id }, body });
  });
});

describe('activation of an entry', () => {
  it('is confirmed with name and organization id', async () => {
    const upsertEntry = vi.fn(() => Promise.resolve(entry()));
    open({ ...listing(entry({ isActive: false })), 'carequality.upsertEntry': upsertEntry });
    await press('Activate Aspen Grove Repository');
    const modal = await dialog('Activate Directory Entry');
    expect(modal.getByText('Aspen Grove Repository')).toBeTruthy();
    expect(modal.getByText('2.16.840.1.113883.3.9000')).toBeTruthy();
    fireEvent.click(modal.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(upsertEntry).toHaveBeenCalledExactlyOnceWith({
      params: { id },
      body: { id: entry().id, version: 4, isActive: true },
    });
  });
  it('says what went wrong', async () => {
    open({ ...listing(entry()), 'carequality.upsertEntry': new HttpError('Not now.', 503) });
    await press('Deactivate Aspen Grove Repository');
    const modal = await dialog('Deactivate Directory Entry');
    fireEvent.click(modal.getByRole('button', { name: 'Deactivate' }));
    expect(await modal.findByText('There was an error activating/deactivating this OID. Not now.')).toBeTruthy();
  });
});

describe('while the organization does not participate', () => {
  it('Import, Add and Activate explain why they cannot be used; editing and deactivating can', async () => {
    const stale = entry({ id: 'stale', displayName: 'Old Branch', isActive: false });
    open(listing(entry(), stale), off);
    const all = await section();
    const note = await all.findByText(/does not participate in Carequality/);
    for (const name of ['Import', 'Add']) {
      const button = all.getByRole<HTMLButtonElement>('button', { name });
      expect(button.disabled).toBe(true);
      expect(note.closest('[id]')?.parentElement?.innerHTML).toContain(button.getAttribute('aria-describedby'));
    }
    const isDisabled = (name: string) => all.getByRole<HTMLButtonElement>('button', { name }).disabled;
    await all.findByRole('table');
    expect(isDisabled('Activate Old Branch')).toBe(true);
    expect(isDisabled('Deactivate Aspen Grove Repository')).toBe(false);
    expect(isDisabled('Edit Old Branch')).toBe(false);
    expect(all.getByRole('link', { name: 'Open the Carequality tab' }).getAttribute('href')).toBe(
      `${editorPath(id)}/carequality`,
    );
  });
});
