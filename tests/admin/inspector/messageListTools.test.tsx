import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { message, messageSet, openInspector } from './inspectorFixture.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const open = async (at = '/admin/messages') => {
  const { address } = openInspector({ at, responses: { 'inspector.mailMessages': messageSet([message()]) } });
  await screen.findByRole('link', { name: '100001' });
  return { query: () => Object.fromEntries(new URL(address(), 'http://app').searchParams) };
};
const tool = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};
const menu = async (item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Saved views' }));
  fireEvent.click(await screen.findByText(item, { selector: '[role="menuitem"]' }));
};
const save = async (name: string) => {
  await menu('Save current query...');
  fireEvent.change(await screen.findByLabelText('Query name'), { target: { value: name } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

describe('columns of the message grid', () => {
  const headers = () =>
    screen
      .getAllByRole('columnheader', { hidden: true })
      .map((header) => header.textContent)
      .filter(Boolean);
  it('show one date and time by default, and are chosen and moved', async () => {
    await open();
    const first = ['Message ID', 'From', 'To', 'Channel', 'Organization', 'Status', 'Type', 'Created', 'Open'];
    expect(headers()).toEqual(first);
    const box = await tool('Columns');
    fireEvent.click(await box.findByRole('checkbox', { name: 'Received' }));
    fireEvent.click(box.getByRole('button', { name: 'Move To up' }));
    await waitFor(() =>
      expect(headers()).toEqual(['Message ID', 'To', 'From', ...first.slice(3, 8), 'Received', 'Open']),
    );
  });
});

describe('saved queries of the message grid', () => {
  const at =
    '/admin/messages?q=ann&Sender=ann&MailTo=bob&MailMessageId=7&Status=12&Origin=API&from=all&sort=Channel&dir=asc&size=50&page=1';
  it('hold filters, order and size, but no page and no filter about a user or a message', async () => {
    const { query } = await open(at);
    fireEvent.click(await screen.findByRole('button', { name: 'Saved views' }));
    expect(await screen.findByText(/^A saved query has no search, no sender/)).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await save('Failed');
    // The grid is narrower than the query.
    await menu('Failed');
    const expected = { Status: '12', Origin: 'API', from: 'all', sort: 'Channel', dir: 'asc', size: '50' };
    await waitFor(() => expect(query()).toEqual(expected));
  });
  it('keep a period of the picker as that period, whatever day it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) });
    const { query } = await open('/admin/messages?from=2026-11-14&to=2026-11-20');
    await save('Week');
    vi.setSystemTime(new Date(2026, 10, 25, 12));
    await menu('Week');
    await waitFor(() => expect(query()).toMatchObject({ from: '2026-11-19', to: '2026-11-25' }));
  });
});

describe('frequent filters of the message grid', () => {
  it('lead to the failures of yesterday with one click, and to the workflows that are retried', async () => {
    const { query } = await open();
    expect(screen.getByRole('link', { name: 'Retrying now' }).getAttribute('href')).toBe(
      '/admin/dashboard/messaging/workflows?status=Retrying',
    );
    fireEvent.click(screen.getByRole('link', { name: 'Failed, yesterday' }));
    await waitFor(() => expect(query()).toMatchObject({ Status: '12' }));
    expect(query()['from']).toBe(query()['to']);
    expect(await screen.findByRole('button', { name: 'Remove filter Status: Failed' })).toBeTruthy();
  });
});

describe('the message grid as a command', () => {
  it('stands ready, and says that the search is left out', async () => {
    await open('/admin/messages?q=ann&Channel=Fax&from=all');
    const box = await tool('Copy as command');
    expect(await box.findByText('carepost messages list --channel Fax')).toBeTruthy();
    expect(box.getByText(/^The search box has no flag/)).toBeTruthy();
  });
});
