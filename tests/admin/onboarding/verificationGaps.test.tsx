import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { HttpError } from 'react-admin';
import { describe, expect, test, vi } from 'vitest';
import { administrator, button, dialog, id, open, pass, press, tick, withFalseClock } from './openOnboarding.tsx';

withFalseClock();

const otherId = '018f0000-0000-7000-8000-0000000000a9';
const initiated = { id, authUrl: 'https://id.example/authorize?x=1', expiresAt: '2026-01-01T00:30:00.000Z' };
const sessionOf = (sessionId: string, firstName: string) => ({
  id: sessionId,
  user: { firstName, lastName: 'Quill', dateOfBirth: '1980-05-17' },
});
const refused = (status: number, code: string, text: string) => new HttpError(text, status, { code, messages: [text] });
const confirming = administrator({ idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' });
const uploading = administrator({ idProofProcessStatus: 'Awaiting_Proof_Upload' });
const reviewed = administrator({ idProofProcessStatus: 'Awaiting_Manual_Proofing' });
const proofed = administrator({ orgIsIdProofed: true, idProofProcessStatus: 'Proofed_By_Clear' });
const popupStub = () => ({ closed: false, close: vi.fn(), location: { replace: vi.fn() } });
const returnOf = (data: object) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin: window.location.origin }));
const accurate = /^I confirm that the information/;
const stepChanged = /^This step was changed meanwhile, in another tab/;
const stepError = () => refused(409, 'E-PROOFING-STEP', 'The identity verification is at another step.');

describe('the data to confirm', () => {
  test('are those of the second verification, with the box cleared', async () => {
    vi.stubGlobal('open', () => popupStub());
    let session = sessionOf(id, 'Ada');
    const page = await open(
      confirming,
      {
        'idproofing.verificationSession': () => session,
        'idproofing.initiate': initiated,
        'idproofing.initiation': { ...initiated, status: 'Used' },
        'idproofing.validate': () => {
          session = sessionOf(otherId, 'Grace');
          return { idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' };
        },
        'idproofing.confirm': { idProofProcessStatus: 'Proofed_By_Clear' },
      },
      [confirming, proofed],
    );
    await screen.findByText('Ada');
    await tick(accurate);
    await press('Something is wrong: verify again');
    await screen.findByText('Complete the verification in the window of the identity provider.');
    returnOf({ type: 'idproofing', id });
    expect(await screen.findByText('Grace')).toBeTruthy();
    expect(screen.queryByText('Ada')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: accurate }).checked).toBe(false);
    await tick(accurate);
    await waitFor(() => expect(button('Confirm').disabled).toBe(false));
    await press('Confirm');
    await screen.findByText('The identity verification process completed successfully.');
    expect(page.inputsOf('idproofing.confirm')).toMatchObject([{ body: { sessionId: otherId } }]);
  });

  test('that the verification of another administrator has replaced lead to the start, which says so', async () => {
    await open(
      confirming,
      {
        'idproofing.verificationSession': sessionOf(id, 'Ada'),
        'idproofing.confirm': refused(404, 'E-NOT-FOUND', 'Not found.'),
        'idproofing.initiation': refused(404, 'E-NOT-FOUND', 'Not found.'),
      },
      [administrator()],
    );
    await tick(accurate);
    await press('Confirm');
    expect(await dialog('Identity verification')).toBeTruthy();
    expect(screen.getByText(/^Your data are not there any more: another administrator has verified/)).toBeTruthy();
  });

  test('that another tab has replaced are loaded again and named so', async () => {
    let session = sessionOf(id, 'Ada');
    await open(confirming, {
      'idproofing.verificationSession': () => session,
      'idproofing.confirm': () => {
        session = sessionOf(otherId, 'Grace');
        throw refused(404, 'E-NOT-FOUND', 'There is no such record.');
      },
    });
    await screen.findByText('Ada');
    await tick(accurate);
    await press('Confirm');
    expect(await screen.findByText('Grace')).toBeTruthy();
    expect(button('Confirm').disabled).toBe(true);
    expect(screen.getByRole('alert').textContent).toBe(
      'An error has occurred while confirming your data.These data were replaced. Please, check the present ones.',
    );
  });

  test('can be verified again where popups are blocked, and the wait for a popup can be ended', async () => {
    vi.stubGlobal('open', () => null);
    await open(confirming, {
      'idproofing.verificationSession': sessionOf(id, 'Ada'),
      'idproofing.initiate': initiated,
      'idproofing.initiation': { ...initiated, status: 'Waiting' },
    });
    await press('Something is wrong: verify again');
    await screen.findByText('Please allow popups and try again.');
    expect(button('Continue in this tab')).toBeTruthy();
    expect(button('Continue on a phone')).toBeTruthy();
    const popup = popupStub();
    vi.stubGlobal('open', () => popup);
    await press('Something is wrong: verify again');
    await press('Cancel');
    await waitFor(() => expect(popup.close).toHaveBeenCalled());
    expect(button('Something is wrong: verify again').disabled).toBe(false);
  });

  test.each([
    ['a lost response', () => HttpResponse.error(), 0],
    ['another tab', () => stepError(), 1],
  ])('that are confirmed already, by %s, lead to the next step', async (_name, confirm, messages) => {
    await open(confirming, { 'idproofing.verificationSession': sessionOf(id, 'Ada'), 'idproofing.confirm': confirm }, [
      proofed,
    ]);
    await tick(accurate);
    await press('Confirm');
    expect(await dialog('Welcome!')).toBeTruthy();
    expect(screen.queryAllByText(stepChanged)).toHaveLength(messages);
  });
});

