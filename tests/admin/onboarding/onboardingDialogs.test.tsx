import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { describe, expect, test, vi } from 'vitest';
import { user } from '../providers/person.ts';
import {
  administrator,
  agreement,
  button,
  dialog,
  escape,
  id,
  open,
  organizationId,
  pass,
  press,
  start,
  tick,
  withFalseClock,
} from './openOnboarding.tsx';

withFalseClock();

const session = { id, user: { firstName: 'Ada', lastName: 'Quill', dateOfBirth: '1980-05-17' } };

describe('the license agreement', () => {
  test('opens after a second, cannot be escaped, shows the terms and is accepted with the box ticked', async () => {
    const page = start(
      administrator({ orgIsAcceptedEULA: false }),
      { 'eulas.active': agreement, 'eulas.activeView': '<p>You agree to the terms.</p>', 'eulas.accept': undefined },
      [administrator()],
    );
    await pass(900);
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(200);
    const shown = await dialog('License agreement');
    expect(within(shown).getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/account/logout');
    expect(await screen.findByText('You agree to the terms.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Print TOS' }).getAttribute('href')).toBe(
      '/policies/termsofuse?print=true',
    );
    await escape('License agreement');
    expect(button('Next').disabled).toBe(true);
    await tick('I agree to terms and conditions');
    await press('Next');
    expect(await dialog('Identity verification')).toBeTruthy();
    expect(page.inputsOf('eulas.accept')).toMatchObject([{ params: { id } }]);
  });

  test('closes when the tab is seen again after another tab has accepted it', async () => {
    const page = await open(
      administrator({ orgIsAcceptedEULA: false }),
      { 'eulas.active': agreement, 'eulas.activeView': '<p>You agree to the terms.</p>' },
      [administrator()],
    );
    await dialog('License agreement');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await dialog('Identity verification')).toBeTruthy();
    expect(page.inputsOf('eulas.accept')).toEqual([]);
  });

  test('of a brand is acknowledged; the button is Close when the organization is proofed, and a failure is shown', async () => {
    await open(
      administrator({ orgIsAcceptedEULA: false, orgIsIdProofed: true, idProofProcessStatus: 'Proofed_By_Clear' }),
      {
        'eulas.active': { ...agreement, brandName: 'Northstar' },
        'eulas.accept': new HttpError('This agreement is not the active one of your organization.', 409),
      },
    );
    await tick('I acknowledge the license agreement of Northstar');
    expect(screen.queryByRole('link', { name: 'Print TOS' })).toBeNull();
    await press('Close');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'An error occurred when accepting License Agreement.',
    );
  });

  test('of a reseller shows its terms above the box', async () => {
    const page = await open(
      administrator({ orgIsAcceptedEULA: false, resellerBypassTos: true, resellerId: id, resellerName: 'Ibis' }),
      {
        'resellers.eula': '<p>You agree with Ibis.</p>',
        'resellers.acceptEula': new HttpError('There is no such record.', 404),
      },
    );
    await dialog('Reseller license agreement');
    expect(await screen.findByText('You agree with Ibis.')).toBeTruthy();
    await tick('I agree to the terms of Ibis');
    await press('Next');
    expect((await screen.findByRole('alert')).textContent).toContain('An error occurred. Please try again.');
    expect(page.inputsOf('resellers.acceptEula')).toHaveLength(1);
  });
});

