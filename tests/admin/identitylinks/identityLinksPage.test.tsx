import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { identitylinks } from '../../../admin/identitylinks/index.ts';
import type { IdentityLink } from '../../../shared/contract/identitylinks.ts';
import { pageOf } from '../../support/contractApi.ts';
import { field, fill, openResource, press, save } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '018f0000-0000-7000-8000-0000000000d1';
const link = (change: Partial<IdentityLink> = {}): IdentityLink => ({
  id,
  issuer: 'https://login.example.org',
  subject: '00u1a2b3',
  userId: '018f0000-0000-7000-8000-0000000000d2',
  userName: 'ann@clinic.example',
  name: 'Ann Baker',
  status: 'Active',
  origin: 'Administrator',
  createdAt: '2026-02-06T11:30:00Z',
  createdBy: 'Grace Hill',
  removedAt: null,
  removedBy: null,
  ...change,
});
const open = (responses: Readonly<Record<string, unknown>>, below = '') =>
  openResource(
    identitylinks,
    { 'identitylinks.get': link(), 'identitylinks.list': pageOf(link()), ...responses },
    below,
  );

describe('list of identity links', () => {
  it('comes newest first, is filtered by status, and leads to a link', async () => {
    const { lastInput, address } = open({}, '?filter=%7B%22q%22%3A%22ann%22%2C%22status%22%3A%22Active%22%7D');
    const subject = await screen.findByRole('link', { name: '00u1a2b3' });
    expect(lastInput('identitylinks.list')).toEqual({
      query: { pageNumber: 1, pageSize: 10, sortDir: 'desc', search: 'ann', status: 'Active' },
    });
    for (const text of ['https://login.example.org', 'ann@clinic.example', 'Grace Hill'])
      expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(subject);
    await waitFor(() => expect(address()).toBe(`/admin/identitylinks/${id}`));
  });
  it('says that there are none yet, and leads to a new one', async () => {
    const { address } = open({ 'identitylinks.list': pageOf() });
    expect(await screen.findByText('No identity links yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Add identity link' }));
    expect(address()).toBe('/admin/identitylinks/add');
  });
  it('shows the error of a list that could not be loaded, with a button that loads it again', async () => {
    open({ 'identitylinks.list': new HttpError('The service is not available right now.', 503, {}) });
    expect(await screen.findByText(/The service is not available right now\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('a new identity link', () => {
  const type = async () => {
    await fill(/^Issuer/, ' https://login.example.org ');
    await fill(/^Subject/, '00u1a2b3');
    await fill(/^Account/, 'ann@clinic.example');
    await save();
  };
  it('is sent and opened', async () => {
    const { lastInput, address } = open({ 'identitylinks.create': link() }, 'add');
    await type();
    expect(await screen.findByText('The identity link was saved successfully.')).toBeTruthy();
    expect(lastInput('identitylinks.create')).toEqual({
      body: { issuer: 'https://login.example.org', subject: '00u1a2b3', userName: 'ann@clinic.example' },
    });
    await waitFor(() => expect(address()).toBe(`/admin/identitylinks/${id}`));
  });
  it('of an unknown user has the error of the server at the field', async () => {
    const text = 'There is no such user.';
    const failure = new HttpError(text, 400, { code: 'E-USER-UNKNOWN', errors: { userName: text } });
    open({ 'identitylinks.create': failure }, 'add');
    await type();
    expect(await screen.findByText(`There was an error saving this identity link. ${text}`)).toBeTruthy();
    expect((await field(/^Account/)).getAttribute('aria-invalid')).toBe('true');
  });
  it('is not sent without its fields', async () => {
    const { inputsOf } = open({}, 'add');
    await save();
    expect(await screen.findByText('Please fill out all required fields.')).toBeTruthy();
    expect(inputsOf('identitylinks.create')).toEqual([]);
  });
});

describe('an identity link', () => {
  it('is removed after a confirmation that names subject and account', async () => {
    let status: IdentityLink['status'] = 'Active';
    const { lastInput } = open(
      {
        'identitylinks.get': () => link({ status }),
        'identitylinks.delete': () => {
          status = 'Removed';
        },
      },
      id,
    );
    await press('Remove');
    const dialog = await screen.findByRole('dialog', { name: 'Remove the link of 00u1a2b3?' });
    expect(within(dialog).getByText(/no longer act as ann@clinic\.example/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The identity link was removed.')).toBeTruthy();
    expect(lastInput('identitylinks.delete')).toEqual({ params: { id } });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull());
    expect(screen.getAllByText('Removed').length).toBeGreaterThan(0);
  });
  it('that another user removed keeps the dialog open with the reason', async () => {
    const text = 'The link was removed already.';
    open({ 'identitylinks.delete': new HttpError(text, 409, { code: 'E-LINK-REMOVED', messages: [text] }) }, id);
    await press('Remove');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await within(dialog).findByText(`There was an error removing this identity link. ${text}`)).toBeTruthy();
  });
  it('that does not exist says so', async () => {
    open({ 'identitylinks.get': new HttpError('There is no such record.', 404, { code: 'E-NOT-FOUND' }) }, id);
    expect(await screen.findByText('This record does not exist or was deleted.')).toBeTruthy();
  });
});
