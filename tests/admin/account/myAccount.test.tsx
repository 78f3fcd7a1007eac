import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { MyAccountPage } from '../../../admin/account/MyAccountPage.tsx';
import type { Person } from '../../../shared/contract/peopleSchemas.ts';
import { pageOf } from '../../support/contractApi.ts';
import { fill, press } from '../components/recordScreen.tsx';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(cleanup);

const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/carepost:ann?secret=JBSWY3DPEHPK3PXP' };
const recoveryCodes = ['abcde-fghjk', '23456-789ab'];
const settings = (change: object = {}) => ({
  hasPassword: true,
  hasAuthenticator: false,
  hasMailedCodes: false,
  recoveryCodesLeft: 0,
  ...change,
});
const session = (id: string, isCurrent: boolean) => ({
  id,
  clientId: isCurrent ? 'carepost-web' : 'carepost-cli',
  startedAt: '2026-02-06T11:30:00Z',
  expiresAt: null,
  isCurrent,
});
const own: Person = {
  id: '019ab600-0000-7000-8000-0000000000d1',
  firstName: 'Pat',
  lastName: 'Rivers',
  name: 'Pat Rivers',
  userName: 'pat@example.org',
  roleName: 'User',
  isEnabled: true,
  isDeleted: false,
  organizationId: null,
  organizationName: null,
  lockedUntil: null,
  hasTwoFactor: false,
  createDate: '2026-02-06T11:30:00Z',
  lastLoginDate: null,
  removedAt: null,
  jobTitle: null,
  phone: null,
  hasPassword: true,
  invitedAt: null,
  version: 4,
  belongsElsewhere: false,
  applications: [{ id: 'carepost-cli', signIns: 2, startedAt: '2026-02-06T11:30:00Z' }],
};
const open = (responses: Readonly<Record<string, unknown>> = {}) =>
  renderFor({
    profile: user(),
    at: '/account/profile',
    routes: { '/account/profile': <MyAccountPage /> },
    responses: {
      'people.current': own,
      'people.ipAddress': { ipAddress: '203.0.113.7' },
      'people.events': pageOf(),
      'account.signIn': settings(),
      'account.sessions': { items: [session('a', true)] },
      'users.startTwoFactor': secret,
      ...responses,
    },
  });
const refused = (status: number, code: string, text: string, field?: string) =>
  new HttpError(text, status, { code, messages: [text], errors: field === undefined ? {} : { [field]: text } });

