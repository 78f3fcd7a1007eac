import { cleanup, fireEvent, screen } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { actionText, fieldWords, valueText } from '../../../admin/components/changes/changeText.ts';
import { messages } from '../../../admin/i18n/en.ts';
import { createI18nProvider } from '../../../admin/i18n/i18nProvider.ts';
import type { HistoryEntry, OutboundJob } from '../../../shared/contract/organizationActivity.ts';
import type { Responses } from '../../support/contractApi.ts';
import { openEditor } from './editorScreen.tsx';
import { organization } from './records.ts';

afterEach(cleanup);

const { id } = organization();
const none = () => ({ items: [] });
const lists = Object.fromEntries(
  ['admins', 'devices', 'licenses', 'integrations'].map((row) => [`organizations.${row}`, none]),
);
const open = (rows: Responses, overrides = {}, hash = '') =>
  openEditor({ ...lists, ...rows }, `/admin/organizations/${id}/info${hash}`, organization(overrides), {
    apiCaptureEnabled: true,
  });
const unfold = async (title: string) => fireEvent.click(await screen.findByRole('button', { name: title }));
const translate = (key: string, values?: Record<string, unknown>) =>
  createI18nProvider(messages).translate(key, values);

const entry: HistoryEntry = {
  id: 7,
  at: '2026-05-06T10:00:00Z',
  actorName: 'Grace Hill',
  action: 'organizations.update',
  reason: 'Moved house',
  runId: null,
  requestId: 'r-1',
  changes: [
    { field: 'address.city', before: 'Boulder', after: 'Denver' },
    { field: 'isEnabled', before: true, after: false },
  ],
};
const job: OutboundJob = {
  id: 'job-1',
  kind: 'organization.sync',
  status: 'Retrying',
  attempts: 2,
  lastError: 'The service does not answer.',
  createdAt: '2026-05-06T10:00:00Z',
  nextAttemptAt: '2026-05-06T10:05:00Z',
  finishedAt: null,
};

describe('Info tab', () => {
  it('asks for nothing that is not opened', async () => {
    const { inputsOf } = open({ 'organizations.history': () => ({ items: [], totalCount: 0 }) });
    expect(await screen.findByRole('button', { name: 'Change history' })).toBeTruthy();
    expect(inputsOf('organizations.history')).toEqual([]);
    await unfold('Change history');
    expect(await screen.findByText('No changes have been recorded')).toBeTruthy();
  });
  it('shows who changed which field, from what to what, and why', async () => {
    open({ 'organizations.history': () => ({ items: [entry], totalCount: 1 }) });
    await unfold('Change history');
    expect(await screen.findByText('Organization changed')).toBeTruthy();
    expect(screen.getByText('Reason: Moved house')).toBeTruthy();
    for (const text of ['Boulder', 'Denver', 'City', 'Login Ability', 'Yes', 'No']) {
      expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
    }
  });
  it('counts usage by month', async () => {
    open({
      'organizations.usage': () => ({
        items: [{ month: '2026-05-01T00:00:00.000Z', messagesSent: 1200, messagesReceived: 30, faxPages: 4 }],
      }),
    });
    await unfold('Usage by month');
    expect(await screen.findByText('May 2026')).toBeTruthy();
    expect(screen.getByText('1,200')).toBeTruthy();
  });
  it('shows captured calls with masked values on demand', async () => {
    open(
      {
        'organizations.apiCaptures': () => ({
          items: [
            {
              id: 'c-1',
              at: '2026-05-06T10:00:00.000Z',
              expiresAt: '2026-05-13T10:00:00.000Z',
              actorName: 'Ada Moss',
              method: 'GET',
              route: '/api/users/profiledata',
              status: 200,
              durationMs: 12,
              requestId: 'r',
              query: null,
              requestBody: null,
              responseBody: { fullName: '[len 8]' },
            },
          ],
          totalCount: 1,
        }),
      },
      { apiCapture: true },
    );
    await unfold('Captured API calls');
    expect(await screen.findByText('GET /api/users/profiledata')).toBeTruthy();
    expect(screen.getByText(/The capture is on\./)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /Show the call of/ }));
    expect(screen.getByText(/\[len 8\]/)).toBeTruthy();
  });
  it('shows where a job stands and asks for another sync', async () => {
    open({ 'organizations.jobs': () => ({ items: [job], totalCount: 1 }) });
    await unfold('Sync and other outbound jobs');
    expect(await screen.findByText('Retrying')).toBeTruthy();
    expect(screen.getByText('The service does not answer.')).toBeTruthy();
    expect(screen.getByText('Sync with the customer-messaging service')).toBeTruthy();
  });
  it('opens the jobs where the address names them', async () => {
    open({ 'organizations.jobs': () => ({ items: [job], totalCount: 1 }) }, {}, '#jobs');
    expect(await screen.findByText('Retrying')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Change history' }).getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement?.textContent).toBe('Sync and other outbound jobs');
  });
  it('sees a job end without being asked', async () => {
    const jobs = vi
      .fn()
      .mockReturnValueOnce({ items: [{ ...job, status: 'In Progress' }], totalCount: 1 })
      .mockReturnValue({ items: [{ ...job, status: 'Completed' }], totalCount: 1 });
    open({ 'organizations.jobs': jobs }, {}, '#jobs');
    expect(await screen.findByText('In Progress')).toBeTruthy();
    expect(await screen.findByText('Completed')).toBeTruthy();
  });
  it('says what failed and tries again', async () => {
    const history = vi
      .fn()
      .mockImplementationOnce(() => {
        throw new HttpError('Not now.', 503, {});
      })
      .mockReturnValue({ items: [entry], totalCount: 1 });
    open({ 'organizations.history': history });
    await unfold('Change history');
    expect(await screen.findByText('Not now.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Organization changed')).toBeTruthy();
  });
});

describe('words of the history', () => {
  it.each(['jobs.organization.sync', 'jobs.westfax.sync'])('names what the server did by itself: %s', (action) => {
    expect(actionText(action, translate)).not.toBe(action);
  });
  it('names fields that stand on no form', () => {
    expect(fieldWords('apiCapture', translate)).toBe('API capture');
  });
  it('falls back to the names of the audit row', () => {
    expect(fieldWords('oid 1.2.3.isDefault', translate)).toBe('oid 1.2.3.isDefault');
    expect(actionText('area.unknown', translate)).toBe('area.unknown');
  });
  it('reads values as people do', () => {
    expect(valueText(null, translate)).toBe('(empty)');
    expect(valueText([], translate)).toBe('(empty)');
    expect(valueText(['a', true], translate)).toBe('a, Yes');
    expect(valueText({ a: 1, lastName: 'Baker' }, translate)).toBe('A: 1, Last name: Baker');
  });
});
