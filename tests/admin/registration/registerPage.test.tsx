import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { TermsPage } from '../../../admin/onboarding/TermsPage.tsx';
import { RegisterPage } from '../../../admin/registration/RegisterPage.tsx';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { errorCatalogue } from '../../../shared/contract/errors.ts';
import type { Responses, RowName } from '../../support/contractApi.ts';
import { openSession, renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
// Its sanitiser is loaded when it is needed first.
beforeAll(() => import('../../../admin/components/SafeHtml.tsx'));

const id = '018f0000-0000-7000-8000-0000000000a1';
const planId = '018f0000-0000-7000-8000-0000000000a2';
const token = 'A'.repeat(43);
const email = 'rita@clinic.example';
const offer = {
  isOpen: true,
  plans: [
    { id: 'free', name: 'Free Plan', allowedUsers: 3, monthlyPriceCents: 0, features: [] },
    { id: planId, name: 'Clinic', allowedUsers: -1, monthlyPriceCents: 24_900, features: [] },
  ],
  terms: { id, version: '1.0', brandName: '', html: '<p>Be kind.</p>' },
};
const link = { emailAddress: email, expiresAt: '2026-11-27T12:00:00.000Z' };
const refused = (code: ErrorCode, errors?: Record<string, string[]>) =>
  new HttpError(errorCatalogue[code].message, errorCatalogue[code].status, { code, errors: errors ?? {} });

const never = new Promise<never>(() => undefined);
const open = (hash: string, responses: Responses = {}, profile?: ReturnType<typeof user>) => {
  const signIn = vi.fn(() => never);
  const page = renderFor({
    profile,
    session: openSession({ signIn }),
    at: `/account/register${hash}`,
    routes: { '/account/register': <RegisterPage /> },
    responses: {
      'registration.offer': offer,
      'registration.link': link,
      'registration.subdomain': ({ body }: { body: { subdomain: string } }) => ({
        subdomain: body.subdomain,
        refusal: body.subdomain === 'taken' ? 'Taken' : null,
      }),
      ...responses,
    },
  });
  return { ...page, signIn };
};
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const choose = async (label: string | RegExp, option: string | RegExp) => {
  fireEvent.mouseDown(screen.getByLabelText(label));
  fireEvent.click(await screen.findByRole('option', { name: option }));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sentBodies = (page: ReturnType<typeof open>, row: RowName) => page.inputsOf(row).map(({ body }) => body);

const fill = async (subdomain = 'rita-clinic') => {
  await screen.findByLabelText(/^Name of the organization/);
  type(/^Name of the organization/, 'Rita Clinic');
  type(/^Subdomain/, subdomain);
  type(/^First name/, 'Rita');
  type(/^Last name/, 'Novak');
  await choose(/^Job title/, 'Physician');
  type(/^Password \*/, 'a long password');
  type(/^Password again/, 'a long password');
  fireEvent.click(screen.getByLabelText(/^I agree to terms and conditions/));
};

describe('the e-mail step', () => {
  test('sends the address and says to look into the mail; what was typed stays at a refusal', async () => {
    let limit = true;
    const page = open('', {
      'registration.start': () => (limit ? refused('E-REGISTRATION-LIMIT') : undefined),
    });
    fireEvent.change(await screen.findByLabelText(/^E-mail address/), { target: { value: 'no address' } });
    press('Send the link');
    expect(await screen.findByText('Enter a valid e-mail address.')).toBeTruthy();
    type(/^E-mail address/, email);
    press('Send the link');
    expect(await screen.findByText(errorCatalogue['E-REGISTRATION-LIMIT'].message)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^E-mail address/).value).toBe(email);
    limit = false;
    press('Send the link');
    expect(await screen.findByText(/A mail is on its way to rita@clinic.example/)).toBeTruthy();
    expect(sentBodies(page, 'registration.start').at(-1)).toEqual({ emailAddress: email });
    press('Enter the address again');
    expect(screen.getByLabelText<HTMLInputElement>(/^E-mail address/).value).toBe(email);
  });

  test('is not there where the installation is closed, or the user is signed in', async () => {
    open('', { 'registration.offer': { isOpen: false, plans: [], terms: null } });
    expect(await screen.findByText(/^Nobody can register here/)).toBeTruthy();
    cleanup();
    open('', {}, user());
    expect(await screen.findByText(/^You are signed in as pat@carepost.example/)).toBeTruthy();
    expect(screen.queryByLabelText(/^E-mail address/)).toBeNull();
  });

  test.each([
    ['E-REGISTRATION-EXPIRED', true],
    ['E-REGISTRATION-REPLACED', true],
    ['E-REGISTRATION-LINK', true],
    ['E-REGISTRATION-USED', false],
  ] as const)('follows a link that is refused with %s: another mail is offered: %s', async (code, isOffered) => {
    const page = open(`#${token}`, { 'registration.link': refused(code), 'registration.start': undefined });
    expect((await screen.findByRole('alert')).textContent).toContain(errorCatalogue[code].message);
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByLabelText(/^E-mail address/) !== null).toBe(isOffered);
    if (!isOffered) return;
    type(/^E-mail address/, email);
    press('Send the link');
    await screen.findByText(/A mail is on its way/);
    expect(sentBodies(page, 'registration.start')).toEqual([{ emailAddress: email, invitation: token }]);
  });
});

