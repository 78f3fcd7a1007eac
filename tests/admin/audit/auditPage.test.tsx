import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AuditPage } from '../../../admin/audit/AuditPage.tsx';
import { menuFor } from '../../../admin/pages.ts';
import type { AppDataProvider } from '../../../admin/providers/dataProvider.ts';
import { ApiError } from '../../../shared/client/apiError.ts';
import type { AuditEntry, AuditRun } from '../../../shared/contract/audit.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(cleanup);

const runId = '20260821T060000Z-k3f9';
const entry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 7,
  at: '2026-08-21T06:00:01.000Z',
  actorId: 'a',
  actorName: 'Ann Baker',
  action: 'organizations.update',
  targetType: 'organization',
  targetId: 'o-1',
  outcome: 'Success',
  code: null,
  reason: 'Quarterly round',
  runId,
  requestId: `${runId}-1`,
  changes: [{ field: 'name', before: 'Old Clinic', after: 'New Clinic' }],
  ...fields,
});
const run: AuditRun = {
  runId,
  firstAt: '2026-08-21T06:00:01.000Z',
  lastAt: '2026-08-21T06:09:01.000Z',
  actors: [{ id: 'a', name: 'Ann Baker', count: 12 }],
  reasons: [{ reason: 'Quarterly round', count: 11 }],
  actions: [{ action: 'organizations.update', outcome: 'Success', count: 12 }],
  outcomes: [
    { outcome: 'Success', count: 11 },
    { outcome: 'Invalid', count: 1 },
  ],
};

type Call = (area: string, row: string, input: { query?: object }) => Promise<unknown>;
const answering =
  (items: readonly AuditEntry[]): Call =>
  (_area, row) =>
    Promise.resolve(row === 'run' ? run : { items, totalCount: items.length });

const open = (call: Call, at = '/admin/audit') =>
  renderFor({
    profile: user(),
    dataProvider: { call: call as unknown as AppDataProvider['call'] },
    at,
    routes: { '/admin/audit': <AuditPage /> },
  });

describe('the audit page', () => {
  it('lists what was done, and opens a row to its fields, reason and reference', async () => {
    open(answering([entry()]));
    expect(await screen.findByText('Organization changed')).toBeTruthy();
    expect(screen.getByText('Ann Baker')).toBeTruthy();
    expect(screen.getByRole('link', { name: runId }).getAttribute('href')).toBe(`/admin/audit?runId=${runId}`);
    expect(screen.queryByText('New Clinic')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^Show fields: Organization changed/ }));
    expect(screen.getByText('Old Clinic')).toBeTruthy();
    expect(screen.getByText('New Clinic')).toBeTruthy();
    expect(screen.getByText('Reason: Quarterly round')).toBeTruthy();
    expect(screen.getByText(`Reference: ${runId}-1`)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Hide fields/ }));
    expect(screen.queryByText('New Clinic')).toBeNull();
  });

  it('says of a refused attempt that it was refused, and by which code', async () => {
    open(answering([entry({ outcome: 'Refused', code: 'E-FORBIDDEN', changes: [] })]));
    const table = await screen.findByRole('table');
    expect(within(table).getByText('Refused')).toBeTruthy();
    expect(within(table).getByText('E-FORBIDDEN')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Show fields/ }));
    expect(screen.getByText('No field changed')).toBeTruthy();
  });

  it('asks for what its address says, whole days in the time of the reader', async () => {
    const call = vi.fn(answering([]));
    open(
      call,
      '/admin/audit?actor=ann&action=organizations&outcome=Invalid&from=2026-08-01&to=2026-08-02&page=1&size=25',
    );
    expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
    const from = new Date('2026-08-01T00:00:00').toISOString();
    const to = new Date('2026-08-03T00:00:00').toISOString();
    expect(call.mock.calls[0]?.[2]).toEqual({
      query: { pageNumber: 1, pageSize: 25, actor: 'ann', action: 'organizations', outcome: 'Invalid', from, to },
    });
  });

  it('leaves out of an address what means nothing', async () => {
    const call = vi.fn(answering([]));
    open(call, '/admin/audit?outcome=Perhaps&from=yesterday&runId=a%20b');
    await screen.findByText('Nothing matches these filters.');
    expect(call.mock.calls.map(([, row, input]) => [row, input])).toEqual([
      ['list', { query: { pageNumber: 1, pageSize: 10 } }],
    ]);
  });

  it('asks anew as a filter is chosen, and clears all of them', async () => {
    const call = vi.fn(answering([entry()]));
    open(call);
    await screen.findByText('Organization changed');
    fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: 'Refused' } });
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'ann' } });
    await waitFor(() =>
      expect(call.mock.calls.at(-1)?.[2]).toMatchObject({ query: { outcome: 'Refused', actor: 'ann' } }),
    );
    fireEvent.click(screen.getByRole('link', { name: 'Clear filters' }));
    await waitFor(() => expect(call.mock.calls.at(-1)?.[2]).toEqual({ query: { pageNumber: 1, pageSize: 10 } }));
  });

  it('says while it loads, when nothing was recorded, and what failed', async () => {
    open(() => new Promise(() => undefined));
    expect(screen.getByRole('status', { name: /loading/i })).toBeTruthy();
    cleanup();
    open(answering([]));
    expect(await screen.findByText('Nothing was recorded yet.')).toBeTruthy();
    cleanup();
    const call = vi.fn(() => Promise.reject(new ApiError({ status: 503, code: 'E-UNAVAILABLE' })));
    open(call);
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
  });

  it('stands in the navigation of platform administrators only', () => {
    const offered = (role: string) => menuFor([role]).some(({ path }) => path === '/admin/audit');
    expect(['SysAdmin', 'SysAdminReporting', 'Administrator', 'User'].map(offered)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the page of a run', () => {
  it('says how it ended, who did it and why', async () => {
    open(answering([entry()]), `/admin/audit?runId=${runId}`);
    expect(await screen.findByText('Ann Baker: 12')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Run ${runId}`);
    expect(screen.getByText('Quarterly round')).toBeTruthy();
    expect(screen.getByText('Organization changed (Done): 12')).toBeTruthy();
    expect(screen.getByText(': 11', { exact: false })).toBeTruthy();
  });

  it('of which nothing is known says so', async () => {
    const unknown: Call = (_area, row) =>
      row === 'run'
        ? Promise.reject(new ApiError({ status: 404, code: 'E-NOT-FOUND' }))
        : Promise.resolve({ items: [], totalCount: 0 });
    open(unknown, `/admin/audit?runId=${runId}`);
    expect(await screen.findByText(/Nothing was done under the run/)).toBeTruthy();
  });
});
