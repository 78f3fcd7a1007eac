import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { auditentries } from '../../../admin/audit/index.ts';
import { menuFor } from '../../../admin/pages.ts';
import { ApiError } from '../../../shared/client/apiError.ts';
import type { AuditEntry, AuditRun } from '../../../shared/contract/audit.ts';
import type { AuditVerification } from '../../../shared/contract/auditChain.ts';
import { errorCatalogue } from '../../../shared/contract/errors.ts';
import { pageOf } from '../../support/contractApi.ts';
import { openResource } from '../components/recordScreen.tsx';

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
  isRead: false,
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

const part = (fields: Partial<AuditVerification> = {}): AuditVerification => ({
  state: 'whole',
  segments: 500,
  events: 50_000,
  problem: null,
  last: null,
  next: null,
  unsealed: 3,
  head: 'compared',
  headSegment: null,
  ...fields,
});

const open = (list: unknown, query = '', ofRun: unknown = run, verify: unknown = part()) =>
  openResource(
    { ...auditentries, path: '/admin/audit' },
    {
      'audit.list': list,
      'audit.run': ofRun,
      'audit.types': { types: ['organization'], eventTypes: [] },
      'audit.verify': verify,
    },
    query,
  );

describe('the audit page', () => {
  it('lists what was done, and opens a row to its fields, reason and reference', async () => {
    open(pageOf(entry()));
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

  it('displays the error of a refused attempt as text', async () => {
    open(pageOf(entry({ outcome: 'Refused', code: 'E-FORBIDDEN', changes: [] })));
    const table = await screen.findByRole('table');
    expect(within(table).getByText('Refused')).toBeTruthy();
    expect(within(table).getByText(errorCatalogue['E-FORBIDDEN'].message)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Show fields/ }));
    expect(screen.getByText('No field changed')).toBeTruthy();
  });

  it('sends the filters of its address, whole days in the time zone of the user', async () => {
    const { lastInput, address } = open(
      pageOf(),
      '?actor=ann&action=organizations&outcome=Invalid&from=2026-08-01&to=2026-08-02&page=1&pageSize=25',
    );
    expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
    const from = new Date('2026-08-01T00:00:00').toISOString();
    const to = new Date('2026-08-03T00:00:00').toISOString();
    expect(lastInput('audit.list')).toEqual({
      query: { pageNumber: 1, pageSize: 25, actor: 'ann', action: 'organizations', outcome: 'Invalid', from, to },
    });
    const query = new URLSearchParams(address().split('?')[1]);
    expect(JSON.parse(query.get('filter') ?? '')).toMatchObject({ actor: 'ann', outcome: 'Invalid' });
    expect(query.has('actor')).toBe(false);
  });

  it('sends a filter that is not valid as it is, for the server to refuse', async () => {
    const { inputsOf } = open(pageOf(), '?outcome=Perhaps&from=2026-13-45&to=0002-01-01&runId=a%20b&isRead=maybe');
    await screen.findByText('Nothing matches these filters.');
    const to = new Date('1900-01-03T00:00:00').toISOString();
    expect(inputsOf('audit.list')).toEqual([
      {
        query: {
          pageNumber: 1,
          pageSize: 10,
          outcome: 'Perhaps',
          from: '2026-13-45',
          to,
          runId: 'a b',
          isRead: 'maybe',
        },
      },
    ]);
    expect(inputsOf('audit.run')).toEqual([]);
  });

  it('sends a request when a filter changes, and clears all of them', async () => {
    const { lastInput } = open(pageOf(entry()));
    await screen.findByText('Organization changed');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Outcome' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Refused' }));
    await waitFor(() => expect(lastInput('audit.list')).toMatchObject({ query: { outcome: 'Refused' } }));
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'ann' } });
    await waitFor(() => expect(lastInput('audit.list')).toMatchObject({ query: { outcome: 'Refused', actor: 'ann' } }));
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() =>
      expect(lastInput('audit.list')).toEqual({ query: { isRead: false, pageNumber: 1, pageSize: 10 } }),
    );
  });

  it('shows that it loads, that nothing was recorded, and what failed', async () => {
    const { container } = open(() => new Promise(() => undefined));
    await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).not.toBeNull());
    expect(screen.queryByText('Nothing was recorded yet.')).toBeNull();
    cleanup();
    open(pageOf());
    // Changes alone are displayed until the user chooses otherwise.
    expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    cleanup();
    const { inputsOf } = open(new ApiError({ status: 503, code: 'E-UNAVAILABLE' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(inputsOf('audit.list')).toHaveLength(2));
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
  it('has its outcomes, users and reasons', async () => {
    open(pageOf(entry()), `?runId=${runId}`);
    expect(await screen.findByText('Ann Baker: 12')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Run ${runId}`);
    expect(screen.getByText('Quarterly round')).toBeTruthy();
    expect(screen.getByText('Organization changed (Done): 12')).toBeTruthy();
    expect(screen.getByText(': 11', { exact: false })).toBeTruthy();
  });

  it('of which nothing is known says so', async () => {
    open(pageOf(), `?runId=${runId}`, new ApiError({ status: 404, code: 'E-NOT-FOUND' }));
    expect(await screen.findByText(/Nothing was done under the run/)).toBeTruthy();
  });
});

describe('the verification', () => {
  const start = async (verify: unknown) => {
    open(pageOf(entry()), '', run, verify);
    fireEvent.click(await screen.findByRole('button', { name: 'Verify' }));
    return within(await screen.findByRole('dialog', { name: 'Verify the audit trail' }));
  };

  it('continues until the end of the trail and adds up what is as it was written', async () => {
    const froms: unknown[] = [];
    const dialog = await start(({ query }: { query?: { from?: number } }) => {
      froms.push(query?.from);
      return query?.from === 501 ? part({ segments: 1, events: 7, head: 'none' }) : part({ next: 501 });
    });
    expect(await dialog.findByText(/is whole: .* Events: 50,007, segments: 501, .* not sealed yet: 3\./)).toBeTruthy();
    expect(dialog.getByText(/stored no newest segment outside the database/)).toBeTruthy();
    expect(froms).toEqual([1, 501]);
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('names the first event that was tampered with', async () => {
    const problem = { kind: 'eventChanged', segment: 2, eventId: 4711 } as const;
    const dialog = await start(part({ state: 'broken', problem }));
    expect(await dialog.findByText('The audit trail was tampered with.')).toBeTruthy();
    expect(dialog.getByText('Event 4711 was changed.')).toBeTruthy();
  });

  it('that fails is repeated', async () => {
    let calls = 0;
    const dialog = await start(() => {
      calls += 1;
      if (calls === 1) throw new ApiError({ status: 503, code: 'E-UNAVAILABLE' });
      return part();
    });
    fireEvent.click(await dialog.findByRole('button', { name: /Try again|Retry/ }));
    expect(await dialog.findByText(/is whole/)).toBeTruthy();
  });
});
