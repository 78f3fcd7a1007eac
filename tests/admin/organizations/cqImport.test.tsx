import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { editorPath } from '../../../admin/organizations/organizationActions.tsx';
import { entry, result } from './cqRecords.ts';
import { openEditor } from './editorScreen.tsx';
import { organization } from './records.ts';

afterEach(cleanup);

const { id } = organization();
const title = 'Import Directory Entries from the FHIR Directory';
type ImportCall = (input: { body: { oids: string[]; dryRun: boolean } }) => unknown;

const open = async (importEntries: ImportCall, entries = vi.fn(() => ({ items: [entry()] }))) => {
  openEditor(
    {
      'carequality.oids': { items: [] },
      'carequality.entries': entries,
      'carequality.importEntries': importEntries,
    },
    `${editorPath(id)}/cq`,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
  return within(await screen.findByRole('dialog', { name: title }));
};
type Modal = Awaited<ReturnType<typeof open>>;
const addOid = (modal: Modal, value: string) => {
  const input = modal.getByRole('textbox', { name: 'Oids' });
  fireEvent.change(input, { target: { value } });
  fireEvent.keyDown(input, { key: 'Enter' });
};
const press = (modal: Modal, name: string) => fireEvent.click(modal.getByRole('button', { name }));
const can = (modal: Modal, name: string) => !modal.getByRole<HTMLButtonElement>('button', { name }).disabled;

const plan = [
  result({
    oid: '1.2.1',
    outcome: 'created',
    displayName: 'New Branch',
    changes: [
      { field: 'city', before: null, after: 'Reno' },
      { field: 'otherNames', before: null, after: [] },
    ],
  }),
  result({
    oid: '1.2.2',
    outcome: 'updated',
    changes: [
      { field: 'city', before: 'Boulder', after: 'Denver' },
      { field: 'otherNames', before: [], after: ['Aspen', 'Grove'] },
      { field: 'isActive', before: true, after: false },
    ],
  }),
  result({ oid: '1.2.3', outcome: 'gone', displayName: null, message: 'The directory does not list this OID.' }),
  result({ oid: '1.2.4', outcome: 'failed', displayName: null, message: 'The answer was no JSON.' }),
];

describe('import from the FHIR directory', () => {
  it('shows what would change before anything is written, then writes and reports each OID', async () => {
    const importEntries = vi.fn<ImportCall>(({ body }) => ({ dryRun: body.dryRun, results: plan }));
    const entries = vi.fn(() => ({ items: [entry()] }));
    const modal = await open(importEntries, entries);
    for (const oid of ['urn:oid:1.2.1', '1.2.2', '1.2.3', '1.2.4', '1.2.1']) addOid(modal, oid);
    press(modal, 'Preview');
    expect(
      await modal.findByText(/^Nothing has been written yet\..*1 new, 1 changed, 1 not in the directory, 1 failed\.$/),
    ).toBeTruthy();
    const oids = ['1.2.1', '1.2.2', '1.2.3', '1.2.4'];
    expect(importEntries).toHaveBeenCalledExactlyOnceWith({ params: { id }, body: { oids, dryRun: true } });
    const made = within(modal.getByRole('region', { name: '1.2.1' }));
    expect(made.getAllByRole('row').map((row) => row.textContent)).toEqual(['FieldValue', 'CityReno']);
    const changed = within(modal.getByRole('region', { name: '1.2.2' }));
    expect(changed.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'FieldBeforeAfter',
      'CityBoulderDenver',
      'Other names(empty)Aspen, Grove',
      'ActiveYesNo',
    ]);
    expect(within(modal.getByRole('region', { name: '1.2.3' })).getByText(/does not list this OID/)).toBeTruthy();
    expect(within(modal.getByRole('region', { name: '1.2.4' })).getByText('The answer was no JSON.')).toBeTruthy();

    const loads = entries.mock.calls.length;
    press(modal, 'Import');
    expect(await modal.findByText(/^The import is done:/)).toBeTruthy();
    expect(importEntries).toHaveBeenLastCalledWith({ params: { id }, body: { oids, dryRun: false } });
    await waitFor(() => expect(entries.mock.calls.length).toBeGreaterThan(loads));
    expect(modal.queryByRole('button', { name: 'Import' })).toBeNull();
    press(modal, 'Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('asks for an OID first', async () => {
    const importEntries = vi.fn();
    const modal = await open(importEntries);
    press(modal, 'Preview');
    expect(await modal.findByText('Enter at least one OID.')).toBeTruthy();
    expect(importEntries).not.toHaveBeenCalled();
  });
  it('forgets the preview when the OIDs change', async () => {
    const modal = await open(({ body }) => ({ dryRun: body.dryRun, results: plan.slice(0, 1) }));
    addOid(modal, '1.2.1');
    press(modal, 'Preview');
    expect(await modal.findByRole('button', { name: 'Import' })).toBeTruthy();
    addOid(modal, '1.2.9');
    expect(modal.queryByText(/^Nothing has been written yet/)).toBeNull();
    expect(modal.queryByRole('button', { name: 'Import' })).toBeNull();
    expect(can(modal, 'Preview')).toBe(true);
  });
  it('offers no import where the directory knows none of the OIDs', async () => {
    const modal = await open(({ body }) => ({ dryRun: body.dryRun, results: plan.slice(2) }));
    addOid(modal, '1.2.3');
    press(modal, 'Preview');
    expect(await modal.findByText('There is nothing to import.')).toBeTruthy();
    expect(can(modal, 'Import')).toBe(false);
  });
  it('says when the directory does not answer, and keeps the OIDs for another try', async () => {
    const importEntries = vi
      .fn<ImportCall>()
      .mockRejectedValueOnce(new HttpError('The FHIR directory does not answer.', 503, {}))
      .mockReturnValue({ dryRun: true, results: plan.slice(0, 1) });
    const modal = await open(importEntries);
    addOid(modal, '1.2.1');
    press(modal, 'Preview');
    expect(await modal.findByText('There was an error syncing')).toBeTruthy();
    expect(modal.getByText('The FHIR directory does not answer.')).toBeTruthy();
    press(modal, 'Preview');
    expect(await modal.findByText('New Branch')).toBeTruthy();
    expect(modal.queryByText('There was an error syncing')).toBeNull();
  });
  it('cannot be sent twice or left while it is being written', async () => {
    const modal = await open(({ body }) =>
      body.dryRun ? { dryRun: true, results: plan } : new Promise(() => undefined),
    );
    addOid(modal, '1.2.1');
    press(modal, 'Preview');
    fireEvent.click(await modal.findByRole('button', { name: 'Import' }));
    expect(await modal.findByRole('progressbar', { name: 'Importing…' })).toBeTruthy();
    expect(can(modal, 'Import')).toBe(false);
    expect(can(modal, 'Cancel')).toBe(false);
  });
});
