import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eulas } from '../../../admin/eulas/index.ts';
import type { Eula } from '../../../shared/contract/eulas.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, press, save } from '../components/recordScreen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const id = '018f0000-0000-7000-8000-0000000000e2';
const eula = (change: Partial<Eula> = {}): Eula => ({
  id,
  version: '2.0',
  brandName: '',
  type: 'EULA',
  fileName: 'platform-2.0.html',
  isActive: false,
  acceptances: 0,
  createdBy: 'Grace Hill',
  createDate: '2026-02-06T11:30:00Z',
  activatedDate: null,
  ...change,
});
const former = eula({ id: 'former', version: '1.0', isActive: true, acceptances: 12 });
const brands = pageOf({
  id: 'b',
  name: 'Northwind',
  appUrl: '',
  primaryColor: '',
  supportEmail: '',
  identityProvider: { connectionName: null },
});
const open = (responses: Readonly<Record<string, unknown>>, below = '') =>
  openResource(
    eulas,
    {
      'brands.list': brands,
      'eulas.list': pageOf(eula(), former),
      'eulas.get': eula(),
      'eulas.view': '<h1>Agreement</h1>',
      'eulas.exists': false,
      ...responses,
    },
    below,
  );

/** Chooses in a select of react-admin, whose choices may still be loading. */
const choose = async (label: string, option: string) => {
  const box = await screen.findByRole('combobox', { name: new RegExp(`^${label}`) });
  await waitFor(() => {
    fireEvent.mouseDown(box);
    screen.getByRole('option', { name: option });
  });
  fireEvent.click(screen.getByRole('option', { name: option }));
};
const filterOf = (address: string): unknown =>
  JSON.parse(new URLSearchParams(address.split('?')[1]).get('filter') ?? '');

describe('list of agreements', () => {
  it('comes newest first, ten at a time, and names those for all other brands', async () => {
    const { lastInput } = open({});
    expect(await screen.findByRole('link', { name: 'EULA 2.0' })).toBeTruthy();
    expect(lastInput('eulas.list')).toEqual({ query: { pageNumber: 1, pageSize: 10, sortDir: 'desc' } });
    const [, , second] = screen.getAllByRole('row');
    for (const text of ['All other brands', 'Active', '12']) {
      expect(within(second as HTMLElement).getByText(text)).toBeTruthy();
    }
  });
  it('is filtered by brand, kind and status, which its address keeps', async () => {
    const { lastInput, address } = open({});
    await choose('Brand', 'Northwind');
    await choose('Status', 'Active');
    await fill('Type', 'BAA');
    const filters = { brandName: 'Northwind', type: 'BAA', isActive: true };
    await waitFor(() =>
      expect(lastInput('eulas.list')).toEqual({
        query: { pageNumber: 1, pageSize: 10, sortDir: 'desc', ...filters },
      }),
    );
    expect(filterOf(address())).toEqual({ brand: 'Northwind', active: 'true', type: 'BAA' });
  });
  it('is filtered by those for all other brands', async () => {
    const { lastInput, address } = open({});
    await choose('Brand', 'All other brands');
    await waitFor(() =>
      expect(lastInput('eulas.list')).toEqual({
        query: { pageNumber: 1, pageSize: 10, sortDir: 'desc', isPlatform: true },
      }),
    );
    expect(screen.getByRole('combobox', { name: 'Brand' }).textContent).toBe('All other brands');
    expect(filterOf(address())).toEqual({ brand: '*' });
  });
  it('offers to clear filters that nothing passes', async () => {
    const { address } = open(
      { 'eulas.list': pageOf() },
      `?filter=${encodeURIComponent(JSON.stringify({ brand: 'Gone', active: 'false' }))}`,
    );
    expect(await screen.findByText('No EULA matches these filters')).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Brand' }).textContent).toBe('Gone');
    await press('Clear filters');
    await waitFor(() => expect(filterOf(address())).toEqual({}));
    expect(await screen.findByText('No EULAs yet')).toBeTruthy();
  });
});