describe('the form of a link', () => {
  test('keeps what was typed at each refusal and shows it; then registers, and the sign-in follows with the e-mail address', async () => {
    const refusals = [
      [refused('E-ORG-SUBDOMAIN-TAKEN', { subdomain: ['already exists'] }), 'The subdomain already exists.'],
      [
        refused('E-REQUEST-INVALID', { password: ['must not be one of the most common passwords'] }),
        'Password must not be one of the most common passwords',
      ],
      [refused('E-EULA-INACTIVE'), 'The agreement has changed meanwhile. Read it again.'],
      [refused('E-REGISTRATION-EXPIRED'), errorCatalogue['E-REGISTRATION-EXPIRED'].message],
    ] as const;
    const done = { organizationId: id, userName: email, subdomain: 'rita-clinic', isPaymentOpen: true };
    let attempt = 0;
    const newTerms = { ...offer.terms, id: planId, html: '<p>Be kinder.</p>' };
    const page = open(`#${token}`, {
      'registration.complete': () => refusals[attempt]?.[0] ?? done,
      'registration.offer': () => (attempt < 2 ? offer : { ...offer, terms: newTerms }),
    });
    await fill();
    expect(await screen.findByText('rita-clinic is free.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('E-mail address').value).toBe(email);
    expect(screen.getByText('Be kind.')).toBeTruthy();
    const print = screen.getByRole('link', { name: 'Print TOS' });
    expect(print.getAttribute('href')).toBe('/policies/termsofuse?print=true');
    await choose(/^Plan \*/, 'Clinic, $249.00 a month, any number of users');
    expect(screen.getByText(/^You pay on the page of your subscription/)).toBeTruthy();

    for (const [, text] of refusals) {
      if (attempt === 3) {
        // The new agreement has a checkbox of its own.
        await screen.findByText('Be kinder.');
        fireEvent.click(screen.getByLabelText(/^I agree to terms and conditions/));
      }
      press('Register');
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.getByLabelText<HTMLInputElement>(/^Name of the organization/).value).toBe('Rita Clinic');
      expect(screen.getByLabelText<HTMLInputElement>(/^Password \*/).value).toBe('a long password');
      attempt += 1;
    }
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    // It is the new agreement that has to be accepted.
    expect(screen.getByText('Be kinder.')).toBeTruthy();
    press('Register');
    expect(await screen.findByText(/^Rita Clinic is registered/)).toBeTruthy();
    expect(screen.getByText(/^The payment of your plan waits/)).toBeTruthy();
    expect(sentBodies(page, 'registration.complete').at(-1)).toEqual({
      token,
      organizationName: 'Rita Clinic',
      subdomain: 'rita-clinic',
      firstName: 'Rita',
      lastName: 'Novak',
      jobTitle: 'Physician',
      password: 'a long password',
      planId,
      eulaId: planId,
    });
    press('Sign in');
    expect(page.signIn).toHaveBeenCalledWith({ userName: email, returnTo: '/account/subscription' });
  });

  test('whose response was lost is looked up: it stays while the link works, and says that the organization is registered', async () => {
    let isUsed = false;
    open(`#${token}`, {
      'registration.link': () => (isUsed ? refused('E-REGISTRATION-USED') : link),
      'registration.complete': new HttpError('No response arrived.', 504, { code: 'E-TIMEOUT', errors: {} }),
    });
    await fill();
    press('Register');
    expect(await screen.findByText(/no response arrived/)).toBeTruthy();
    expect(screen.queryByText('The organization is not registered.')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Rita');
    isUsed = true;
    press('Register');
    expect(await screen.findByText(errorCatalogue['E-REGISTRATION-USED'].message)).toBeTruthy();
    expect(screen.queryByLabelText(/^First name/)).toBeNull();
  });

  test('names the rule that refuses a subdomain while it is typed', async () => {
    const page = open(`#${token}`);
    await screen.findByLabelText(/^Subdomain/);
    for (const typed of ['t', 'tak', 'taken']) type(/^Subdomain/, typed);
    expect(await screen.findByText('The subdomain already exists.')).toBeTruthy();
    expect(sentBodies(page, 'registration.subdomain')).toEqual([{ token, subdomain: 'taken' }]);
    // The same name, which is not asked for again.
    type(/^Subdomain/, 'TAKEN');
    fireEvent.blur(screen.getByLabelText(/^Subdomain/));
    // The form has validated the field again when it is drawn with what is wrong with the next one.
    fireEvent.blur(screen.getByLabelText(/^Name of the organization/));
    await waitFor(() =>
      expect(screen.getByLabelText(/^Name of the organization/).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(screen.getByText('The subdomain already exists.')).toBeTruthy();
    expect(screen.queryByText('taken is free.')).toBeNull();
    type(/^Subdomain/, 'taken-not');
    expect(await screen.findByText('taken-not is free.')).toBeTruthy();
    type(/^Subdomain/, 'a_b');
    fireEvent.blur(screen.getByLabelText(/^Subdomain/));
    expect(await screen.findByText(/^The subdomain must have letters a to z/)).toBeTruthy();
  });

  test('sends nothing that is incomplete: each field says what is missing', async () => {
    const page = open(`#${token}`);
    await screen.findByLabelText(/^Name of the organization/);
    type(/^Password \*/, 'a long password');
    type(/^Password again/, 'another password');
    press('Register');
    expect(await screen.findByText('You have to agree to register.')).toBeTruthy();
    expect(screen.getByText('The two passwords are not the same.')).toBeTruthy();
    type(/^Last name/, '   ');
    expect(await screen.findByText('Last name is required.')).toBeTruthy();
    expect(sentBodies(page, 'registration.complete')).toEqual([]);
  });
});

test('the agreement opens without a sign-in and prints itself where that is requested', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const at = (search: string) =>
    renderFor({
      profile: undefined,
      at: `/policies/termsofuse${search}`,
      routes: { '/policies/termsofuse': <TermsPage /> },
      responses: { 'registration.offer': offer },
    });
  at('');
  expect(await screen.findByText('Be kind.')).toBeTruthy();
  cleanup();
  expect(print).not.toHaveBeenCalled();
  at('?print=true');
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1), { timeout: 2000 });
});
