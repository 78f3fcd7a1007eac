import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import { UserList } from '../../../admin/users/UserList.tsx';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(cleanup);

const row = (index: number) => ({
  id: `018f0000-0000-7000-8000-0000000000${index + 10}`,
  name: `Ann ${index}`,
  firstName: 'Ann',
  lastName: String(index),
  userName: `ann${index}@clinic.example`,
  roleName: 'User',
  isSysAdmin: false,
  isEnabled: true,
  isDeleted: false,
  organizationId: null,
  organizationName: null,
  lockedUntil: null,
  hasTwoFactor: false,
  createDate: '2026-02-06T11:30:00Z',
  lastLoginDate: null,
});

it('the selection of users offers their bulk actions and all that match, and is cleared', async () => {
  renderFor({
    profile: user({ roles: ['SysAdmin'] }),
    at: '/admin/users',
    routes: {
      '/admin/users': (
        <ResourceContextProvider value="users">
          <UserList />
        </ResourceContextProvider>
      ),
    },
    responses: {
      'users.list': { users: Array.from({ length: 10 }, (_, index) => row(index)), totalUsersCount: 23 },
      'organizations.list': { items: [], totalCount: 0 },
    },
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const bar = within(await screen.findByRole('region', { name: 'Selected users' }));
  expect(bar.getByText('10 selected')).toBeTruthy();
  for (const name of ['Enable', 'Disable', 'Unlock', 'Log out everywhere', 'Resend invitation', 'Reset password'])
    expect(bar.getByRole('button', { name })).toBeTruthy();
  fireEvent.click(bar.getByRole('button', { name: 'Select all 23 that match' }));
  expect(bar.getByText('All 23 that match are selected')).toBeTruthy();
  fireEvent.click(bar.getByRole('button', { name: 'Clear the selection' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected users' })).toBeNull());
});
