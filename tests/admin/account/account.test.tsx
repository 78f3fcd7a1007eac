import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LoginPage } from '../../../admin/account/LoginPage.tsx';
import { LogoutPage } from '../../../admin/account/LogoutPage.tsx';
import { StartFailedPage } from '../../../admin/account/StartFailedPage.tsx';
import { UnauthorizedPage } from '../../../admin/account/UnauthorizedPage.tsx';
import { errorCatalogue } from '../../../shared/contract/errors.ts';
import { openSession, renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(cleanup);
const never = new Promise<never>(() => undefined);

describe('login page', () => {
  const routes = { '/account/login/:connection?': <LoginPage /> };
  it('leaves for the provider, with the connection of its address', async () => {
    const signIn = vi.fn(() => never);
    renderFor({ profile: undefined, session: openSession({ signIn }), at: '/account/login/mercy', routes });
    await waitFor(() => expect(signIn).toHaveBeenCalledWith({ connection: 'mercy' }));
  });
  it('says why it cannot, and tries again on the button', async () => {
    const signIn = vi.fn().mockRejectedValueOnce(new Error('The provider is down.')).mockReturnValue(never);
    renderFor({ profile: undefined, session: openSession({ signIn }), at: '/account/login', routes });
    expect((await screen.findByRole('alert')).textContent).toContain('The provider is down.');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(signIn).toHaveBeenCalledTimes(2));
  });
  it('displays that the user logged out in another tab and waits for the button', () => {
    const signIn = vi.fn(() => never);
    renderFor({ profile: undefined, session: openSession({ signIn }), at: '/account/login?reason=signed-out', routes });
    expect(screen.getByRole('alert').textContent).toContain('You logged out in another tab');
    expect(signIn).not.toHaveBeenCalled();
  });
  it('says that a session has ended and waits for the button', async () => {
    const signIn = vi.fn(() => never);
    renderFor({ profile: undefined, session: openSession({ signIn }), at: '/account/login?reason=ended', routes });
    expect(screen.getByRole('alert').textContent).toContain('Your session has ended.');
    expect(signIn).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(signIn).toHaveBeenCalled());
  });
});

it('the sign-out page says what went wrong and tries again', async () => {
  const signOutAddress = vi.fn().mockRejectedValueOnce(new Error('Offline.')).mockReturnValue(never);
  renderFor({
    profile: user(),
    session: openSession({ signOutAddress }),
    at: '/account/logout',
    routes: { '/account/logout': <LogoutPage /> },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Offline.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(signOutAddress).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('unauthorized page', () => {
  const routes = { '/unauthorized': <UnauthorizedPage />, '/': <p>start page</p> };
  it('says who is signed in and leads back', async () => {
    renderFor({ profile: user({ roles: ['User'] }), at: '/unauthorized', routes });
    expect(screen.getByText(/Pat Rivers \(pat@carepost\.example\), with the role User/)).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Go to your start page' }));
    expect(await screen.findByText('start page')).toBeTruthy();
  });
  it('lets another person sign in', () => {
    const signIn = vi.fn(() => never);
    renderFor({ profile: user(), session: openSession({ signIn }), at: '/unauthorized', routes });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in with another account' }));
    expect(signIn).toHaveBeenCalledWith({ anotherUser: true });
  });
  it('says that the network address is refused, not the role, and offers to log out', async () => {
    renderFor({
      profile: user({ roles: ['User'] }),
      at: '/unauthorized?reason=address',
      routes: { ...routes, '/account/logout': <p>logged out</p> },
    });
    expect(screen.getByRole('heading', { name: 'You cannot work from this network address' })).toBeTruthy();
    expect(screen.getByText(errorCatalogue['E-ADDRESS-NOT-ALLOWED'].message)).toBeTruthy();
    expect(screen.getByText(errorCatalogue['E-ADDRESS-NOT-ALLOWED'].hint)).toBeTruthy();
    expect(screen.queryByText(/for the role/)).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'Logout' }));
    expect(await screen.findByText('logged out')).toBeTruthy();
  });
  it('tells a visitor without a session that he is not signed in', () => {
    renderFor({ profile: undefined, at: '/unauthorized', routes });
    expect(screen.getByText('You are not signed in.')).toBeTruthy();
  });
});

it('a failed start is told in the server’s words', () => {
  renderFor({
    profile: undefined,
    problem: { text: 'The service is not available right now.', where: 'start' },
    at: '/',
    routes: { '/': <StartFailedPage /> },
  });
  expect(screen.getByRole('alert').textContent).toContain('The service is not available right now.');
});
