import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PageHeader } from '../../../admin/components/PageHeader.tsx';
import { GlobalSearch } from '../../../admin/layout/GlobalSearch.tsx';
import type { SearchResult } from '../../../shared/contract/search.ts';
import type { RequestInput, Responses } from '../../support/contractApi.ts';
import { user } from '../providers/person.ts';
import { renderFor } from './renderFor.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const clinic: SearchResult = {
  kind: 'Organization',
  id: 'a',
  label: 'Lakeside Clinic',
  detail: 'lakeside · 10001',
  match: 'Prefix',
  path: '/admin/organizations/a',
};
const pat: SearchResult = {
  kind: 'User',
  id: 'b',
  label: 'Pat Lake',
  detail: null,
  match: 'Part',
  path: '/admin/users/b',
};
const textOf = ({ body }: RequestInput) => (body as { text: string }).text;

const Page = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <GlobalSearch />
  </>
);
const open = (responses: Responses = {}, profile = user()) =>
  renderFor({
    profile,
    at: '/admin/networks/n',
    responses: { 'search.find': { items: [clinic, pat], more: ['User'] }, ...responses },
    routes: {
      '/admin/networks/n': <Page title="North network" />,
      '/admin/organizations/a': <Page title="Lakeside" />,
      '/admin/users/b': <Page title="Pat" />,
      '/admin/emergencies': <Page title="Emergencies" />,
    },
  });
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const box = () => screen.findByRole('combobox', { name: 'Name, number, address or OID' });
const type = async (text: string) => fireEvent.change(await box(), { target: { value: text } });
const active = async () =>
  document.getElementById((await box()).getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('global search', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])(
    'opens with k and %j, and with its button; Escape closes it',
    async (keys) => {
      open();
      expect(fireEvent.keyDown(document.body, { key: 'k', ...keys })).toBe(false);
      const input = await box();
      await waitFor(() => expect(document.activeElement).toBe(input));
      press('Escape');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      fireEvent.click(await screen.findByRole('button', { name: 'Search the platform' }));
      expect(await box()).toBeTruthy();
    },
  );

  it('shows results in groups and opens one by the keyboard alone', async () => {
    const { address, lastInput } = open();
    press('k', { ctrlKey: true });
    await type(' lake ');
    const list = await screen.findByRole('listbox', { name: 'Results' });
    const groups = within(list).getAllByRole('group');
    expect(
      groups.map((group) =>
        within(group)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([['Lakeside Cliniclakeside · 10001'], ['Pat Lake']]);
    expect(within(list).getByRole('group', { name: 'Users' })).toBeTruthy();
    expect(screen.getByText('Users: there are more matches. Enter a longer text.')).toBeTruthy();
    expect(lastInput('search.find')).toMatchObject({ body: { text: 'lake' } });
    expect(await active()).toContain('Lakeside Clinic');
    press('ArrowDown');
    expect(await active()).toContain('Pat Lake');
    press('ArrowDown');
    expect(await active()).toContain('Lakeside Clinic');
    press('ArrowUp');
    press('Enter');
    expect(await screen.findByRole('heading', { name: 'Pat' })).toBeTruthy();
    // The text of the search is not in the address.
    expect(address()).toBe('/admin/users/b');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('sends one request for what is typed quickly, and never opens a result of an older text', async () => {
    let answer: (() => void) | undefined;
    const texts: string[] = [];
    const { address } = open({
      'search.find': async (input: RequestInput) => {
        texts.push(textOf(input));
        if (textOf(input) === 'lakes') await new Promise<void>((resolve) => (answer = resolve));
        return { items: textOf(input) === 'lake' ? [pat] : [clinic], more: [] };
      },
    });
    press('k', { ctrlKey: true });
    for (const text of ['la', 'lak', 'lake']) await type(text);
    expect(await screen.findByRole('option', { name: /Pat Lake/ })).toBeTruthy();
    expect(texts).toEqual(['lake']);
    await type('lakes');
    press('Enter');
    await waitFor(() => expect(texts).toEqual(['lake', 'lakes']));
    press('Enter');
    expect(address()).toBe('/admin/networks/n');
    act(() => answer?.());
    expect(await screen.findByRole('option', { name: /Lakeside Clinic/ })).toBeTruthy();
    press('Enter');
    await waitFor(() => expect(address()).toBe('/admin/organizations/a'));
  });

  it('aborts the request of the text before', async () => {
    open({
      'search.find': (input: RequestInput) =>
        textOf(input) === 'lake' ? new Promise(() => undefined) : { items: [clinic], more: [] },
    });
    press('k', { ctrlKey: true });
    await type('lake');
    press('Enter');
    const abort = vi.spyOn(AbortController.prototype, 'abort');
    await type('lakeside');
    press('Enter');
    expect(await screen.findByRole('option', { name: /Lakeside Clinic/ })).toBeTruthy();
    expect(abort).toHaveBeenCalled();
  });

  it('lists the pages of this tab before a text, and the pages of the menu that a text names', async () => {
    const { address } = open({ 'search.find': { items: [], more: [] } });
    press('k', { ctrlKey: true });
    await type('emerg');
    fireEvent.click(await screen.findByRole('option', { name: 'Emergencies' }));
    await waitFor(() => expect(address()).toBe('/admin/emergencies'));
    cleanup();
    renderFor({ profile: user(), at: '/b', routes: { '/b': <Page title="Second" /> } });
    press('k', { ctrlKey: true });
    const recent = await screen.findByRole('group', { name: 'Recent pages' });
    const names = within(recent)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names.slice(0, 2)).toEqual(['Emergencies', 'North network']);
    expect(within(recent).queryByText('Second')).toBeNull();
  });

  it('says that nothing matches, and shows an error of the server with Retry', async () => {
    let isDown = true;
    open({
      'search.find': (input: RequestInput) => {
        if (textOf(input) === 'nothing') return { items: [], more: [] };
        if (isDown) throw new HttpError('The service is not available.', 503);
        return { items: [clinic], more: [] };
      },
    });
    press('k', { ctrlKey: true });
    await type('x');
    expect(screen.getByText(/At least 2 characters/)).toBeTruthy();
    await type('nothing');
    expect(
      await screen.findByText('No page, organization, user, network, OID, address or message matches “nothing”'),
    ).toBeTruthy();
    await type('lake');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The service is not available.');
    expect(within(await screen.findByRole('dialog')).queryByText(/results?$/)).toBeNull();
    isDown = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('option', { name: /Lakeside Clinic/ })).toBeTruthy();
  });

  it('is not offered to roles that may not search, and not above another dialog', async () => {
    open({}, user({ roles: ['SysAdminReporting'] }));
    expect(screen.queryByRole('button', { name: 'Search the platform' })).toBeNull();
    press('k', { ctrlKey: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    open();
    const other = document.body.appendChild(document.createElement('div'));
    other.setAttribute('role', 'dialog');
    press('k', { ctrlKey: true });
    expect(screen.queryByRole('combobox')).toBeNull();
    other.remove();
  });
});
