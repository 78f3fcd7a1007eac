import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { specialties } from '../../../admin/specialties/index.ts';
import type { Specialty } from '../../../shared/contract/specialties.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, press, save } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '018f0000-0000-7000-8000-0000000000c1';
const specialty = (change: Partial<Specialty> = {}): Specialty => ({
  id,
  name: 'Cardiology',
  organizationCount: 4,
  version: 3,
  ...change,
});
const open = (responses: Readonly<Record<string, unknown>>, below = '') =>
  openResource(
    specialties,
    { 'specialties.get': specialty(), 'specialties.list': pageOf(specialty()), ...responses },
    below,
  );

describe('list of specialties', () => {
  it('requests the page of its address as the specification names it', async () => {
    const { lastInput } = open(
      { 'specialties.list': { items: [specialty()], totalCount: 60 } },
      '?filter=%7B%22q%22%3A%22card%22%7D&page=2&perPage=25&sort=name&order=DESC',
    );
    await screen.findByRole('link', { name: 'Cardiology' });
    expect(lastInput('specialties.list')).toEqual({
      query: { pageStart: 2, pageSize: 25, search: 'card', sortDir: 'desc' },
    });
  });
  it('leads to a specialty, and to a new one', async () => {
    const { address } = open({});
    fireEvent.click(await screen.findByRole('link', { name: 'Cardiology' }));
    await waitFor(() => expect(address()).toBe(`/admin/specialties/${id}`));
    cleanup();
    const empty = open({ 'specialties.list': pageOf() });
    expect(await screen.findByText('No specialties yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Add specialty' }));
    expect(empty.address()).toBe('/admin/specialties/add');
  });
});

describe('a specialty', () => {
  it('is added by its name', async () => {
    const { lastInput, address } = open({ 'specialties.create': specialty() }, 'add');
    await fill(/^Name/, ' Sports Medicine ');
    await save();
    expect(await screen.findByText('The specialty was saved successfully.')).toBeTruthy();
    expect(lastInput('specialties.create')).toEqual({ body: { name: 'Sports Medicine' } });
    await waitFor(() => expect(address()).toBe('/admin/specialties'));
  });
  it('needs a name that can be seen', async () => {
    const { inputsOf } = open({}, 'add');
    await fill(/^Name/, '\u200b\u00ad\ufeff');
    await save();
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(inputsOf('specialties.create')).toEqual([]);
  });
  it('is saved with its id in the body and the version that was loaded', async () => {
    const { lastInput } = open({ 'specialties.update': specialty({ version: 4 }) }, id);
    const link = await screen.findByRole('link', { name: '4 organizations' });
    const filter = new URL(link.getAttribute('href') ?? '', 'https://x.test').searchParams.get('filter') ?? '';
    expect(JSON.parse(filter)).toEqual({ specialtyId: id });
    await fill(/^Name/, 'Heart Medicine');
    await save();
    await screen.findByText('The specialty was saved successfully.');
    expect(lastInput('specialties.update')).toMatchObject({ body: { id, name: 'Heart Medicine', version: 3 } });
  });
  it('without a name is not sent', async () => {
    const { inputsOf } = open({}, 'add');
    await save();
    expect(await screen.findByText('Please fill out all required fields.')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Name' })).parentElement?.textContent).toBe('Name: Required');
    expect(inputsOf('specialties.create')).toEqual([]);
  });
  it('with the name of another has the error of the server at the field', async () => {
    const text = 'This name already exists.';
    open({ 'specialties.create': new HttpError(text, 409, { code: 'E-NAME-TAKEN', errors: { name: text } }) }, 'add');
    await fill(/^Name/, 'Cardiology');
    await save();
    expect(await screen.findByText(`There was an error saving this specialty. ${text}`)).toBeTruthy();
    expect((await field(/^Name/)).getAttribute('aria-invalid')).toBe('true');
  });
  it('that another user changed meanwhile opens the comparison', async () => {
    let reads = 0;
    open(
      {
        'specialties.get': () => specialty(reads++ === 0 ? {} : { name: 'Heart', version: 4 }),
        'specialties.update': new HttpError('The record was changed.', 409, { code: 'E-VERSION-CONFLICT', errors: {} }),
      },
      id,
    );
    await fill(/^Name/, 'Heart Medicine');
    await save();
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Heart')).toBeTruthy();
  });
});

describe('deleting a specialty', () => {
  const begin = async (response: unknown) => {
    const opened = open({ 'specialties.delete': response }, id);
    await press('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete Cardiology?' });
    fireEvent.change(within(dialog).getByLabelText(/Type/), { target: { value: 'Cardiology' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    return opened;
  };
  it('leads back to the list', async () => {
    const { address } = await begin(undefined);
    expect(await screen.findByText('The specialty was deleted successfully.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/admin/specialties'));
  });
  it('that organizations have is refused in the dialog', async () => {
    const text = '"Cardiology" cannot be deleted: 4 organizations have it.';
    await begin(new HttpError(text, 409, { code: 'E-IN-USE', messages: [text] }));
    expect(await screen.findByText(`There was an error deleting this specialty. ${text}`)).toBeTruthy();
  });
});
