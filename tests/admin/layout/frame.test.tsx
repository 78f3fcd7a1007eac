import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useNotify } from 'react-admin';
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
    const changeOrganization = vi.fn(() => Promise.resolve(false));
    renderFor({
      profile: user({ organizations: local, organizationId: 'b', organizationName: 'birch' }),
      session: openSession({ signIn }),
      dataProvider: { changeOrganization },
      at: '/',
      routes: { '/': <OrganizationSwitcher /> },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Organization: birch' }));
    const list = await screen.findByRole('dialog', { name: 'My organizations' });
    expect(within(list).getByRole('button', { name: /birch/ }).getAttribute('aria-current')).toBe('true');
    fireEvent.change(within(list).getByRole('searchbox'), { target: { value: 'ced' } });
    fireEvent.click(within(list).getByRole('button', { name: /Cedar/ }));
    await waitFor(() => expect(signIn).toHaveBeenCalled());
    expect(changeOrganization).toHaveBeenCalledWith('c');
  });
  it('says why a change was refused', async () => {
    renderFor({
      profile: user({ organizations: local, organizationId: 'b', organizationName: 'birch' }),
      dataProvider: { changeOrganization: () => Promise.reject(new Error('You do not belong to this organization.')) },
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
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  expect(await screen.findByText('signing out')).toBeTruthy();
});

describe('notifications', () => {
  const Sender = ({ types }: { types: readonly ('success' | 'error')[] }) => {
    const notify = useNotify();
    return (
      <button
        type="button"
        onClick={() => {
          for (const [index, type] of types.entries()) notify(['first', 'second'][index] ?? '', { type });
        }}
      >
        send
      </button>
    );
  };
  const send = (types: readonly ('success' | 'error')[] = ['success', 'error']) => {
    renderFor({ profile: user(), at: '/', routes: { '/': <Sender types={types} /> } });
    fireEvent.click(screen.getByText('send'));
  };
  it('show one at a time and close at a click', async () => {
    send();
    expect(screen.queryByText('second')).toBeNull();
    fireEvent.click(screen.getByText('first'));
    expect(await screen.findByText('second')).toBeTruthy();
    expect(screen.queryByText('first')).toBeNull();
  });
  it('give way when an error is overtaken by what came next', async () => {
    send(['error', 'success']);
    expect(await screen.findByText('second')).toBeTruthy();
    expect(screen.queryByText('first')).toBeNull();
  });
  it('stay for 5 seconds each', () => {
    vi.useFakeTimers();
    send();
    act(() => void vi.advanceTimersByTime(4900));
    expect(screen.getByText('first')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(200));
    // The next one is displayed when the transition of the last one has ended.
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByText('second')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5100));
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText('second')).toBeNull();
  });
});
