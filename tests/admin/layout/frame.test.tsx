import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError, useNotify } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { organizationChoices } from '../../../admin/layout/organizationChoice.ts';
import { OrganizationSwitcher } from '../../../admin/layout/OrganizationSwitcher.tsx';
import { UserMenu } from '../../../admin/layout/AppBar.tsx';
import { user } from '../providers/person.ts';
import { openSession, renderFor } from './renderFor.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const local = [
  { id: 'b', name: 'birch', subDomain: 'birch-1' },
  { id: 'a', name: 'Aspen', subDomain: null },
  { id: 'c', name: 'Cedar', subDomain: 'tree' },
];

describe('organization switcher', () => {
  it('sorts by name whatever the case and searches name and subdomain', () => {
    const names = (typed: string) => organizationChoices(local, typed).map(({ name }) => name);
    expect(names('')).toEqual(['Aspen', 'birch', 'Cedar']);
    expect(names(' TREE ')).toEqual(['Cedar']);
    expect(names('zzz')).toEqual([]);
  });
  it('asks for a new sign-in where the server cannot change in this session', async () => {
    const signIn = vi.fn(() => new Promise<never>(() => undefined));
    const { lastInput } = renderFor({
      profile: user({ organizations: local, organizationId: 'b', organizationName: 'birch' }),
      session: openSession({ signIn }),
      responses: { 'profile.changeOrganization': false },
      at: '/',
      routes: { '/': <OrganizationSwitcher /> },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Organization: birch' }));
    const list = await screen.findByRole('dialog', { name: 'My organizations' });
    expect(within(list).getByRole('button', { name: /birch/ }).getAttribute('aria-current')).toBe('true');
    fireEvent.change(within(list).getByRole('searchbox'), { target: { value: 'ced' } });
    fireEvent.click(within(list).getByRole('button', { name: /Cedar/ }));
    await waitFor(() => expect(signIn).toHaveBeenCalled());
    expect(lastInput('profile.changeOrganization')).toEqual({ body: { orgId: 'c' } });
  });
  it('says why a change was refused', async () => {
    renderFor({
      profile: user({ organizations: local, organizationId: 'b', organizationName: 'birch' }),
      responses: { 'profile.changeOrganization': new HttpError('You do not belong to this organization.', 403) },
      at: '/',
      routes: { '/': <OrganizationSwitcher /> },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Organization: birch' }));
    fireEvent.click(await screen.findByRole('button', { name: /Cedar/ }));
    expect(await screen.findByText('You do not belong to this organization.')).toBeTruthy();
  });
  it('offers no choice to whoever has one organization', () => {
    renderFor({
      profile: user({ organizations: local.slice(0, 1), organizationName: 'birch' }),
      at: '/',
      routes: { '/': <OrganizationSwitcher /> },
    });
    expect(screen.getByText('birch')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('the account menu says who is signed in and leads to the sign-out', async () => {
  renderFor({
    profile: user(),
    at: '/',
    routes: { '/': <UserMenu />, '/account/logout': <p>signing out</p> },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Account' }));
  const menu = await screen.findByRole('menu');
  expect(menu.textContent).toContain('pat@carepost.example');
  expect(menu.textContent).toContain('System administrator');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
  expect(await screen.findByText('signing out')).toBeTruthy();
});

describe('notifications', () => {
  const Sender = () => {
    const notify = useNotify();
    return (['success', 'error'] as const).map((type) => (
      <button key={type} type="button" onClick={() => notify(`${type} text`, { type })}>
        {type}
      </button>
    ));
  };
  const show = () => renderFor({ profile: user(), at: '/', routes: { '/': <Sender /> } });
  const send = (type: 'success' | 'error') => fireEvent.click(screen.getByRole('button', { name: type }));
  it('close at a click', async () => {
    show();
    send('success');
    fireEvent.click(screen.getByText('success text'));
    await waitFor(() => expect(screen.queryByText('success text')).toBeNull());
  });
  it.each([
    ['success', 'error'],
    ['error', 'success'],
  ] as const)('show one at a time: after %s the newer %s replaces it at once', async (older, newer) => {
    show();
    send(older);
    expect(screen.getByText(`${older} text`)).toBeTruthy();
    send(newer);
    expect(await screen.findByText(`${newer} text`, {}, { timeout: 1000 })).toBeTruthy();
    expect(screen.queryByText(`${older} text`)).toBeNull();
  });
  it('stay for 5 seconds', () => {
    vi.useFakeTimers();
    show();
    send('success');
    act(() => void vi.advanceTimersByTime(4900));
    expect(screen.getByText('success text')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(200));
    // It disappears when its transition has ended.
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText('success text')).toBeNull();
  });
});