describe('a new agreement', () => {
  const html = new File(['<p>Agree</p>'], 'agree.html', { type: 'text/html' });
  const chooseFile = async (file: File) =>
    fireEvent.change(await screen.findByLabelText('File', { selector: 'input' }), { target: { files: [file] } });

  it('is sent with its file and opened', async () => {
    const { lastInput, address } = open({ 'eulas.create': eula({ version: '3.0' }) }, 'add');
    await fill(/^Version/, '3.0');
    await choose('Brand', 'Northwind');
    await chooseFile(html);
    await save();
    expect(await screen.findByText('The EULA was saved successfully.')).toBeTruthy();
    const sent = lastInput('eulas.create') as { file: { name: string; mediaType: string; bytes: Uint8Array } };
    expect(sent).toMatchObject({
      body: { version: '3.0', brandName: 'Northwind', type: 'EULA' },
      file: { name: 'agree.html', mediaType: 'text/html' },
    });
    expect(new TextDecoder().decode(sent.file.bytes)).toBe('<p>Agree</p>');
    await waitFor(() => expect(address()).toBe(`/admin/eulas/${id}`));
  });
  it('for all other brands goes with an empty name', async () => {
    const { lastInput } = open({ 'eulas.create': eula() }, 'add');
    await fill(/^Version/, '3.0');
    await chooseFile(html);
    await save();
    await screen.findByText('The EULA was saved successfully.');
    expect(lastInput('eulas.create')).toMatchObject({ body: { brandName: '' } });
  });
  it('is not sent without a version and a file', async () => {
    const { inputsOf } = open({}, 'add');
    await save();
    expect(await screen.findByText('Please fill out all required fields.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Version' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'File' })).toBeTruthy();
    expect(inputsOf('eulas.create')).toEqual([]);
  });
  it('says while it is typed that the version exists', async () => {
    const { lastInput } = open({ 'eulas.exists': true }, 'add');
    await fill(/^Version/, '2.0');
    expect(await screen.findByText('This version already exists for the brand.')).toBeTruthy();
    expect(lastInput('eulas.exists')).toEqual({ query: { version: '2.0', type: 'EULA' } });
  });
  it('keeps what was entered when the server refuses the file', async () => {
    const text = 'The file is neither HTML nor text.';
    const refusal = new HttpError(text, 415, { code: 'E-FILE-TYPE', errors: { file: text } });
    open({ 'eulas.create': refusal }, 'add');
    await fill(/^Version/, '3.0');
    await chooseFile(html);
    await save();
    expect(await screen.findByText(`There was an error saving this EULA. ${text}`)).toBeTruthy();
    expect((await field(/^Version/)).value).toBe('3.0');
    expect(screen.getByText('agree.html, 1 k')).toBeTruthy();
  });
});

describe('an agreement', () => {
  it('is shown without anything that could run, and printed', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
    open({ 'eulas.view': '<h2>Privacy</h2><img src=x onerror="boom()"><script>boom()</script>' }, id);
    expect(await screen.findByText('Privacy')).toBeTruthy();
    expect(document.querySelector('[data-print] script, [data-print] img')).toBeNull();
    await press('Print');
    expect(print).toHaveBeenCalledOnce();
  });
  it('is activated after saying which one ends', async () => {
    let isActive = false;
    const { lastInput } = open(
      {
        'eulas.get': () => eula({ isActive }),
        'eulas.list': pageOf(former),
        'eulas.activate': () => {
          isActive = true;
          return eula({ isActive });
        },
      },
      id,
    );
    await press('Activate');
    const dialog = await screen.findByRole('dialog', { name: 'Activate EULA 2.0, All other brands?' });
    expect(await within(dialog).findByText('EULA 1.0 is active now and will be deactivated.')).toBeTruthy();
    const requested = lastInput('eulas.list');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('EULA 2.0, All other brands is active now.')).toBeTruthy();
    expect(lastInput('eulas.activate')).toEqual({ params: { id } });
    expect(requested).toMatchObject({ query: { type: 'EULA', isActive: true, isPlatform: true } });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull());
  });
  it('says why it was not activated', async () => {
    open({ 'eulas.list': pageOf(), 'eulas.activate': new HttpError('Not now.', 503, {}) }, id);
    await press('Activate');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('No other agreement of this brand and type is active.')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Activate' }));
    expect(await within(dialog).findByText('There was an error activating this EULA. Not now.')).toBeTruthy();
  });
  it('that was accepted is not deleted', async () => {
    const text = 'EULA 2.0 was accepted by 12 organizations.';
    open({ 'eulas.delete': new HttpError(text, 409, { code: 'E-IN-USE', messages: [text] }) }, id);
    await press('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete EULA 2.0?' });
    fireEvent.change(within(dialog).getByLabelText(/Type/), { target: { value: 'EULA 2.0' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText(`There was an error deleting this EULA. ${text}`)).toBeTruthy();
  });
  it('that does not exist leads back', async () => {
    open({ 'eulas.get': new HttpError('There is no such record.', 404, {}) }, id);
    expect(await screen.findByText('This record does not exist or was deleted.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the list' })).toBeTruthy();
  });
});