describe('one-time codes', () => {
  it('of an app are set up by picture or key, and the recovery codes are displayed once', async () => {
    const { lastInput } = open({ 'users.enableTwoFactor': { recoveryCodes } });
    await press('Set up with an app');
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    expect(screen.getByTitle('QR code of the key')).toBeTruthy();
    expect(screen.getByRole('link', { name: /authenticator app/ }).getAttribute('href')).toBe(secret.uri);
    await fill(/^Code/, ' 123456 ');
    await press('Turn on');
    const dialog = await screen.findByRole('dialog', { name: 'Your recovery codes' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes);
    expect(lastInput('users.enableTwoFactor')).toEqual({ body: { code: '123456' } });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.getByText(recoveryCodes[0] ?? '')).toBeTruthy();
    await press('I have saved them');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('by e-mail are set up with the code that was mailed', async () => {
    const { lastInput } = open({
      'users.sendCode': { expiresAt: '2026-02-06T11:30:00Z' },
      'users.enableMailedCodes': { recoveryCodes: [] },
    });
    await press('Set up by e-mail');
    await fill(/^Code/, '654321');
    await press('Turn on');
    expect(await screen.findByText(/One-time codes are on\./)).toBeTruthy();
    expect(lastInput('users.enableMailedCodes')).toEqual({ query: { code: '654321' } });
  });

  it('by e-mail send one mail, also when the network returns while the dialog is open', async () => {
    const { inputsOf } = open({ 'users.sendCode': { expiresAt: '2026-02-06T11:30:00Z' } });
    await press('Set up by e-mail');
    await fill(/^Code/, '654321');
    const loads = inputsOf('account.sessions').length;
    act(() => {
      onlineManager.setOnline(false);
      onlineManager.setOnline(true);
    });
    // Other queries of the page are loaded again.
    await waitFor(() => expect(inputsOf('account.sessions').length).toBeGreaterThan(loads));
    expect(inputsOf('users.sendCode')).toHaveLength(1);
    expect(screen.getByDisplayValue('654321')).toBeTruthy();
  });

  it('are not on with a wrong code: the reason stands at the code', async () => {
    const text = 'The code is not right.';
    open({ 'users.enableTwoFactor': refused(400, 'E-TWO-FACTOR-CODE', text, 'code') });
    await press('Set up with an app');
    await fill(/^Code/, '000000');
    await press('Turn on');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });

  it('that cannot be mailed say so, without an input for the code', async () => {
    const text = 'Too many codes were mailed to you.';
    open({ 'users.sendCode': refused(409, 'E-CODES-SENT', text) });
    await press('Set up by e-mail');
    expect(await screen.findByText(new RegExp(text))).toBeTruthy();
    expect(screen.queryByLabelText(/^Code/)).toBeNull();
  });

  it('are turned off after the user has confirmed with a code; a wrong one leaves them on', async () => {
    let isConfirmed = false;
    open({
      'account.signIn': settings({ hasMailedCodes: true, recoveryCodesLeft: 9 }),
      'account.disableTwoFactor': () => {
        if (!isConfirmed) throw refused(403, 'E-STEP-UP', 'Confirm that it is you first.');
      },
      'users.verifyCode': ({ body }: { body: { code: string } }) => {
        if (body.code === '000000') throw refused(400, 'E-TWO-FACTOR-CODE', 'The code is not right.', 'code');
        isConfirmed = true;
        return { verifiedUntil: '2026-02-06T11:30:00Z' };
      },
    });
    expect(await screen.findByText(/mailed to you/)).toBeTruthy();
    expect(screen.getByText('9 recovery codes are left.')).toBeTruthy();
    await press('Turn off');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Turn off' }));
    for (const code of ['000000', '123456']) {
      await fill(/^Code/, code);
      await press('Confirm');
      if (code === '000000') expect((await screen.findAllByText('The code is not right.')).length).toBeGreaterThan(0);
    }
    expect(await screen.findByText('One-time codes are off.')).toBeTruthy();
  });

  it('get new recovery codes, and a canceled confirmation changes nothing', async () => {
    open({
      'account.signIn': settings({ hasAuthenticator: true }),
      'account.recoveryCodes': refused(403, 'E-STEP-UP', 'Confirm that it is you first.'),
    });
    await press('New recovery codes');
    expect(screen.getByText(/stop working at once/)).toBeTruthy();
    await press('Make new codes');
    const stepUp = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    fireEvent.click(within(stepUp).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/New recovery codes could not be made/)).toBeTruthy();
    cleanup();
    open({ 'account.signIn': settings({ hasAuthenticator: true }), 'account.recoveryCodes': { recoveryCodes } });
    await press('New recovery codes');
    await press('Make new codes');
    expect(await screen.findByText(recoveryCodes[1] ?? '')).toBeTruthy();
  });
});

describe('the password', () => {
  const type = async (current: string, next: string, repeated: string) => {
    await press('Change password');
    await fill(/^Current password/, current);
    await fill(/^New password \*|^New password$/, next);
    await fill(/^New password again/, repeated);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change password' }));
  };

  it('is changed with the current one', async () => {
    const { lastInput } = open({ 'account.changePassword': { ended: 1 } });
    await type('old password', 'a new long password', 'a new long password');
    expect(await screen.findByText(/Your password is changed/)).toBeTruthy();
    expect(lastInput('account.changePassword')).toEqual({
      body: { currentPassword: 'old password', newPassword: 'a new long password' },
    });
  });

  it('that is short, or repeated otherwise, is not sent', async () => {
    open();
    await type('old password', 'short', 'other');
    expect(await screen.findByText('The password must have at least 8 characters.')).toBeTruthy();
    expect(screen.getByText('The two passwords are not the same.')).toBeTruthy();
  });

  it('of another provider is not changed here', async () => {
    open({ 'account.signIn': settings({ hasPassword: false }) });
    expect(await screen.findByText(/another OpenID provider/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
  });
});

describe('sessions', () => {
  it('are listed with the present one, and the others end after a confirmation', async () => {
    open({
      'account.sessions': { items: [session('a', true), session('b', false)] },
      'account.signOutOthers': { ended: 1 },
    });
    expect(await screen.findByText('Web application · this session')).toBeTruthy();
    await press('Log out everywhere else');
    expect(screen.getByText(/1 other session ends at once/)).toBeTruthy();
    await press('Log out the others');
    expect(await screen.findByText('All other sessions have ended.')).toBeTruthy();
  });

  it('that are not loaded say so', async () => {
    open({ 'account.sessions': refused(503, 'E-UNAVAILABLE', 'Try again later.') });
    expect((await screen.findAllByText(/Try again later/)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
  });
});

describe('profile', () => {
  it('shows address and network address; name and job title are changed with the version that was loaded', async () => {
    const { lastInput } = open({
      'people.jobs': { items: [{ id: 'Physician', name: 'Physician' }] },
      'account.updateProfile': { firstName: 'Sam', lastName: 'Rivers', jobTitle: null, phone: null, version: 5 },
    });
    expect(await screen.findByText('203.0.113.7')).toBeTruthy();
    expect(screen.getByText('pat@example.org')).toBeTruthy();
    await press('Change name and job title');
    await fill(/^First name/, ' Sam ');
    await press('Save');
    await waitFor(() =>
      expect(lastInput('account.updateProfile')).toEqual({
        body: { firstName: 'Sam', lastName: 'Rivers', jobTitle: null, version: 4 },
      }),
    );
  });

  it('a new address is mailed a link, after the password where the sign-in is not recent', async () => {
    let isConfirmed = false;
    const { inputsOf } = open({
      'account.changeEmail': () => {
        if (!isConfirmed) throw refused(403, 'E-STEP-UP', 'Confirm that it is you.');
        return { expiresAt: '2026-02-06T11:30:00Z' };
      },
      'users.verifyCode': () => {
        isConfirmed = true;
        return { expiresAt: '2026-02-06T11:30:00Z' };
      },
    });
    await press('Change e-mail address');
    await fill(/^New e-mail address/, 'new@example.org');
    await press('Mail the link');
    await fill(/^Current password/, 'the password');
    await press('Confirm');
    expect(await screen.findByText('The link was mailed. Open it to confirm the new address.')).toBeTruthy();
    expect(inputsOf('account.changeEmail')).toHaveLength(2);
  });

  it('an application is disconnected after a confirmation', async () => {
    const { lastInput } = open({ 'people.endApplication': null });
    await press('End the sign-ins with Command line');
    await press('End sign-ins');
    await waitFor(() =>
      expect(lastInput('people.endApplication')).toEqual({ params: { id: own.id, appId: 'carepost-cli' } }),
    );
  });
});
