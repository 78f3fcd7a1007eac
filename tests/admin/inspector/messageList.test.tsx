import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messagesCommand } from '../../../admin/inspector/messageCommands.ts';
import type { ListState } from '../../../admin/components/ListToolbar.tsx';
import { columnNames, messageFilter } from '../../../admin/inspector/messageFilters.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import { commands as messageCommands } from '../../../cli/commands/messages.ts';
import { responses, preferences } from '../providers/answers.ts';
import { failedWorkflow, lists, message, openInspector } from './inspectorFixture.tsx';

const messagesList = messageCommands.find(({ name }) => name === 'list');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const { call } = responses({ ...preferences(), 'inspector.workflow': () => failedWorkflow() });
const rowsOf = () => document.querySelectorAll('.datatable-body > .RaDataTable-row');

const watched = (rows = [message()]) => {
  const ask = vi.fn((_resource: string, _params: { filter: Record<string, unknown> }): readonly object[] => rows);
  return { ask, dataProvider: { call, getList: lists(ask) } };
};

describe('the message grid', () => {
  it('shows no drafts, the newest first, twenty a page, in the words of the specification', async () => {
    const { ask, dataProvider } = watched([message(), message({ id: 100_000, Status: 9, Type: 1, Channel: 'Fax' })]);
    openInspector({ dataProvider });
    expect(await screen.findByRole('link', { name: '100001' })).toBeTruthy();
    expect(screen.getByText('Failed')).toBeTruthy();
    expect(screen.getByText('Processed')).toBeTruthy();
    expect(screen.getByText('Intake')).toBeTruthy();
    expect(ask.mock.calls[0]?.[0]).toBe('messages');
    expect(ask.mock.calls[0]?.[1]).toMatchObject({
      pagination: { page: 1, perPage: 20 },
      sort: { field: 'MailMessageId', order: 'DESC' },
      filter: { IsDraft: false },
    });
  });

  it('asks for what its address says', async () => {
    const { ask, dataProvider } = watched();
    openInspector({
      dataProvider,
      at: '/admin/messages?q=ann&Status=12&Sender=records&from=2026-11-01&to=2026-11-02&sort=CreatedDate&dir=asc&page=2&size=50',
    });
    await screen.findByRole('link', { name: '100001' });
    expect(ask.mock.calls[0]?.[1]).toMatchObject({
      pagination: { page: 2, perPage: 50 },
      sort: { field: 'CreatedDate', order: 'ASC' },
      filter: { q: 'ann', Status: '12', Sender: 'records', from: '2026-11-01', to: '2026-11-02' },
    });
    expect(messageFilter(ask.mock.calls[0]?.[1].filter ?? {})).toMatchObject({
      IsDraft: false,
      q: 'ann',
      Status_eq: 12,
      Sender_q: 'records',
      CreatedDate_gte: new Date('2026-11-01T00:00:00').toISOString(),
      CreatedDate_lt: new Date('2026-11-03T00:00:00').toISOString(),
    });
  });

  it('opens and closes all rows with + and -, and single ones in place', async () => {
    const { dataProvider } = watched([message(), message({ id: 100_000 })]);
    openInspector({ dataProvider });
    await screen.findByRole('link', { name: '100001' });
    fireEvent.keyDown(document.body, { key: '+' });
    expect(await screen.findAllByRole('tab', { name: 'Workflows' })).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Details of message 100000' }));
    await waitFor(() => expect(screen.getAllByRole('tab', { name: 'Workflows' })).toHaveLength(1));
    fireEvent.keyDown(document.body, { key: '-' });
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Workflows' })).toBeNull());
  });

  it('takes + typed into the search box for what it is', async () => {
    const { dataProvider } = watched();
    openInspector({ dataProvider });
    await screen.findByRole('link', { name: '100001' });
    fireEvent.keyDown(screen.getByLabelText('Search from, to and HISP message ID'), { key: '+' });
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('keeps the old rows when a refresh fails, says why and offers Retry', async () => {
    let broken = false;
    const getList = ((_resource: string) =>
      broken
        ? Promise.reject(new HttpError('The database is away.', 503, { code: 'E-UNAVAILABLE', errors: {} }))
        : Promise.resolve({ data: [message()], total: 1 })) as unknown as AppDataProvider['getList'];
    openInspector({ dataProvider: { call, getList } });
    await screen.findByRole('link', { name: '100001' });
    broken = true;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('The list could not be refreshed. What you see may be out of date.')).toBeTruthy();
    expect(screen.getByText('The database is away.')).toBeTruthy();
    expect(rowsOf()).toHaveLength(1);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('The database is away.')).toBeNull());
  });

  it('keeps the old rows while those of another search are on their way', async () => {
    const ways: (() => void)[] = [];
    const getList = ((_resource: string, { filter }: { filter: Record<string, unknown> }) => {
      const response = { data: [message({ id: filter['q'] === undefined ? 100_001 : 100_002 })], total: 1 };
      if (filter['q'] === undefined) return Promise.resolve(response);
      return new Promise((resolve) => ways.push(() => resolve(response)));
    }) as unknown as AppDataProvider['getList'];
    const { router } = openInspector({ dataProvider: { call, getList } });
    await screen.findByRole('link', { name: '100001' });
    await act(() => router.navigate('/admin/messages?q=ann'));
    await waitFor(() => expect(ways).toHaveLength(1));
    expect(screen.getByRole('link', { name: '100001' }).closest('[aria-busy=true]')).toBeTruthy();
    expect(screen.queryByLabelText('Loading…')).toBeNull();
    act(() => ways[0]?.());
    expect(await screen.findByRole('link', { name: '100002' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: '100001' })).toBeNull();
  });

  it('gives long addresses whole under the pointer', async () => {
    const MailTo = 'intake@birch.direct.example; a-very-long-name-of-a-mailbox@cedar.direct.example';
    const { dataProvider } = watched([message({ MailTo })]);
    openInspector({ dataProvider });
    expect((await screen.findByTitle(MailTo)).textContent).toBe(MailTo);
    expect(screen.getByTitle('Aspen Clinic')).toBeTruthy();
  });

  it('has filters and order above the cards of a narrow screen', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const { ask, dataProvider } = watched();
    const { address } = openInspector({ dataProvider });
    await screen.findByRole('link', { name: '100001' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'Channel' } });
    await waitFor(() =>
      expect(ask.mock.calls.at(-1)?.[1]).toMatchObject({ sort: { field: 'Channel', order: 'DESC' } }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Sort ascending' }));
    await waitFor(() => expect(ask.mock.calls.at(-1)?.[1]).toMatchObject({ sort: { field: 'Channel', order: 'ASC' } }));
    fireEvent.click(screen.getByRole('button', { name: 'Filter by Status' }));
    const menu = within(await screen.findByRole('dialog'));
    fireEvent.change(await menu.findByRole('combobox', { name: 'Status' }), { target: { value: '12' } });
    fireEvent.click(menu.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(address()).toBe('/admin/messages?sort=Channel&dir=asc&Status=12'));
    await waitFor(() => expect(ask.mock.calls.at(-1)?.[1].filter).toMatchObject({ Status: '12' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('says when nothing matches and clears the filters', async () => {
    const { ask, dataProvider } = watched([]);
    openInspector({ dataProvider, at: '/admin/messages?Channel=Fax' });
    expect(await screen.findByText('No message matches these filters.')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    await waitFor(() => expect(ask.mock.calls.at(-1)?.[1].filter).not.toHaveProperty('Channel'));
    expect(await screen.findByText('There are no messages in this period.')).toBeTruthy();
  });

  it('leads from selected messages to a retry of their workflows', async () => {
    const { dataProvider } = watched();
    const { call: requested, run } = responses({
      ...preferences(),
      'diagnostics.search': () => ({ messageHealthDataValues: [{ id: 'w-1' }], messageHealthDataValuesCount: 1 }),
      'retryjobs.plan': () => ({ total: 1, eligible: 1, reasons: [], items: [] }),
    });
    openInspector({ dataProvider: { ...dataProvider, call: requested } });
    await screen.findByRole('link', { name: '100001' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select this row' }));
    fireEvent.click(within(screen.getByRole('region', { name: 'Selected messages' })).getByText('Retry…'));
    expect(await screen.findByText('1 of 1 workflows can be retried.')).toBeTruthy();
    const [search, plan] = run.mock.calls.filter(([area]) => area !== 'preferences');
    expect(search?.[2]).toMatchObject({
      body: { filtering: [{ field: 'mailMessageId', mode: 'in', value: ['100001'] }, { field: 'status' }] },
    });
    expect(plan?.[2]).toMatchObject({ body: { selection: { workflowIds: ['w-1'] } } });
  });
});

describe('the export of the grid', () => {
  it('saves all pages with the columns of the grid, and no cell a spreadsheet would run', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => message({ id: 2000 - index }));
    rows[0] = message({ id: 2000, Sender: '=HYPERLINK("http://x")' });
    const requested: Record<string, unknown>[] = [];
    const getList = ((_resource: string, { pagination: { page, perPage }, filter }: never) => {
      requested.push(filter);
      return Promise.resolve({ data: rows.slice((page - 1) * perPage, page * perPage), total: rows.length });
    }) as unknown as AppDataProvider['getList'];
    const tasks = createTaskStore();
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (file: Blob) => {
          saved.push(file);
          return 'blob:file';
        },
        revokeObjectURL: () => undefined,
      }),
    );
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    openInspector({ dataProvider: { call, getList }, tasks });
    await screen.findByRole('link', { name: '2000' });
    fireEvent.click(screen.getByRole('button', { name: 'Export this list' }));
    await waitFor(() => expect(tasks.list()[0]).toMatchObject({ state: 'done', rows: 250 }));
    const lines = (await saved[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(251);
    expect(lines[0]).toMatch(/Message ID,From,To,Channel,Organization,Status,Type,Created$/);
    expect(lines[1]).toMatch(/^2000,"'=HYPERLINK\(""http:\/\/x""\)",/);
    expect(names[0]).toMatch(/^Messages_.*\.csv$/);
    // All pages end at the same time, so a message that arrives meanwhile moves nothing.
    const ends = requested.slice(1).map(({ until }) => until);
    expect(ends).toHaveLength(3);
    expect(new Set(ends).size).toBe(1);
    expect(messageFilter({ until: ends[0] })).toEqual({ CreatedDate_lte: ends[0] });
  });
});

const listState = (fields: Partial<ListState> = {}): ListState => ({
  page: 1,
  perPage: 20,
  sort: { field: 'MailMessageId', order: 'DESC' },
  filterValues: { from: 'all' },
  ...fields,
});

describe('the grid as a command', () => {
  const days = { from: '2026-11-01', to: '2026-11-02' };

  it('asks for the same rows', () => {
    const filterValues = { ...days, Status: '12', Type: '1', Sender: "o'neil" };
    expect(messagesCommand(listState({ filterValues, perPage: 50 }))).toBe(
      "carepost messages list --from 'o'\\''neil' --status Failed --type intake --since 2026-11-01 --until 2026-11-03 --page-size 50",
    );
  });

  it('says the order, and lists up to the page where it looks through all', () => {
    const command = messagesCommand(listState({ sort: { field: 'CreatedDate', order: 'ASC' }, page: 3, perPage: 50 }));
    expect(command).toBe('carepost messages list --sort createdDate --limit 150');
    expect(messagesCommand(listState({ page: 3, sort: { field: 'MailMessageId', order: 'ASC' } }))).toBe(
      'carepost messages list --sort id --page 3',
    );
  });

  it('is one the command line knows', () => {
    const columns = Object.fromEntries(columnNames.map((name) => [name, '2']));
    const filterValues = { ...days, ...columns, SystemReceivedDate: '2026-11-01' };
    const command = messagesCommand(listState({ filterValues, page: 2 }));
    const flags = new Set([...command.matchAll(/(?<= )--[a-z-]+/g)].map(([flag]) => flag));
    const own = messagesList?.options?.flatMap(({ flags: text }) => text.split(/[\s,]+/)) ?? [];
    expect([...flags].filter((flag) => ![...own, '--where', '--limit', '--sort'].includes(flag))).toEqual([]);
    const fields = [...command.matchAll(/--where '?(\w+)/g)].map(([, field]) => field);
    expect(fields).toEqual(['id', 'origin', 'organizationName', 'systemReceivedDate', 'systemReceivedDate']);
    expect(messagesList?.fields?.all).toEqual(expect.arrayContaining(fields));
  });
});
