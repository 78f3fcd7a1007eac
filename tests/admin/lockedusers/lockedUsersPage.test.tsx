import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import { lockedusers } from '../../../admin/lockedusers/index.ts';
import type { LockedUser } from '../../../shared/contract/users.ts';
import { pageOf } from '../../support/contractApi.ts';
import { openResource, press } from '../components/recordScreen.tsx';

afterEach(cleanup);

const user: LockedUser = {
  kind: 'User',
  id: '018f0000-0000-7000-8000-0000000000d2',
  firstName: 'Ann',
  lastName: 'Baker',
  userName: 'ann@clinic.example',
  role: 'SysAdmin',
  lockedUntil: '2026-02-06T11:30:00Z',
  scope: 'Account',
};
const open = (responses: Readonly<Record<string, unknown>>, below = '') =>
  openResource(lockedusers, { 'users.locked': pageOf(user), ...responses }, below);

const confirm = async (userName = user.userName) => {
  await press(`Unlock ${userName}`);
  const dialog = await screen.findByRole('dialog', { name: `Unlock ${userName}?` });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Unlock' }));
  return dialog;
};

it('lists who is locked and from where, and unlocks after a confirmation', async () => {
  let items = [user];
  const { lastInput } = open({
    'users.locked': () => ({ items, totalCount: items.length }),
    'users.unlock': () => {
      items = [];
      return { kind: 'User', id: user.id, userName: user.userName, wasLocked: true };
    },
  });
  expect(await screen.findByText('Ann Baker')).toBeTruthy();
  expect(screen.getByText('All unknown addresses')).toBeTruthy();
  expect(screen.getByText('System administrator')).toBeTruthy();
  await confirm();
  expect(await screen.findByText('ann@clinic.example is not locked anymore.')).toBeTruthy();
  expect(lastInput('users.unlock')).toEqual({ body: { id: user.id } });
  expect(await screen.findByText('No account is locked')).toBeTruthy();
});

it('unlocks a machine client by its client id', async () => {
  const client = {
    ...user,
    kind: 'Client',
    id: 'nightly',
    firstName: 'Nightly import',
    lastName: '',
    userName: 'nightly',
  };
  const response = { kind: 'Client', id: 'nightly', userName: 'nightly', wasLocked: true };
  const { lastInput } = open({ 'users.locked': pageOf(client), 'users.unlock': response });
  expect(await screen.findByText('Machine client')).toBeTruthy();
  await confirm('nightly');
  expect(await screen.findByText('nightly is not locked anymore.')).toBeTruthy();
  expect(lastInput('users.unlock')).toEqual({ body: { userName: 'nightly' } });
});

it('requests the page and the search of its address', async () => {
  const { lastInput } = open({}, '?filter=%7B%22q%22%3A%22ann%22%7D&page=1&perPage=25');
  await screen.findByText('Ann Baker');
  expect(lastInput('users.locked')).toEqual({ query: { pageNumber: 1, pageSize: 25, search: 'ann', sortDir: 'desc' } });
});

it('keeps the dialog open with the reason of a refusal', async () => {
  const text = 'There is no such record.';
  open({ 'users.unlock': new HttpError(text, 404, { code: 'E-NOT-FOUND', messages: [text] }) });
  const dialog = await confirm();
  expect(await within(dialog).findByText(`There was an error unlocking this account. ${text}`)).toBeTruthy();
});

it('shows the error of a list that could not be loaded', async () => {
  open({ 'users.locked': new HttpError('The service is not available right now.', 503, {}) });
  await waitFor(() => expect(screen.getByText(/The service is not available right now\./)).toBeTruthy());
});
