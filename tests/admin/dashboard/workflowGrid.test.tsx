import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../shared/client/apiError.ts';
import { failed, open, pageOf, path } from './workflowScreen.tsx';
import { workflow } from './workflowRows.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const filterMenu = async (column: string) => {
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^Filter by ${column}(,|$)`) }));
  const menu = within(await screen.findByRole('dialog'));
  await menu.findByRole('button', { name: 'Filter' });
  return menu;
};

describe('what the grid asks for', () => {
  it('is the first 20 workflows, newest first', async () => {
    const { requested } = open(pageOf([failed]));
    await screen.findByText('Deliver: no-route');
    expect(requested()).toEqual({
      paging: { pageNumber: 1, pageSize: 20 },
      sorting: [{ field: 'createdTime', dir: 'desc' }],
      filtering: [],
    });
    const sizes = within(screen.getByRole('combobox', { name: 'Records per page' })).getAllByRole('option');
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['10', '20', '50', '100'].map((n) => `${n} per page`));
  });
  it('follows the query values of the specification as equality filters', async () => {
    const { requested } = open(
      pageOf([failed]),
      '?status=Failed&type=MessageSendWorkflow&channel=Direct&pageSize=50&page=3',
    );
    await waitFor(() => expect(requested()).toBeTruthy());
    expect(requested()).toEqual({
      paging: { pageNumber: 3, pageSize: 50 },
      sorting: [{ field: 'createdTime', dir: 'desc' }],
      filtering: [
        { field: 'status', mode: 'equals', value: 'Failed' },
        { field: 'type', mode: 'equals', value: 'MessageSendWorkflow' },
        { field: 'channel', mode: 'equals', value: 'Direct' },
      ],
    });
  });
  it('follows what numbers, charts and failure groups add: several states, a span, step, error, organization', async () => {
    const organizationId = '0191c2a0-0000-7000-8000-0000000000aa';
    const { requested } = open(
      pageOf([failed]),
      `?status=Pending,Retrying&direction=Inbound&from=2026-08-21T06:00:00.000Z&to=2026-08-21T06:10:00.000Z&step=Deliver&error=no-route&organizationId=${organizationId}`,
    );
    await waitFor(() => expect(requested()).toBeTruthy());
    expect(requested()?.['filtering']).toEqual([
      { field: 'status', mode: 'in', value: ['Pending', 'Retrying'] },
      { field: 'direction', mode: 'equals', value: 'Inbound' },
      { field: 'createdTime', mode: 'gte', value: '2026-08-21T06:00:00.000Z' },
      { field: 'createdTime', mode: 'lt', value: '2026-08-21T06:10:00.000Z' },
      { field: 'failedStep', mode: 'equals', value: 'Deliver' },
      { field: 'errorCode', mode: 'equals', value: 'no-route' },
      { field: 'organizationId', mode: 'equals', value: organizationId },
    ]);
  });
  it('leaves out of the address an order and a page that no list has', async () => {
    const { requested } = open(pageOf([failed]), '?channel=&pageSize=7&page=-2&sort=secret&dir=up');
    await waitFor(() => expect(requested()).toBeTruthy());
    expect(requested()).toMatchObject({ paging: { pageNumber: 1, pageSize: 20 }, filtering: [] });
  });
  it('refuses filters of the address that it does not know, and clears them', async () => {
    const { requested, address } = open(
      pageOf([failed]),
      `?status=Failed,Nope&from=yesterday&to=2026-02-30&organizationId=7&number=x&filter=${encodeURIComponent('{"nope":1}')}`,
    );
    const alert = await screen.findByRole('alert');
    const text = alert.textContent;
    for (const name of ['status', 'from', 'to', 'organizationId', 'number', 'nope'])
      expect(text).toContain(`${name}: `);
    expect(text).toContain('status: must be one of: Pending, ');
    expect(requested()).toBeUndefined();
    fireEvent.click(within(alert).getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Deliver: no-route')).toBeTruthy();
    expect(address()).toBe(path);
  });
  it('replaces a page size that is not offered in the address', async () => {
    const { address, requested } = open(pageOf([failed], 60), '?pageSize=7&page=2');
    await waitFor(() => expect(address()).toBe(`${path}?pageSize=20&page=2`));
    expect(requested()).toMatchObject({ paging: { pageNumber: 2, pageSize: 20 } });
  });
  it.each([
    ['123', { field: 'mailMessageId', mode: 'equals', value: 123 }],
    ['m-7@care', { field: 'hispMessageId', mode: 'contains', value: 'm-7@care' }],
  ])('a search for %s is %j', async (text, filter) => {
    const { requested, address } = open(pageOf([failed]));
    await screen.findByText('Deliver: no-route');
    const box = screen.getByRole('textbox', { name: 'Message number or ID' });
    fireEvent.change(box, { target: { value: text } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(requested()?.['filtering']).toEqual([filter]));
    expect(new URL(address(), 'http://x').searchParams.get('q')).toBe(text);
  });
});

describe('column menus', () => {
  it('filter by one of several, and the chip takes it back', async () => {
    const { requested, address } = open(pageOf([failed]), '?page=4');
    await screen.findByText('Deliver: no-route');
    const menu = await filterMenu('Type');
    fireEvent.change(menu.getByRole('combobox', { name: 'Type' }), { target: { value: 'ProcessWorkflow' } });
    fireEvent.click(menu.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(address()).toBe(`${path}?type=ProcessWorkflow`));
    await waitFor(() =>
      expect(requested()).toMatchObject({
        paging: { pageNumber: 1 },
        filtering: [{ field: 'type', mode: 'equals', value: 'ProcessWorkflow' }],
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Type: Process' }));
    await waitFor(() => expect(address()).toBe(path));
  });
  it('filter by a text and by a day', async () => {
    const { requested } = open(pageOf([failed]));
    await screen.findByText('Deliver: no-route');
    const name = await filterMenu('Organization');
    fireEvent.change(name.getByRole('textbox'), { target: { value: 'Aspen' } });
    fireEvent.click(name.getByRole('button', { name: 'Filter' }));
    await waitFor(() =>
      expect(requested()?.['filtering']).toEqual([{ field: 'organizationName', mode: 'contains', value: 'Aspen' }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const day = await filterMenu('Created');
    fireEvent.change(day.getByRole('textbox'), { target: { value: '8/21/2026' } });
    fireEvent.click(day.getByRole('button', { name: 'Filter' }));
    await waitFor(() =>
      expect(requested()?.['filtering']).toEqual([
        { field: 'createdTime', mode: 'gte', value: new Date(2026, 7, 21).toISOString() },
        { field: 'createdTime', mode: 'lt', value: new Date(2026, 7, 22).toISOString() },
        { field: 'organizationName', mode: 'contains', value: 'Aspen' },
      ]),
    );
  });
  it('sort, and so do the headings', async () => {
    const { requested, address } = open(pageOf([failed]));
    await screen.findByText('Deliver: no-route');
    const menu = await filterMenu('Channel');
    fireEvent.click(menu.getByRole('button', { name: 'Sort ascending' }));
    await waitFor(() => expect(requested()?.['sorting']).toEqual([{ field: 'channel', dir: 'asc' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Duration' }));
    await waitFor(() => expect(requested()?.['sorting']).toEqual([{ field: 'duration', dir: 'desc' }]));
    fireEvent.click(screen.getByRole('button', { name: 'Duration' }));
    await waitFor(() => expect(requested()?.['sorting']).toEqual([{ field: 'duration', dir: 'asc' }]));
    expect(address()).toBe(`${path}?sort=duration&dir=asc`);
  });
  it('say what a span finer than days is', async () => {
    open(pageOf([failed]), '?from=2026-08-21T06:00:00.000Z&to=2026-08-21T06:10:00.000Z');
    const picker = await screen.findByRole('button', { name: /^Created:/ });
    expect(picker.textContent).toMatch(/^Created: 08\/2[01]\/2026, \d\d:\d\d .* – 08\/2[01]\/2026, \d\d:\d\d/);
  });
});

describe('rows', () => {
  it('open in place to their steps with durations, for people and in ms', async () => {
    open(pageOf([failed, workflow(8)]));
    fireEvent.click(await screen.findByRole('button', { name: 'Steps of message 7' }));
    const steps = within(screen.getByRole('table', { name: 'Steps of message 7' }));
    expect(steps.getByText('1.3 s (1,250 ms)')).toBeTruthy();
    expect(steps.getAllByText(/, \d\d:\d\d:01 [AP]M$/)).toHaveLength(2);
    expect(steps.getByText('There is no route.').closest('tr')?.textContent).toContain('Deliver');
    expect(screen.getByText('3 min 12 s (192,000 ms)')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Expand all' }));
    expect(screen.getByRole('table', { name: 'Steps of message 8' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Collapse all' }));
    await waitFor(() => expect(screen.queryByRole('table', { name: /^Steps/ })).toBeNull());
  });
  it('lead to the message, by click and by keys', async () => {
    const { address } = open(pageOf([failed, workflow(8)]));
    await screen.findByText('Deliver: no-route');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(document.activeElement?.textContent).toContain('m-8@');
    if (document.activeElement) fireEvent.keyDown(document.activeElement, { key: 'Enter' });
    await waitFor(() => expect(address()).toBe('/admin/messages/8'));
  });
  it('are selected one by one, as a page, or all that match a filter', async () => {
    open(pageOf([failed, workflow(8)], 1234), '?status=Failed');
    await screen.findByText('Deliver: no-route');
    fireEvent.click(screen.getAllByRole('checkbox', { name: 'Select this row' })[0] as HTMLElement);
    const bar = within(screen.getByRole('region', { name: 'Selected workflows' }));
    expect(bar.getByText('1 workflow selected')).toBeTruthy();
    expect(bar.queryByRole('button', { name: /^Select all/ })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    fireEvent.click(bar.getByRole('button', { name: 'Select all 1,234 that match' }));
    expect(bar.getByText('1,234 workflows selected')).toBeTruthy();
    fireEvent.click(bar.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selected workflows' })).toBeNull();
  });
});

describe('when there is nothing, or something fails', () => {
  it('says that there are no workflows', async () => {
    open(pageOf([]));
    expect(await screen.findByText('There are no workflows.')).toBeTruthy();
  });
  it('says that none matches, and clears the filters', async () => {
    const { address } = open(pageOf([]), '?status=Failed&q=7');
    expect(await screen.findByText('No workflow matches the filters.')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe(path));
  });
  it('keeps the old rows while those of another search are on their way', async () => {
    const search = vi.fn<() => unknown>(() => pageOf([failed]));
    const { router } = open(search);
    await screen.findByText('Deliver: no-route');
    let arrive: (response: unknown) => void = () => undefined;
    search.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
    await act(() => router.navigate(`${path}?q=8`));
    await waitFor(() => expect(search).toHaveBeenCalledTimes(2));
    expect(screen.getByText('Deliver: no-route').closest('[aria-busy=true]')).toBeTruthy();
    expect(screen.queryByLabelText('Loading…')).toBeNull();
    act(() => arrive(pageOf([workflow(8)])));
    await waitFor(() => expect(screen.queryByText('Deliver: no-route')).toBeNull());
    expect(screen.getByText('m-8@carepost.example')).toBeTruthy();
  });
  it('keeps the old rows when the next page fails, says so and tries again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const search = vi.fn<() => unknown>(() => pageOf([failed], 60));
    open(search);
    await screen.findByText('Deliver: no-route');
    search.mockReturnValueOnce(new ApiError({ status: 503, code: 'E-UNAVAILABLE', message: 'The server is busy.' }));
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(await screen.findByText('The server is busy.')).toBeTruthy();
    expect(screen.getByText('Deliver: no-route')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('The server is busy.')).toBeNull());
  });
  it('says who may not see it', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    open(new ApiError({ status: 403, code: 'E-FORBIDDEN' }));
    expect(await screen.findByText('You are not authorized to view this resource.')).toBeTruthy();
  });
});
