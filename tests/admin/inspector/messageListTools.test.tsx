import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { responses, preferences } from '../providers/answers.ts';
import { failedWorkflow, lists, message, openInspector } from './inspectorFixture.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const open = async (input: { at?: string; stored?: Record<string, unknown> } = {}) => {
  const { at = '/admin/messages', stored = {} } = input;
  const ask = vi.fn((_resource: string, _params: { filter: Record<string, unknown> }): readonly object[] => [
    message(),
  ]);
  const { call } = responses({ ...preferences(stored), 'inspector.workflow': () => failedWorkflow() });
  const { address } = openInspector({ at, dataProvider: { call, getList: lists(ask) } });
  await screen.findByRole('link', { name: '100001' });
  const query = () => Object.fromEntries(new URL(address(), 'http://app').searchParams);
  return { kept: stored, query, ask };
};
const tool = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};
const save = async (name: string) => {
  const box = await tool('Saved views');
  fireEvent.change(await box.findByLabelText('Name of a new view'), { target: { value: name } });
  fireEvent.click(box.getByRole('button', { name: 'Save view' }));
  await screen.findByText(`The view ${name} was saved.`);
  return box;
};

describe('columns of the message grid', () => {
  const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
  it('are those chosen, always with the number, and kept by the server', async () => {
    const { kept: stored } = await open({ stored: { 'messages.columns': ['Status', 'Channel', 'no such column'] } });
    await waitFor(() => expect(headers()).toEqual(['Message ID', 'Status', 'Channel']));
    const box = await tool('Columns');
    expect((await box.findByRole<HTMLInputElement>('checkbox', { name: 'Message ID' })).disabled).toBe(true);
    fireEvent.click(box.getByRole('button', { name: 'Move Channel up' }));
    fireEvent.click(box.getByRole('button', { name: 'Save columns' }));
    await waitFor(() => expect(headers()).toEqual(['Message ID', 'Channel', 'Status']));
    expect(stored['messages.columns']).toEqual(['MailMessageId', 'Channel', 'Status']);
  });
});

describe('saved views of the message grid', () => {
  const at =
    '/admin/messages?q=ann&Sender=ann&MailTo=bob&MailMessageId=7&Status=12&Origin=API&from=all&sort=Channel&dir=asc&size=50&page=3';
  it('hold filters, order and size, but no page and no word about a person or a message', async () => {
    const { kept: stored } = await open({ at });
    const box = await save('Failed');
    expect(stored['messages.views']).toEqual([
      {
        name: 'Failed',
        filters: { from: 'all', Origin: 'API', Status: '12' },
        sort: 'Channel',
        descending: false,
        pageSize: 50,
      },
    ]);
    expect(box.getByText(/^A view keeps no search, no sender/)).toBeTruthy();
    // The grid is narrower than the view.
    expect(box.getByRole('button', { name: 'Failed' }).getAttribute('aria-current')).toBe('false');
    fireEvent.click(box.getByRole('button', { name: 'Failed' }));
  });
  it('put the grid where they have it, without what narrowed it before', async () => {
    const view = {
      name: 'Failed',
      filters: { Status: '12', Sender: 'ann', from: '2026-11-01', to: '2026-11-02' },
      sort: 'Channel',
      descending: false,
      pageSize: 50,
    };
    const { query } = await open({ at: '/admin/messages?q=ann&page=3', stored: { 'messages.views': [view] } });
    const box = await tool('Saved views');
    fireEvent.click(await box.findByRole('button', { name: 'Failed' }));
    const expected = { Status: '12', from: '2026-11-01', to: '2026-11-02', sort: 'Channel', dir: 'asc', size: '50' };
    await waitFor(() => expect(query()).toEqual(expected));
  });
  it('keep a period of the picker as that period, whatever day it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) });
    const { kept: stored, query } = await open({ at: '/admin/messages?from=2026-11-14&to=2026-11-20' });
    const box = await save('Week');
    expect(stored['messages.views']).toMatchObject([{ filters: { period: 'Last 7 Days' } }]);
    expect(box.getByRole('button', { name: 'Week', current: true })).toBeTruthy();
    vi.setSystemTime(new Date(2026, 10, 25, 12));
    fireEvent.click(box.getByRole('button', { name: 'Week' }));
    await waitFor(() => expect(query()).toMatchObject({ from: '2026-11-19', to: '2026-11-25' }));
  });
});

describe('the message grid as a command', () => {
  it('stands ready, and says that the search is left out', async () => {
    await open({ at: '/admin/messages?q=ann&Channel=Fax&from=all' });
    const box = await tool('Copy as command');
    expect(await box.findByText('carepost messages list --channel Fax')).toBeTruthy();
    expect(box.getByText(/^The search box has no flag/)).toBeTruthy();
  });
});