describe('the identity verification', () => {
  const initiated = { id, authUrl: 'https://id.example/authorize?x=1', expiresAt: '2026-01-01T00:30:00.000Z' };
  const popupStub = () => ({ closed: false, close: vi.fn(), location: { replace: vi.fn() } });

  test('runs in a popup and continues with the returned data', async () => {
    const popup = popupStub();
    vi.stubGlobal('open', () => popup);
    const page = await open(
      administrator(),
      {
        'idproofing.initiate': initiated,
        'idproofing.validate': { idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' },
        'idproofing.verificationSession': session,
      },
      [administrator({ idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' })],
    );
    await press('Continue with the identity provider');
    await waitFor(() => expect(popup.location.replace).toHaveBeenCalledWith(initiated.authUrl));
    await screen.findByText('Complete the verification in the window of the identity provider.');
    window.dispatchEvent(
      new MessageEvent('message', { data: { type: 'idproofing', id }, origin: window.location.origin }),
    );
    expect(await dialog('Review and confirm your information')).toBeTruthy();
    expect(popup.close).toHaveBeenCalled();
    expect(page.inputsOf('idproofing.validate')).toMatchObject([{ body: { id } }]);
  });

  test('says that popups are blocked or that the window was closed, and offers the ways without one', async () => {
    vi.stubGlobal('open', () => null);
    await open(administrator(), {
      'idproofing.initiate': initiated,
      'idproofing.initiation': { ...initiated, status: 'Waiting' },
    });
    await press('Continue with the identity provider');
    expect(await screen.findByText('Please allow popups and try again.')).toBeTruthy();
    expect(button('Continue in this tab')).toBeTruthy();
    vi.stubGlobal('open', () => ({ ...popupStub(), closed: true }));
    await press('Continue with the identity provider');
    const text = 'The new tab was closed before finishing up the identity verification process. Please, try again.';
    expect(await screen.findByText(text)).toBeTruthy();
    await press('Continue on a phone');
    expect(await screen.findByRole('img', { name: 'QR code of the link to the identity provider' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Link to the identity provider' }).getAttribute('href')).toBe(
      initiated.authUrl,
    );
    await press('Cancel');
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  });

  test('that cannot start or is not valid says so', async () => {
    const popup = popupStub();
    vi.stubGlobal('open', () => popup);
    await open(administrator(), {
      'idproofing.initiate': new HttpError('The identity provider does not respond.', 503),
    });
    await press('Continue with the identity provider');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to start the identity verification process.The identity provider does not respond.',
    );
    expect(popup.close).toHaveBeenCalled();
  });

  test('that comes back in the tab is validated once, without the delay, and leaves the address', async () => {
    const page = await open(
      administrator(),
      { 'idproofing.validate': new HttpError('Identity verification validation has failed.', 400) },
      [],
      `/account/dashboard?idproofing=${id}`,
    );
    expect((await screen.findByRole('alert')).textContent).toBe('Identity verification validation has failed.');
    expect(page.address()).toBe('/account/dashboard');
    expect(page.inputsOf('idproofing.validate')).toHaveLength(1);
  });

  test('is confirmed with the box ticked; the date is written M/d/yyyy', async () => {
    const page = await open(
      administrator({ idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' }),
      { 'idproofing.verificationSession': session, 'idproofing.confirm': { idProofProcessStatus: 'Proofed_By_Clear' } },
      [administrator({ orgIsIdProofed: true, idProofProcessStatus: 'Proofed_By_Clear' })],
    );
    expect(await screen.findByText('5/17/1980')).toBeTruthy();
    expect(screen.getByText(`Session for support: ${id}`)).toBeTruthy();
    expect(button('Confirm').disabled).toBe(true);
    await tick('I confirm that the information shown above is accurate and pertains to me.');
    await press('Confirm');
    expect(await screen.findByText('The identity verification process completed successfully.')).toBeTruthy();
    expect(page.inputsOf('idproofing.confirm')).toMatchObject([{ body: { sessionId: id } }]);
    expect(await dialog('Welcome!')).toBeTruthy();
  });

  test('whose data cannot be loaded says so', async () => {
    await open(administrator({ idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' }), {
      'idproofing.verificationSession': new HttpError('There is no such record.', 404),
    });
    const text = 'There was an error while retrieving your information from the identity provider.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(button('Confirm').disabled).toBe(true);
  });
});

describe('the manual verification', () => {
  test('needs a file, shows what fails, and continues with the notice', async () => {
    const upload = administrator({ idProofProcessStatus: 'Awaiting_Proof_Upload' });
    let isRefused = true;
    const page = await open(
      upload,
      {
        'idproofing.refusal': { reason: 'The photo is dark.', decidedAt: '2026-01-01T00:00:00.000Z' },
        'idproofing.manual': () => {
          if (isRefused) throw new HttpError('The identity document must be an image.', 415);
          return { idProofProcessStatus: 'Awaiting_Manual_Proofing' };
        },
      },
      [administrator({ idProofProcessStatus: 'Awaiting_Manual_Proofing' })],
    );
    expect(await screen.findByText('Your last document was not accepted: The photo is dark.')).toBeTruthy();
    await press('Submit');
    expect(await screen.findByText('Please select a file to upload')).toBeTruthy();
    const large = new File(['x'], 'scan.pdf', { type: 'application/pdf' });
    Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 + 1 });
    fireEvent.change(screen.getByLabelText('Identity document'), { target: { files: [large] } });
    await press('Submit');
    expect(await screen.findByText('The file is larger than 20 MB.')).toBeTruthy();
    expect(page.inputsOf('idproofing.manual')).toEqual([]);
    // A name that says nothing: the server judges by the content.
    const file = new File(['x'], 'long'.repeat(30), { type: '' });
    fireEvent.change(screen.getByLabelText('Identity document'), { target: { files: [file] } });
    await press('Submit');
    expect(await screen.findByText('Failed to upload file. Please try again.')).toBeTruthy();
    expect(screen.getByText('The identity document must be an image.')).toBeTruthy();
    isRefused = false;
    fireEvent.change(screen.getByLabelText('Identity document'), { target: { files: [file] } });
    await waitFor(() => expect(screen.queryByText(/^Failed to upload file/)).toBeNull());
    await press('Submit');
    expect(await screen.findByText('Identification has been sent.')).toBeTruthy();
    expect(await dialog('Welcome!')).toBeTruthy();
    expect(page.inputsOf('idproofing.manual')).toHaveLength(2);
  });
});

describe('the notice of the activation', () => {
  const waiting = administrator({ orgIsIdProofed: true, idProofProcessStatus: 'Proofed_Manually' });

  test('is closed by Escape and by a change of the page, which shows it again until both conditions hide it', async () => {
    const { router } = await open(waiting);
    await dialog('Welcome!');
    expect(screen.getByText(/takes 2-3 business days/)).toBeTruthy();
    await escape('Welcome!');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(() => router.navigate('/intake'));
    await dialog('Welcome!');
    await tick("Don't show this message again");
    expect(localStorage.getItem('hideOrgActivationDelayModal')).toBe('true');
    await act(() => router.navigate('/account/dashboard'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(1200);
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    // Another session: the preference alone does not hide it.
    sessionStorage.clear();
    await open(waiting);
    expect(await dialog('Welcome!')).toBeTruthy();
  });

  test('is for administrators alone', async () => {
    await open(user({ ...waiting, roles: ['User'], isAdmin: false }));
    await pass(1200);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a canceled organization', () => {
  const person = user({ roles: ['User'], organizationId, organizationName: 'Aspen' });

  test('lets its users only log out, and its administrators reach the subscription', async () => {
    await open({ ...person, orgIsCancelled: true });
    const shown = await dialog('Organization is currently canceled');
    expect(within(shown).getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/account/logout');
    expect(within(shown).queryByRole('link', { name: 'Open the subscription' })).toBeNull();
    await escape('Organization is currently canceled');
    expect(screen.getByRole('dialog')).toBeTruthy();
    cleanup();
    const { router } = await open(administrator({ orgIsCancelled: true }));
    fireEvent.click(await screen.findByRole('link', { name: 'Open the subscription' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/subscription'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('in its grace period goes on with its onboarding after the notice, also after a change of the page', async () => {
    const grace = { orgIsInGracePeriod: true, orgFinalDate: '2026-12-24T00:00:00.000Z' };
    const { router } = await open(
      administrator({ ...grace, orgIsAcceptedEULA: false }),
      { 'eulas.active': agreement, 'eulas.activeView': '<p>You agree to the terms.</p>', 'eulas.accept': undefined },
      [administrator(grace)],
    );
    await dialog('Subscription has been canceled');
    await press('Go on working');
    await dialog('License agreement');
    await act(() => router.navigate('/intake'));
    await dialog('License agreement');
    await tick('I agree to terms and conditions');
    await press('Next');
    await dialog('Identity verification');
  });

  test('in its grace period can be used until the final date: Ok logs out, going on is remembered', async () => {
    const { router } = await open({ ...person, orgIsInGracePeriod: true, orgFinalDate: '2026-12-24T00:00:00.000Z' });
    const shown = await dialog('Subscription has been canceled');
    expect(within(shown).getByText(/until 12\/24\/2026/)).toBeTruthy();
    expect(within(shown).getByRole('link', { name: 'Ok' }).getAttribute('href')).toBe('/account/logout');
    await press('Go on working');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(() => router.navigate('/account/dashboard'));
    await pass(1200);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
