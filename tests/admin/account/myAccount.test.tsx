import { cleanup, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { TwoFactorButton } from '../../../admin/components/TwoFactorButton.tsx';
import { fill, openPage, press } from './recordScreen.tsx';

afterEach(cleanup);

const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/carepost:ann?secret=JBSWY3DPEHPK3PXP' };
const open = (responses: Readonly<Record<string, unknown>>) =>
  openPage('/intake', <TwoFactorButton />, { 'users.startTwoFactor': secret, ...responses });

describe('setting up one-time codes', () => {
  it('shows the key for the app and sends the first code', async () => {
    const { lastInput } = open({ 'users.enableTwoFactor': undefined });
    await press('Set up one-time codes');
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    expect(screen.getByRole('link', { name: /authenticator app/ }).getAttribute('href')).toBe(secret.uri);
    await fill(/^Code/, ' 123456 ');
    await press('Turn on');
    expect(await screen.findByText(/One-time codes are on\./)).toBeTruthy();
    expect(lastInput('users.enableTwoFactor')).toEqual({ body: { code: '123456' } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('keeps the dialog open with the reason at the code', async () => {
    const text = 'The code is not right.';
    open({ 'users.enableTwoFactor': new HttpError(text, 400, { code: 'E-TWO-FACTOR-CODE', errors: { code: text } }) });
    await press('Set up one-time codes');
    await fill(/^Code/, '000000');
    await press('Turn on');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });
  it('says that they are on already', async () => {
    const text = 'One-time codes are on already.';
    open({ 'users.startTwoFactor': new HttpError(text, 409, { code: 'E-TWO-FACTOR-ON', messages: [text] }) });
    await press('Set up one-time codes');
    expect(await screen.findByText(new RegExp(text))).toBeTruthy();
    expect(screen.queryByLabelText(/^Code/)).toBeNull();
  });
});
