import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Responses } from '../../support/contractApi.ts';
import { at, channelHealth, counts, firstTime } from './dashboardRecords.ts';
import { failure, open, tile } from './dashboardScreen.tsx';

let visibility: DocumentVisibilityState = 'visible';
beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('channel tiles', () => {
  it('lead from each number to exactly the workflows it counts', async () => {
    open();
    const direct = within(await tile('Inbound Messaging', 'Direct'));
    const queryOf = (name: string) =>
      Object.fromEntries(
        new URL(direct.getByRole('link', { name }).getAttribute('href') ?? '', 'http://x').searchParams,
      );
    const span = { channel: 'Direct', direction: 'Inbound', from: firstTime, to: at };
    const named = 'Inbound Messaging, Direct';
    expect(queryOf(`${named}, Success: 1,200`)).toEqual({ status: 'Completed', ...span });
    expect(queryOf(`${named}, Failure: 12`)).toEqual({ status: 'Failed', ...span });
    expect(queryOf(`${named}, Other: 3`)).toEqual({ status: 'Pending,In Progress,Retrying,Canceled', ...span });
    expect(queryOf(`${named}, Total: 1,215`)).toEqual(span);
    expect(queryOf(`${named}, Waiting: 3`)).toEqual({
      status: 'Pending,In Progress,Retrying',
      channel: 'Direct',
      direction: 'Inbound',
    });
  });
  it('say the state in a word, how old the queue is and how long the channel has been silent', async () => {
    open();
    const direct = await tile('Inbound Messaging', 'Direct');
    expect(direct.textContent).toContain('OK');
    expect(direct.textContent).toContain('Queue: 3, oldest 2 min');
    expect(direct.textContent).toContain('last message 3 min ago');
    expect(direct.textContent).toContain('1 of 40 failed in 1 h, threshold 10 %');
    expect((await tile('Inbound Messaging', 'Fax')).textContent).toContain('Warning');
    const network = await tile('Inbound Messaging', 'Network');
    expect(network.textContent).toContain('Error');
    expect(network.textContent).toContain('no message yet');
    expect((await tile('Outbound Messaging', 'Direct')).textContent).toContain('77');
  });
  it('show the course of the day as a table too, each 10 minutes a link', async () => {
    open();
    const direct = within(await tile('Inbound Messaging', 'Direct'));
    fireEvent.click(direct.getByRole('button', { name: 'Show as table: Inbound Messaging, Direct' }));
    const rows = within(direct.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(1);
    const { searchParams } = new URL(
      direct.getByRole('link', { name: 'Failures: 2' }).getAttribute('href') ?? '',
      'http://x',
    );
    expect(Object.fromEntries(searchParams)).toEqual({
      status: 'Failed',
      channel: 'Direct',
      direction: 'Inbound',
      from: '2026-08-21T06:00:00.000Z',
      to: '2026-08-21T06:10:00.000Z',
    });
  });
  it('sum up in the action that opens the failed workflows of the day', async () => {
    open();
    const action = await screen.findByRole('link', { name: 'Failed workflows (48)' });
    const { searchParams } = new URL(action.getAttribute('href') ?? '', 'http://x');
    expect(Object.fromEntries(searchParams)).toEqual({ status: 'Failed', from: firstTime, to: at });
    cleanup();
    const none = [channelHealth({ failure: 0 })];
    open({ 'diagnostics.messageCounts': { ...counts, inboundMessages: none, outboundMessages: none } });
    await tile('Inbound Messaging', 'Direct');
    expect(screen.queryByRole('link', { name: /Failed workflows/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Workflows' })).toBeTruthy();
  });
  it('sum the results by type and status', async () => {
    open();
    const failed = await screen.findByRole('link', { name: 'Send, Failed: 9' });
    expect(failed.getAttribute('href')).toContain('status=Failed&type=MessageSendWorkflow');
  });
});

describe('for the reporting role', () => {
  it('numbers are plain text, and nothing can be done', async () => {
    const { requests } = open({}, 'SysAdminReporting');
    const direct = await tile('Inbound Messaging', 'Direct');
    expect(direct.textContent).toContain('1,215');
    await screen.findByText('Failures, Direct outbound');
    await screen.findByText('server-1');
    expect(screen.queryAllByRole('link')).toEqual([]);
    for (const name of [/Acknowledge/, /Resolve:/, 'Alert rules', 'Latest failures'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(requests.map(({ name }) => name).toSorted()).toEqual([
      'diagnostics.messageCounts',
      'diagnostics.stats',
      'diagnostics.systemAlerts',
      'diagnostics.worker',
    ]);
  });
});

describe('worker statistics', () => {
  it('name queue, workers and tasks', async () => {
    open();
    const region = within(await screen.findByRole('region', { name: 'Worker statistics' }));
    const process = (await region.findByText('server-1')).closest('tr');
    expect(process?.textContent).toContain('Alive');
    expect(process?.textContent).toContain('12,345');
    expect(region.getByText('Oldest waiting job').nextElementSibling?.textContent).toBe('1 min');
    expect(region.getByText('1 of 2 in use, 0 waiting')).toBeTruthy();
    expect(region.getByText('runWorkflow').closest('tr')?.textContent).toContain('421');
  });
  it('ask for one hour of messages and conversions, or for as many as are chosen', async () => {
    const { lastInput } = open();
    const period = await screen.findByRole('combobox', { name: 'Period' });
    const requested = (hours: number) =>
      waitFor(() => expect(lastInput('diagnostics.stats')).toEqual({ query: { hours } }));
    await requested(1);
    fireEvent.change(period, { target: { value: '24' } });
    await requested(24);
  });
});

describe('refreshing', () => {
  const names = ['messageCounts', 'systemAlerts', 'worker', 'stats'] as const;
  /** Opens the dashboard; gives the number of requests for each of these rows. */
  const begin = async (responses: Responses = {}) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { inputsOf } = open(responses);
    await tile('Inbound Messaging', 'Direct');
    return () => names.map((name) => inputsOf(`diagnostics.${name}`).length);
  };

  it('asks for counts and alerts every 10 seconds and for workers every 30', async () => {
    const requestCounts = await begin();
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(requestCounts().slice(0, 3)).toEqual([2, 2, 1]));
    await vi.advanceTimersByTimeAsync(20_000);
    await waitFor(() => expect(requestCounts().slice(0, 3)).toEqual([4, 4, 2]));
  });
  it('pauses while the tab is hidden and catches up at once when it is seen again', async () => {
    const requestCounts = await begin();
    const turn = (to: DocumentVisibilityState) => {
      visibility = to;
      // As browsers tell it.
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    };
    turn('hidden');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestCounts()).toEqual([1, 1, 1, 1]);
    turn('visible');
    await vi.advanceTimersByTimeAsync(100);
    await waitFor(() => expect(requestCounts()).toEqual([2, 2, 2, 2]));
  });
  it('keeps the old numbers when it fails, says so, and tries again when asked', async () => {
    let isDown = false;
    const available = { ...counts, inboundMessages: [channelHealth({ total: 4321 })] };
    await begin({ 'diagnostics.messageCounts': () => (isDown ? failure('The server is busy.') : available) });
    isDown = true;
    await vi.advanceTimersByTimeAsync(10_000);
    const message = (await screen.findByText('The server is busy.')).closest<HTMLElement>('[role="alert"]');
    expect(message?.textContent).toContain('What you see may be out of date.');
    expect(screen.getByText('4,321')).toBeTruthy();
    isDown = false;
    if (message) fireEvent.click(within(message).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('The server is busy.')).toBeNull());
  });
});

describe('when something cannot be loaded', () => {
  it('says so where it would stand, and shows the rest', async () => {
    open({ 'diagnostics.messageCounts': failure('No database.'), 'diagnostics.worker': failure('No workers.') });
    expect(await screen.findByText('The numbers of the channels could not be loaded.')).toBeTruthy();
    expect(await screen.findByText('The worker statistics could not be loaded.')).toBeTruthy();
    expect(await screen.findByText('Failures, Direct outbound')).toBeTruthy();
  });
});