test('two clicks before the next render start one verification and confirm once', async () => {
  const clickTwice = (name: string) => {
    const clicked = button(name);
    act(() => {
      clicked.click();
      clicked.click();
    });
  };
  vi.stubGlobal('open', () => popupStub());
  const page = await open(
    administrator(),
    {
      'idproofing.initiate': initiated,
      'idproofing.initiation': { ...initiated, status: 'Waiting' },
      'idproofing.validate': { idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' },
      'idproofing.verificationSession': sessionOf(id, 'Ada'),
      'idproofing.confirm': { idProofProcessStatus: 'Proofed_By_Clear' },
    },
    [confirming, proofed],
  );
  clickTwice('Continue with the identity provider');
  await screen.findByText('Complete the verification in the window of the identity provider.');
  returnOf({ type: 'idproofing', id });
  await tick(accurate);
  clickTwice('Confirm');
  expect(await dialog('Welcome!')).toBeTruthy();
  expect(page.inputsOf('idproofing.initiate')).toHaveLength(1);
  expect(page.inputsOf('idproofing.confirm')).toHaveLength(1);
});

test.each([
  ['a lost response', () => HttpResponse.error(), 0],
  ['another tab', () => stepError(), 1],
])('a document that was sent already, by %s, leads to the next step', async (_name, manual, messages) => {
  await open(uploading, { 'idproofing.refusal': { reason: null, decidedAt: null }, 'idproofing.manual': manual }, [
    reviewed,
  ]);
  const file = new File(['x'], 'photo.png', { type: 'image/png' });
  fireEvent.change(await screen.findByLabelText('Identity document'), { target: { files: [file] } });
  await press('Submit');
  expect(await dialog('Welcome!')).toBeTruthy();
  expect(screen.queryAllByText(stepChanged)).toHaveLength(messages);
});

describe('a verification that has ended at the provider', () => {
  test('on a phone is validated after a gap of the network; a lost response of the validation is none of its failures', async () => {
    let polls = 0;
    let validations = 0;
    await open(
      administrator(),
      {
        'idproofing.initiate': initiated,
        'idproofing.initiation': () => {
          polls += 1;
          return polls === 1 ? HttpResponse.error() : { ...initiated, status: polls === 2 ? 'Waiting' : 'Returned' };
        },
        'idproofing.validate': () => {
          validations += 1;
          return validations === 1
            ? HttpResponse.error()
            : refused(409, 'E-PROOFING-USED', 'Identity verification validation has failed.');
        },
        'idproofing.verificationSession': sessionOf(id, 'Ada'),
      },
      [confirming],
    );
    await press('Continue on a phone');
    const code = await screen.findByRole('img', { name: /^QR code/ });
    await pass(3000);
    await waitFor(() => expect(polls).toBe(1));
    await pass(3000);
    await waitFor(() => expect(polls).toBe(2));
    expect(code.isConnected).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
    await pass(3000);
    await waitFor(() => expect(validations).toBe(1));
    await pass(3000);
    expect(await dialog('Review and confirm your information')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('in a popup that was cut off from the page and closed is validated after a gap of the network', async () => {
    vi.stubGlobal('open', () => ({ ...popupStub(), closed: true }));
    let polls = 0;
    await open(
      administrator(),
      {
        'idproofing.initiate': initiated,
        'idproofing.initiation': () => {
          polls += 1;
          return polls === 1 ? HttpResponse.error() : { ...initiated, status: 'Returned' };
        },
        'idproofing.validate': { idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' },
        'idproofing.verificationSession': sessionOf(id, 'Ada'),
      },
      [confirming],
    );
    await press('Continue with the identity provider');
    await pass();
    await waitFor(() => expect(polls).toBe(1));
    await pass(3000);
    expect(await dialog('Review and confirm your information')).toBeTruthy();
  });

  test('in an older popup is validated after a newer start was canceled', async () => {
    let status = 'Waiting';
    const popups = [{ ...popupStub(), closed: true }, popupStub()];
    vi.stubGlobal('open', () => popups.shift());
    let initiations = 0;
    const page = await open(
      administrator(),
      {
        'idproofing.initiate': () => {
          initiations += 1;
          return initiations === 1 ? initiated : { ...initiated, id: otherId };
        },
        // The server names the verification whose result waits, otherwise the newest one.
        'idproofing.initiation': () => ({ ...initiated, id: status === 'Returned' ? id : otherId, status }),
        'idproofing.validate': { idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' },
        'idproofing.verificationSession': sessionOf(id, 'Ada'),
      },
      [confirming],
    );
    await press('Continue with the identity provider');
    await pass();
    await screen.findByText(/^The new tab was closed before/);
    await press('Continue with the identity provider');
    await press('Cancel');
    status = 'Returned';
    await pass(3000);
    expect(await dialog('Review and confirm your information')).toBeTruthy();
    expect(page.inputsOf('idproofing.validate')).toEqual([{ body: { id } }]);
  });

  test('leaves no empty popup behind when the session ends with its start; one at the provider outlives a reload', async () => {
    const popup = popupStub();
    vi.stubGlobal('open', () => popup);
    const hidePage = () => window.dispatchEvent(new Event('pagehide'));
    await open(administrator(), {
      'idproofing.initiate': () => {
        hidePage();
        return initiated;
      },
    });
    await press('Continue with the identity provider');
    await waitFor(() => expect(popup.location.replace).toHaveBeenCalledWith(initiated.authUrl));
    hidePage();
    expect(popup.close).toHaveBeenCalledOnce();
  });

  test('in another tab leads to the next step when it is started here', async () => {
    vi.stubGlobal('open', () => popupStub());
    await open(administrator(), { 'idproofing.initiate': stepError() }, [proofed]);
    await press('Continue with the identity provider');
    expect(await dialog('Welcome!')).toBeTruthy();
  });

  test('after a reload of the page is validated when its result arrives', async () => {
    let status = 'Waiting';
    const page = await open(
      administrator({ idProofedAttemptDate: new Date().toISOString() }),
      {
        'idproofing.initiation': () => ({ ...initiated, status }),
        'idproofing.validate': { idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' },
        'idproofing.verificationSession': sessionOf(id, 'Ada'),
      },
      [confirming],
    );
    expect(await screen.findByRole('button', { name: 'Continue with the identity provider' })).toBeTruthy();
    await waitFor(() => expect(page.inputsOf('idproofing.initiation')).toEqual([{ params: { id: 'latest' } }]));
    status = 'Returned';
    await pass(3000);
    expect(await dialog('Review and confirm your information')).toBeTruthy();
    expect(page.inputsOf('idproofing.validate')).toEqual([{ body: { id } }]);
  });

  test.each([
    ['<script>', new HttpError('Bad request', 400, { code: 'E-INVALID', errors: { id: 'must be an id' } })],
    [otherId, refused(404, 'E-NOT-FOUND', 'There is no such record.')],
  ])('and is none of the person (%s) says so in a sentence', async (forged, refusal) => {
    await open(
      administrator(),
      { 'idproofing.validate': refusal },
      [],
      `/account/dashboard?idproofing=${encodeURIComponent(forged)}`,
    );
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This verification is not one of yours, or it has ended. Please, start it again.',
    );
  });

  test('because the person gave up says that alone', async () => {
    const text = 'The identity verification was canceled at the identity provider.';
    await open(
      administrator(),
      { 'idproofing.validate': refused(409, 'E-PROOFING-CANCELED', text) },
      [],
      `/account/dashboard?idproofing=${id}`,
    );
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });
});
