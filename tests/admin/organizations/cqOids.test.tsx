import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { editorPath } from '../../../admin/organizations/organizationActions.tsx';
import type { AlternateOid } from '../../../shared/contract/carequality.ts';
import type { Responses } from '../../support/contractApi.ts';
import { oid } from './cqRecords.ts';
import { openEditor } from './editorScreen.tsx';
import { organization } from './records.ts';

afterEach(cleanup);

const { id } = organization();
const first = oid({ id: 'first', value: '1.2.3' });
const second = oid({ id: 'second', value: '1.2.4', isDefault: true, version: 5 });

/** The tab over the OIDs the test gives; further rows answer writes. */
const open = (items: readonly AlternateOid[], rows: Responses = {}) =>
  openEditor({ 'carequality.oids': { items }, 'carequality.entries': { items: [] }, ...rows }, `${editorPath(id)}/cq`);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const type = (modal: Awaited<ReturnType<typeof dialog>>, value: string) =>
  fireEvent.change(modal.getByLabelText(/^Value/), { target: { value } });
const taken = new HttpError('The organization already has this OID.', 409, { code: 'E-OID-TAKEN' });
const refusal = new HttpError('Not now.', 503);

describe('alternate OIDs', () => {
  it('say that none have been configured, and how to add one', async () => {
    const addOid = vi.fn(() => Promise.resolve(first));
    open([], { 'carequality.addOid': addOid });
    expect(await screen.findByText('No alternate OIDs have been configured')).toBeTruthy();
    const section = screen.getByRole('region', { name: 'Alternate OIDs' });
    fireEvent.click(within(section).getByRole('button', { name: 'Add' }));
    const modal = await dialog('Add Alternate Organization OID');
    expect(modal.getAllByRole('textbox')).toHaveLength(1);
    type(modal, ' 1.2.3 ');
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The OID was added successfully.')).toBeTruthy();
    expect(addOid).toHaveBeenCalledExactlyOnceWith({ params: { id }, body: { value: '1.2.3' } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('are refused without a value before anything is sent', async () => {
    const addOid = vi.fn();
    const { inputsOf } = open([first], { 'carequality.addOid': addOid });
    const section = within(await screen.findByRole('region', { name: 'Alternate OIDs' }));
    fireEvent.click(await section.findByRole('button', { name: 'Add' }));
    const modal = await dialog('Add Alternate Organization OID');
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await modal.findByText('Value is required.')).toBeTruthy();
    type(modal, '1'.repeat(256));
    expect(await modal.findByText(/at most 255 characters/)).toBeTruthy();
    expect(addOid).not.toHaveBeenCalled();
    expect(inputsOf('organizations.update')).toEqual([]);
  });
  it('warn of a value that is no OID, and take it all the same', async () => {
    const updateOid = vi.fn(() => Promise.resolve(first));
    open([first], { 'carequality.updateOid': updateOid });
    await press('Edit 1.2.3');
    const modal = await dialog('Edit Alternate Organization OID');
    expect(modal.getByLabelText<HTMLInputElement>(/^Value/).value).toBe('1.2.3');
    type(modal, 'practice-7');
    expect(await modal.findByText(/This is not an OID/)).toBeTruthy();
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The OID was updated successfully.')).toBeTruthy();
    expect(updateOid).toHaveBeenCalledExactlyOnceWith({
      params: { id },
      body: { id: 'first', value: 'practice-7', version: 1 },
    });
  });
  it.each([
    ['Edit 1.2.3', 'Edit Alternate Organization OID', 'There was an error updating this OID.'],
    ['Add', 'Add Alternate Organization OID', 'There was an error creating this OID.'],
  ])('keep the modal of "%s" with what the server said', async (button, title, text) => {
    open([first], { 'carequality.addOid': taken, 'carequality.updateOid': taken });
    const section = within(await screen.findByRole('region', { name: 'Alternate OIDs' }));
    fireEvent.click(await section.findByRole('button', { name: button }));
    const modal = await dialog(title);
    type(modal, '1.2.4');
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await modal.findByText(text)).toBeTruthy();
    expect(modal.getByText('The organization already has this OID.')).toBeTruthy();
  });
  it('show what somebody else made of them before a second save takes its place', async () => {
    const remote = { ...first, value: '9.9.9', version: 2 };
    const updateOid = vi
      .fn()
      .mockRejectedValueOnce(new HttpError('The record was changed.', 409, { code: 'E-VERSION-CONFLICT', errors: {} }))
      .mockResolvedValue(remote);
    const oids = vi
      .fn()
      .mockResolvedValueOnce({ items: [first] })
      .mockResolvedValue({ items: [remote] });
    open([], { 'carequality.oids': oids, 'carequality.updateOid': updateOid });
    await press('Edit 1.2.3');
    const modal = await dialog('Edit Alternate Organization OID');
    type(modal, '1.2.9');
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await modal.findByText('Value: 9.9.9')).toBeTruthy();
    expect(modal.getByLabelText<HTMLInputElement>(/^Value/).value).toBe('1.2.9');
    expect(updateOid).toHaveBeenCalledOnce();
    fireEvent.click(modal.getByRole('button', { name: 'Take theirs' }));
    expect(modal.getByLabelText<HTMLInputElement>(/^Value/).value).toBe('9.9.9');
    type(modal, '1.2.9');
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The OID was updated successfully.')).toBeTruthy();
    expect(updateOid).toHaveBeenLastCalledWith({ params: { id }, body: { id: 'first', value: '1.2.9', version: 2 } });
  });
  it('are saved without a question when somebody else changed only the default', async () => {
    const remote = { ...first, isDefault: true, version: 2 };
    const updateOid = vi
      .fn()
      .mockRejectedValueOnce(new HttpError('The record was changed.', 409, { code: 'E-VERSION-CONFLICT', errors: {} }))
      .mockResolvedValue(remote);
    const oids = vi
      .fn()
      .mockResolvedValueOnce({ items: [first] })
      .mockResolvedValue({ items: [remote] });
    open([], { 'carequality.oids': oids, 'carequality.updateOid': updateOid });
    await press('Edit 1.2.3');
    const modal = await dialog('Edit Alternate Organization OID');
    type(modal, '1.2.9');
    fireEvent.click(modal.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The OID was updated successfully.')).toBeTruthy();
    expect(updateOid).toHaveBeenLastCalledWith({ params: { id }, body: { id: 'first', value: '1.2.9', version: 2 } });
  });
  it('are deleted after a question, at the version that was shown', async () => {
    const deleteOid = vi.fn(() => undefined);
    open([second], { 'carequality.deleteOid': deleteOid });
    await press('Delete 1.2.4');
    const modal = await dialog('Delete alternate OID?');
    expect(modal.getByText(/1\.2\.4/)).toBeTruthy();
    expect(modal.getByText('It is the default; the organization will have none.')).toBeTruthy();
    expect(deleteOid).not.toHaveBeenCalled();
    fireEvent.click(modal.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deleteOid).toHaveBeenCalledExactlyOnceWith({
      params: { id: second.organizationId, oidId: 'second' },
      ifMatch: 5,
    });
  });
  it('stay, with the reason, when they could not be deleted', async () => {
    open([first], { 'carequality.deleteOid': new HttpError('It is in use.', 409, { code: 'E-IN-USE' }) });
    await press('Delete 1.2.3');
    const modal = await dialog('Delete alternate OID?');
    fireEvent.click(modal.getByRole('button', { name: 'Delete' }));
    expect(await modal.findByText('There was an error deleting this OID. It is in use.')).toBeTruthy();
  });
  it('show the server’s words when they could not be loaded, and load again', async () => {
    const oids = vi
      .fn()
      .mockRejectedValueOnce(new HttpError('The OIDs are asleep.', 503, {}))
      .mockResolvedValue({ items: [first] });
    open([], { 'carequality.oids': oids });
    expect(await screen.findByText('The OIDs are asleep.')).toBeTruthy();
    await press('Retry');
    expect(await screen.findByText('1.2.3')).toBeTruthy();
  });
});

describe('default flag', () => {
  it('changes in place at once, before the server has answered', async () => {
    const updateOid = vi.fn(() => new Promise(() => undefined));
    open([second, first], { 'carequality.updateOid': updateOid });
    const values = () => screen.getAllByRole('row').map((row) => row.textContent);
    await press('Make 1.2.3 the default');
    expect(await screen.findByRole('button', { name: 'Unset 1.2.3 as default' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Make 1.2.4 the default' })).toBeTruthy();
    expect(values().slice(1, 3)).toEqual(['1.2.3Default', '1.2.4']);
    expect(updateOid).toHaveBeenCalledExactlyOnceWith({
      params: { id },
      body: { id: 'first', isDefault: true, version: 1 },
    });
  });
  it('can be taken away', async () => {
    let items = [first, second];
    const updateOid = vi.fn(() => {
      items = [first, { ...second, isDefault: false, version: 6 }];
      return items[1];
    });
    open([], { 'carequality.oids': () => ({ items }), 'carequality.updateOid': updateOid });
    await press('Unset 1.2.4 as default');
    expect(await screen.findByText('The OID was updated successfully.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Make 1.2.4 the default' })).toBeTruthy();
  });
  it('goes back, with the server’s words, when the call fails', async () => {
    open([first, second], { 'carequality.updateOid': refusal });
    await press('Make 1.2.3 the default');
    expect(await screen.findByText('There was an error updating this OID. Not now.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Make 1.2.3 the default' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unset 1.2.4 as default' })).toBeTruthy();
  });
});
