import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { alert, rule } from './dashboardRecords.ts';
import { failure, open } from './dashboardScreen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('system alerts', () => {
  it('say that there are none in the words of the specification', async () => {
    open({ 'diagnostics.systemAlerts': { items: [], totalCount: 0 } });
    expect(await screen.findByText('There are currently no System Alerts')).toBeTruthy();
  });
  it('show status, measure and life, and lead to the workflows', async () => {
    const taken = alert({ state: 'acknowledged', status: 'Warn', owner: 'Kim Lee', note: 'Relay is down.' });
    open({ 'diagnostics.systemAlerts': { items: [taken], totalCount: 1 } });
    const row = (await screen.findByText('Failures, Direct outbound')).closest('tr');
    for (const text of ['Warn', '31.5 %, limit 25 %', 'Failure rate', 'Acknowledged', 'by Kim Lee', 'Relay is down.'])
      expect(row?.textContent).toContain(text);
    const link = screen.getByRole('link', { name: 'Show workflows: Failures, Direct outbound' });
    expect(link.getAttribute('href')).toBe('/admin/dashboard/messaging/workflows?status=Failed&channel=Direct');
    expect(screen.queryByRole('button', { name: /^Acknowledge:/ })).toBeNull();
  });
  it('lead nowhere else, whatever the link says', async () => {
    open({ 'diagnostics.systemAlerts': { items: [alert({ link: 'https://evil.example/' })], totalCount: 1 } });
    const link = await screen.findByRole('link', { name: /^Show workflows:/ });
    expect(link.getAttribute('href')).toBe('/admin/dashboard/messaging/workflows');
  });
  it('are acknowledged with owner and note', async () => {
    const { inputsOf } = open({ 'diagnostics.acknowledgeAlert': alert({ state: 'acknowledged' }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge: Failures, Direct outbound' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Owner' }).value).toBe('Pat Rivers');
    fireEvent.change(dialog.getByRole('textbox', { name: 'Note' }), { target: { value: ' Looking at it ' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() =>
      expect(inputsOf('diagnostics.acknowledgeAlert')).toEqual([
        {
          params: { id: alert().id },
          body: { note: 'Looking at it', owner: 'Pat Rivers', version: 4 },
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('“Failures, Direct outbound” is acknowledged.')).toBeTruthy();
  });
  it('are resolved only with a note', async () => {
    const { inputsOf } = open({ 'diagnostics.resolveAlert': alert({ state: 'resolved' }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Resolve: Failures, Direct outbound' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
    expect(await dialog.findByText('Note is required.')).toBeTruthy();
    fireEvent.change(dialog.getByRole('textbox', { name: /Note/ }), { target: { value: 'Relay restarted' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
    await waitFor(() =>
      expect(inputsOf('diagnostics.resolveAlert')).toEqual([
        {
          params: { id: alert().id },
          body: { note: 'Relay restarted', version: 4 },
        },
      ]),
    );
  });
  it('keep the dialog and say why where the server refuses', async () => {
    open({ 'diagnostics.resolveAlert': failure('The alert is resolved already.') });
    fireEvent.click(await screen.findByRole('button', { name: /^Resolve:/ }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: /Note/ }), { target: { value: 'Done' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
    expect(await dialog.findByText('The alert is resolved already.')).toBeTruthy();
  });
  it('show the resolved ones when asked', async () => {
    const { inputsOf } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Resolved, 30 days' }));
    await waitFor(() => expect(inputsOf('diagnostics.systemAlerts').at(-1)).toEqual({ query: { state: 'resolved' } }));
  });
  it('follow rules that can be changed', async () => {
    const { inputsOf } = open({ 'diagnostics.updateAlertRule': rule });
    fireEvent.click(await screen.findByRole('button', { name: 'Alert rules' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: Many failures' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit “Many failures”' }));
    const threshold = dialog.getByRole('spinbutton', { name: /Threshold/ });
    fireEvent.change(threshold, { target: { value: '0' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Enter a whole number from 1 to 1,000,000.')).toBeTruthy();
    fireEvent.change(threshold, { target: { value: '12' } });
    fireEvent.click(dialog.getByRole('switch', { name: 'Switched on' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(inputsOf('diagnostics.updateAlertRule')).toEqual([
        {
          params: { id: rule.id },
          body: {
            threshold: 12,
            windowMinutes: 60,
            minimumMessages: 20,
            severity: 'Triggered',
            isEnabled: false,
            version: 2,
          },
        },
      ]),
    );
    expect(await screen.findByRole('dialog', { name: 'Alert rules' })).toBeTruthy();
  });
});
