import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type AuthProvider, HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { users } from '../../../admin/users/index.ts';
import { userCommand } from '../../../admin/users/userModel.ts';
import type { User } from '../../../shared/contract/userSchemas.ts';
import { field, fill, openResource, press, save } from '../components/recordScreen.tsx';

afterEach(cleanup);

const id = '018f0000-0000-7000-8000-0000000000f1';
const organizationId = '018f0000-0000-7000-8000-0000000000f2';
const workplace: User['workplace'] = {
  roleName: 'User',
  organizationId,
  organizationName: 'Lakeside Clinic',
  isOrganizationEnabled: true,
  orgIsActivated: true,
  brandName: null,
  blockedFeatures: [],
  allowedIpAddresses: [],
};
const user = (change: Partial<User> = {}): User => ({
  id,
  name: 'Ann Baker',
  firstName: 'Ann',
  lastName: 'Baker',
  userName: 'ann@clinic.example',
  roleName: 'User',
  isSysAdmin: false,
  isEnabled: true,
  isDeleted: false,
  organizationId,
  organizationName: 'Lakeside Clinic',
  lockedUntil: null,
  hasTwoFactor: false,
  createDate: '2026-02-06T11:30:00Z',
  lastLoginDate: null,
  jobTitle: null,
  phone: null,
  networkId: null,
  networkName: null,
  hasPassword: true,
  invitedAt: null,
  idProofStatus: 'Not_Id_Proofed',
  idProofFileName: null,
  deletedAt: null,
  workplace,
  version: 3,
  ...change,
});
const list = (...items: User[]) => ({ users: items, totalUsersCount: items.length });
const organizations = { items: [{ id: organizationId, name: 'Lakeside Clinic' }], totalCount: 1 };
const open = (responses: Readonly<Record<string, unknown>>, below = '', authProvider?: AuthProvider) =>
  openResource(
    users,
    {
      'users.get': user(),
      'users.list': list(user()),
      'organizations.list': organizations,
      'organizations.get': organizations.items[0],
      ...responses,
    },
    below,
    authProvider,
  );

const signedIn: AuthProvider = {
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(),
  getIdentity: () => Promise.resolve({ id }),
};

const act = async (name: string) => {
  await press('Actions');
  fireEvent.click(await screen.findByRole('menuitem', { name }));
  return screen.findByRole('dialog');
};

describe('list of users', () => {
  it('sends the order as JSON with search and state, and leads to a user', async () => {
    const filter = encodeURIComponent(JSON.stringify({ q: 'ann', state: 'neverSignedIn' }));
    const { lastInput, address } = open({}, `?filter=${filter}&sort=userName&order=DESC`);
    const name = await screen.findByRole('link', { name: 'Ann Baker' });
    expect(lastInput('users.list')).toEqual({
      query: expect.objectContaining({ sort: { field: 'userName', dir: 'desc' }, search: 'ann', hasSignedIn: false }),
    });
    for (const text of ['ann@clinic.example', 'Lakeside Clinic']) expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(name);
    await waitFor(() => expect(address()).toBe(`/admin/users/${id}`));
  });
  it('shows the state that matters most', async () => {
    const locked = user({ id: `${id.slice(0, -1)}2`, lockedUntil: '2026-02-06T11:30:00Z' });
    open({ 'users.list': list(user({ isEnabled: false }), locked) });
    expect(await screen.findByText('Disabled')).toBeTruthy();
    expect(screen.getByText('Locked')).toBeTruthy();
  });
  it('adds a system administrator, and shows the refusal of the server at its field', async () => {
    const text = 'Username already exists';
    const failure = new HttpError(text, 409, { code: 'E-USER-NAME-TAKEN', errors: { userName: text } });
    const { lastInput } = open({ 'users.createSystemAdministrator': failure });
    await press('Add system administrator');
    await fill(/^First name/, ' Ida ');
    await fill(/^Last name/, 'Invited');
    await fill(/^User name/, 'ida@platform.example');
    await press('Add');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(lastInput('users.createSystemAdministrator')).toEqual({
      body: { firstName: 'Ida', lastName: 'Invited', userName: 'ida@platform.example', roleName: 'SysAdmin' },
    });
  });
  it('has the command that lists the same', () => {
    const sort = { field: 'lastLoginDate', order: 'DESC' } as const;
    const filterValues = { q: 'ann b', state: 'disabled', roleName: 'User' };
    expect(userCommand({ filterValues, sort, page: 2, perPage: 50 })).toBe(
      "carepost users list --search 'ann b' --role User --disabled --order lastLoginDate:desc --page-size 50 --page 2",
    );
  });
});

