import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messagesCommand } from '../../../admin/inspector/messageCommands.ts';
import type { ListState } from '../../../admin/components/ListToolbar.tsx';
import { columnNames } from '../../../admin/inspector/messageFilters.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import { commands as messageCommands } from '../../../cli/commands/messages.ts';
import type { RequestInput, Responses } from '../../support/contractApi.ts';
import { watchSavedFiles } from '../components/savedFiles.ts';
import { message, messageSet, openInspector } from './inspectorFixture.tsx';
import { retryJob } from '../retry/retryJob.ts';

const messagesList = messageCommands.find(({ name }) => name === 'list');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rowsOf = () => document.querySelectorAll('.datatable-body > .RaDataTable-row');

const open = (list: unknown = messageSet([message()]), at = '/admin/messages', responses: Responses = {}) => {
  const view = openInspector({ at, responses: { 'inspector.mailMessages': list, ...responses } });
  return { ...view, lastQuery: () => view.lastInput('inspector.mailMessages')?.query };
};

describe('the message grid', () => {
  it('shows no drafts, the newest first, twenty a page, in the words of the specification', async () => {
    const rows = [message(), message({ id: 100_000, Status: 9, Type: 1, Channel: 'Fax' })];
    const { lastQuery } = open(messageSet(rows));
    expect(await screen.findByRole('link', { name: '100001' })).toBeTruthy();
    expect(screen.getByText('Failed')).toBeTruthy();
    expect(screen.getByText('Processed')).toBeTruthy();
    expect(screen.getByText('Intake')).toBeTruthy();
    expect(lastQuery()).toMatchObject({
      $top: '20',
      $orderby: 'MailMessageId desc',
      $filter: expect.stringContaining('IsDraft eq false') as unknown,
    });
    expect(lastQuery()?.['$skip'] ?? '0').toBe('0');
  });

  it('asks for what its address says', async () => {
    const { lastQuery } = open(
      undefined,
      '/admin/messages?q=ann&Status=12&Sender=records&from=2026-11-01&to=2026-11-02&sort=CreatedDate&dir=asc&page=2&size=50',
    );
    await screen.findByRole('link', { name: '100001' });
    const day = (text: string) => new Date(`${text}T00:00:00`).toISOString();
    expect(lastQuery()).toMatchObject({ $skip: '50', $top: '50', $orderby: 'CreatedDate asc', $search: 'ann' });
    expect(String(lastQuery()?.['$filter']).split(' and ').toSorted()).toEqual([
      "Contains(Sender,'records') eq true",
      `CreatedDate ge '${day('2026-11-01')}'`,
      `CreatedDate lt '${day('2026-11-03')}'`,
      'IsDraft eq false',
      'Status eq 12',
    ]);
  });

  it('refuses dates of the address that are none, asks for nothing, and clears them', async () => {
    const { inputsOf, address, lastQuery } = open(
      undefined,
      '/admin/messages?from=abc&to=2026-02-30&CreatedDate=all&SystemReceivedDate=soon',
    );
    const alert = await screen.findByRole('alert');
    const rule = 'must be a date, or a date and time with offset:';
    expect(within(alert).getByText(`Created from ${rule} "abc" is neither.`)).toBeTruthy();
    expect(within(alert).getByText(`Created until ${rule} "2026-02-30" is neither.`)).toBeTruthy();
    expect(within(alert).getByText(`Created ${rule} "all" is neither.`)).toBeTruthy();
    expect(within(alert).getByText(`Received ${rule} "soon" is neither.`)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Created: abc – 2026-02-30' })).toBeTruthy();
    expect(inputsOf('inspector.mailMessages')).toEqual([]);
    fireEvent.click(within(alert).getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('link', { name: '100001' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(address()).toBe('/admin/messages');
    expect(lastQuery()?.['$filter']).toContain('CreatedDate ge ');
  });

  it('takes date times of an address as they are', async () => {
    const from = '2026-11-20T10:00:00.000Z';
    const { lastQuery } = open(undefined, `/admin/messages?from=${from}&to=2026-11-20T11:00:00.000Z`);
    await screen.findByRole('link', { name: '100001' });
    expect(lastQuery()?.['$filter']).toContain(`CreatedDate ge '${from}'`);
    expect(lastQuery()?.['$filter']).toContain("CreatedDate lt '2026-11-20T11:00:00.000Z'");
    expect(screen.getByRole('button', { name: `Created: ${from} – 2026-11-20T11:00:00.000Z` })).toBeTruthy();
  });

  it('opens and closes all rows with + and -, and single ones in place', async () => {
    open(messageSet([message(), message({ id: 100_000 })]));
    await screen.findByRole('link', { name: '100001' });
    fireEvent.keyDown(document.body, { key: '+' });
    expect(await screen.findAllByRole('tab', { name: 'Workflows' })).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Details of message 100000' }));
    await waitFor(() => expect(screen.getAllByRole('tab', { name: 'Workflows' })).toHaveLength(1));
    fireEvent.keyDown(document.body, { key: '-' });
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Workflows' })).toBeNull());
  });

  it('takes + typed into the search box for what it is', async () => {
    open();
    await screen.findByRole('link', { name: '100001' });
    fireEvent.keyDown(screen.getByLabelText('Search from, to and HISP message ID'), { key: '+' });
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('keeps the old rows when a refresh fails, says why and offers Retry', async () => {
    let broken = false;
    open(() => (broken ? new HttpError('The database is away.', 503) : messageSet([message()])));
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
    const { router } = open(({ query }: RequestInput) =>
      query?.['$search'] === undefined
        ? messageSet([message()])
        : new Promise((resolve) => ways.push(() => resolve(messageSet([message({ id: 100_002 })])))),
    );
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
    open(messageSet([message({ MailTo })]));
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
    const { address, lastQuery } = open();
    await screen.findByRole('link', { name: '100001' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'Channel' } });
    await waitFor(() => expect(lastQuery()).toMatchObject({ $orderby: 'Channel desc' }));
    fireEvent.click(screen.getByRole('button', { name: 'Sort ascending' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ $orderby: 'Channel asc' }));
    fireEvent.click(screen.getByRole('button', { name: 'Filter by Status' }));
    const menu = within(await screen.findByRole('dialog'));
    fireEvent.change(await menu.findByRole('combobox', { name: 'Status' }), { target: { value: '12' } });
    fireEvent.click(menu.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(address()).toBe('/admin/messages?sort=Channel&dir=asc&Status=12'));
    await waitFor(() => expect(lastQuery()?.['$filter']).toContain('Status eq 12'));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('says when nothing matches and clears the filters', async () => {
    const { lastQuery } = open(messageSet([]), '/admin/messages?Channel=Fax');
    expect(await screen.findByText('No message matches these filters.')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    await waitFor(() => expect(lastQuery()?.['$filter']).not.toContain('Channel'));
    expect(await screen.findByText('There are no messages in this period.')).toBeTruthy();
  });

  it('leads from selected messages to a retry of their workflows', async () => {
    const { lastInput } = open(undefined, undefined, {
      'diagnostics.search': { messageHealthDataValues: [{ id: 'w-1' }], messageHealthDataValuesCount: 1 },
      'retryjobs.plan': { total: 1, eligible: 1, reasons: [], items: [] },
      'retryjobs.create': retryJob(),
    });
    await screen.findByRole('link', { name: '100001' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select this row' }));
    fireEvent.click(within(screen.getByRole('region', { name: 'Selected messages' })).getByText('Retry…'));
    expect(await screen.findByText('1 of 1 workflows can be retried.')).toBeTruthy();
    expect(lastInput('diagnostics.search')).toMatchObject({
      body: { filtering: [{ field: 'mailMessageId', mode: 'in', value: ['100001'] }, { field: 'status' }] },
    });
    expect(lastInput('retryjobs.plan')).toMatchObject({ body: { selection: { workflowIds: ['w-1'] } } });
    fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'Relay is back' } });
    fireEvent.click(screen.getByRole('button', { name: 'Retry one workflow' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected messages' })).toBeNull());
    expect(lastInput('retryjobs.create')).toMatchObject({ body: { reason: 'Relay is back' } });
  });
});

describe('the export of the grid', () => {
  it('saves all pages with the columns of the grid, and no cell a spreadsheet would run', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => message({ id: 2000 - index }));
    rows[0] = message({ id: 2000, Sender: '=HYPERLINK("http://x")' });
    const list = ({ query }: RequestInput) => {
      const [skip, top] = [Number(query?.['$skip'] ?? 0), Number(query?.['$top'])];
      return messageSet(rows.slice(skip, skip + top), rows.length);
    };
    const tasks = createTaskStore();
    const saved = watchSavedFiles();
    const { inputsOf } = openInspector({ responses: { 'inspector.mailMessages': list }, tasks });
    await screen.findByRole('link', { name: '2000' });
    fireEvent.click(screen.getByRole('button', { name: 'Export this list' }));
    await waitFor(() => expect(tasks.list()[0]).toMatchObject({ state: 'done', rows: 250 }));
    const lines = (await saved[0]?.file.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(251);
    expect(lines[0]).toMatch(/Message ID,From,To,Channel,Organization,Status,Type,Created$/);
    expect(lines[1]).toMatch(/^2000,"'=HYPERLINK\(""http:\/\/x""\)",/);
    expect(saved[0]?.name).toMatch(/^Messages_.*\.csv$/);
    // All pages end at the same time, so a message that arrives meanwhile moves nothing.
    const pages = inputsOf('inspector.mailMessages').slice(1);
    const ends = pages.map(({ query }) => /CreatedDate le '[^']+'/.exec(String(query?.['$filter']))?.[0]);
    expect(ends).toHaveLength(3);
    expect(ends[0]).toBeDefined();
    expect(new Set(ends).size).toBe(1);
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
    expect(fields).toEqual([
      'id',
      'origin',
      'organizationName',
      'createdDate',
      'systemReceivedDate',
      'systemReceivedDate',
    ]);
    expect(messagesList?.fields?.all).toEqual(expect.arrayContaining(fields));
  });
});