describe('a user', () => {
  it('is saved with the version that was loaded', async () => {
    const { lastInput } = open({ 'users.update': user({ version: 4 }) }, id);
    await fill(/^Job title/, 'Nurse');
    await save();
    expect(await screen.findByText('The user was saved successfully.')).toBeTruthy();
    expect(lastInput('users.update')).toEqual({
      params: { id },
      body: {
        firstName: 'Ann',
        lastName: 'Baker',
        userName: 'ann@clinic.example',
        jobTitle: 'Nurse',
        phone: '',
        roleName: 'User',
        version: 3,
      },
    });
  });
  it('is disabled after a confirmation that says what happens, with its version', async () => {
    let isEnabled = true;
    const { lastInput } = open(
      {
        'users.get': () => user({ isEnabled }),
        'users.enable': () => {
          isEnabled = false;
          return user({ isEnabled });
        },
      },
      id,
    );
    await screen.findByRole('heading', { name: 'Ann Baker' });
    const dialog = await act('Disable');
    expect(within(dialog).getByText(/All sessions in browsers and command lines end at once/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Ann Baker is disabled.')).toBeTruthy();
    expect(lastInput('users.enable')).toMatchObject({ body: { id, enable: false }, ifMatch: 3 });
    await waitFor(() => expect(screen.getByText('Disabled')).toBeTruthy());
  });
  it('that is the last administrator keeps the dialog open with the reason', async () => {
    const text = 'This is the last enabled system administrator.';
    const failure = new HttpError(text, 409, { code: 'E-USER-LAST-ADMINISTRATOR', messages: [text] });
    open({ 'users.get': user({ roleName: 'SysAdmin', isSysAdmin: true }), 'users.enable': failure }, id);
    await screen.findByRole('heading', { name: 'Ann Baker' });
    const dialog = await act('Disable');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(await within(dialog).findByText(`There was an error disabling this user. ${text}`)).toBeTruthy();
  });
  it('is offered what fits its state', async () => {
    open({ 'users.get': user({ hasPassword: false, hasTwoFactor: true, isSysAdmin: true, roleName: 'SysAdmin' }) }, id);
    await screen.findByRole('heading', { name: 'Ann Baker' });
    await press('Actions');
    const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Disable',
      'Resend invitation',
      'Turn one-time codes off',
      'Log out everywhere',
      'End system administrator',
      'Sync with Intercom',
      'Delete',
    ]);
  });
  it('who is signed in changes the own sign-in in My account only', async () => {
    const responses = { 'users.get': user({ hasTwoFactor: true, isSysAdmin: true, roleName: 'SysAdmin' }) };
    open(responses, id, signedIn);
    const way = { name: 'Change your own sign-in in My account' };
    expect((await screen.findByRole('link', way)).getAttribute('href')).toBe('/account/profile');
    expect((await field(/^User name/)).readOnly).toBe(true);
    await press('Actions');
    expect(screen.getByRole('menuitem', way).getAttribute('href')).toBe('/account/profile');
    const offered = screen.getAllByRole('menuitem').filter((item) => item.getAttribute('aria-disabled') !== 'true');
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      way.name,
      'Log out everywhere',
      'Sync with Intercom',
    ]);
  });
  it('is deleted when the name was typed', async () => {
    const { lastInput, address } = open({ 'users.delete': undefined }, id);
    await screen.findByRole('heading', { name: 'Ann Baker' });
    const dialog = await act('Delete');
    const confirm = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(confirm().disabled).toBe(true);
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Ann Baker' } });
    fireEvent.click(confirm());
    await waitFor(() => expect(address()).toBe('/admin/users'));
    expect(lastInput('users.delete')).toMatchObject({ params: { id }, ifMatch: 3 });
  });
  it('that was deleted can only be read', async () => {
    open({ 'users.get': user({ isDeleted: true, deletedAt: '2026-02-06T11:30:00Z', isEnabled: false }) }, id);
    expect(await screen.findByText(/Nothing of it can be changed/)).toBeTruthy();
    for (const name of ['Actions', 'Save Changes', 'Upload']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
  it('has its sessions and sign-ins', async () => {
    const session = { id: 's', clientId: 'carepost-cli', startedAt: '2026-02-06T11:30:00Z', expiresAt: null };
    const event = { id: 7, at: '2026-02-06T11:30:00Z', action: 'identity.signInFailed', outcome: 'Refused' };
    const details = { address: '192.0.2.1', method: null, actorName: 'anonymous' };
    open(
      {
        'users.sessions': { items: [session] },
        'users.signIns': { items: [{ ...event, ...details }], totalCount: 1 },
      },
      `${id}/signin`,
    );
    for (const text of ['Command line', 'Sign-in failed', '192.0.2.1'])
      expect(await screen.findByText(text)).toBeTruthy();
  });
  it.each([
    ['GET /api/organizations', user(), 'No', /The role User may not use it/],
    ['GET /api/users/profiledata', user(), 'Yes', /Every user who is signed in/],
    [
      'GET /api/organizations',
      user({ roleName: 'SysAdmin', isSysAdmin: true, workplace: { ...workplace, roleName: 'SysAdmin' } }),
      'Yes',
      /System administrator may use it/,
    ],
    ['GET /api/users/profiledata', user({ isEnabled: false }), 'No', /The user is disabled/],
    [
      'GET /api/users/profiledata',
      user({ workplace: { ...workplace, isOrganizationEnabled: false } }),
      'No',
      /Login is disabled for the organization Lakeside/,
    ],
    [
      'GET /api/users',
      user({ roleName: 'Administrator' }),
      'No',
      /An administrator of another organization; in Lakeside Clinic, where the user works now, the role is User/,
    ],
    [
      'POST /api/directory/search',
      user({ workplace: { ...workplace, orgIsActivated: false } }),
      'No',
      /The organization Lakeside Clinic is not activated/,
    ],
  ])('may call %s or not, with the rule', async (operation, record, answer, rule) => {
    open({ 'users.get': record }, `${id}/access`);
    const input = await field('Page or operation');
    fireEvent.change(input, { target: { value: operation } });
    fireEvent.click(await screen.findByRole('option', { name: (name) => name.startsWith(`${operation} (`) }));
    expect(await screen.findByText(answer)).toBeTruthy();
    expect(screen.getByText(rule)).toBeTruthy();
  });

  it('finds an operation by its name', async () => {
    open({ 'users.get': user() }, `${id}/access`);
    fireEvent.change(await field('Page or operation'), { target: { value: 'organizations.update' } });
    expect(
      await screen.findByRole('option', { name: 'PUT /api/organizations/{id} (organizations.update)' }),
    ).toBeTruthy();
  });
});

describe('a new user', () => {
  const free = { username: 'ann@clinic.example', isValid: true, isAvailable: true, message: '', suggestion: null };
  const type = async () => {
    await fill(/^First name/, 'Ann');
    await fill(/^Last name/, 'Baker');
    await fill(/^User name/, 'ann@clinic.example');
    const organization = await screen.findByRole('combobox', { name: /^Organization/ });
    fireEvent.change(organization, { target: { value: 'Lake' } });
    fireEvent.click(await screen.findByRole('option', { name: 'Lakeside Clinic' }));
  };

  it('is sent with a mail to create the password, and opened', async () => {
    const { lastInput, address } = open({ 'users.create': user(), 'people.find': free }, 'add');
    await type();
    expect(await screen.findByText('✓ Username is available')).toBeTruthy();
    await save();
    expect(await screen.findByText('The user was saved successfully.')).toBeTruthy();
    expect(lastInput('users.create')).toEqual({
      body: {
        userDetails: {
          firstName: 'Ann',
          lastName: 'Baker',
          userName: 'ann@clinic.example',
          jobTitle: '',
          phone: '',
          roleName: 'User',
        },
        organizationId,
        emailCreatePassword: true,
      },
    });
    await waitFor(() => expect(address()).toBe(`/admin/users/${id}`));
  });
  it('with a typed password needs 8 characters', async () => {
    const { inputsOf } = open({ 'users.create': user(), 'people.find': free }, 'add');
    await type();
    fireEvent.click(await screen.findByLabelText('Enter it here'));
    await fill(/^Password \*/, 'short');
    await save();
    expect((await screen.findAllByText(/Password must have at least 8 characters/)).length).toBeGreaterThan(0);
    expect(inputsOf('users.create')).toEqual([]);
    await fill(/^Password \*/, ' spaces count ');
    await save();
    await waitFor(() => expect(inputsOf('users.create')).toMatchObject([{ body: { password: ' spaces count ' } }]));
  });
});
