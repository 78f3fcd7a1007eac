import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { OverviewPage } from '../../../admin/home/OverviewPage.tsx';
import type { AuditEntry } from '../../../shared/contract/audit.ts';
import type { HomeNumberRow } from '../../../shared/contract/home.ts';
import { type HomeNumber, homeNumberPath, homeNumbers } from '../../../shared/rules/homeNumbers.ts';
import type { Responses } from '../../support/contractApi.ts';
import { renderAt } from '../components/renderAt.tsx';

afterEach(cleanup);

const at = '2026-11-25T12:00:00.000Z';
const organizationId = '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55';
const row = (name: HomeNumber, count: number | null, more: Partial<HomeNumberRow> = {}): HomeNumberRow => ({
  name,
  count,
  recordId: null,
  recordName: null,
  path: homeNumberPath(name, null),
  ...more,
});
const entry = (id: number, more: Partial<AuditEntry>): AuditEntry => ({
  id,
  at,
  actorId: 'a',
  actorName: 'Pat Rivers',
  action: 'organizations.update',
  targetType: 'organization',
  targetId: organizationId,
  outcome: 'Success',
  isRead: false,
  code: null,
  reason: null,
  runId: null,
  requestId: 'r',
  changes: [],
  ...more,
});
const all = homeNumbers.filter((name) => name !== 'integrationBlocked').map((name, index) => row(name, index * 1000));
const open = (responses: Responses = {}) =>
  renderAt({
    routes: { '/admin/home': <OverviewPage /> },
    at: '/admin/home',
    responses: {
      'home.numbers': { at, items: all },
      'audit.list': { items: [], totalCount: 0 },
      ...responses,
    },
  });
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe("home of the platform's administrators", () => {
  it('links each number to what it counts', async () => {
    const blocked = row('integrationBlocked', 7, {
      recordId: organizationId,
      recordName: 'Aprima',
      path: '/admin/integrations/x',
    });
    open({ 'home.numbers': { at, items: [...all, blocked] } });
    await screen.findByRole('link', { name: 'All organizations: 0' });
    expect(hrefOf('Activated: 1,000')).toBe('/admin/organizations?filter=%7B%22isActivated%22%3Atrue%7D');
    expect(hrefOf('Webhooks that fail: 7,000')).toBe('/admin/webhooks?filter=%7B%22isFailing%22%3A%22true%22%7D');
    expect(hrefOf('Certificates that end within 30 days: 8,000')).toBe(
      '/admin/certificates?filter=%7B%22endsWithinDays%22%3A%2230%22%7D',
    );
    expect(hrefOf('Failed workflows, of all time: 12,000')).toBe('/admin/dashboard/messaging/workflows?status=Failed');
    expect(hrefOf('Aprima: organizations blocked by the whitelist: 7')).toBe('/admin/integrations/x');
    expect(screen.queryByText(/blocks no integration/)).toBeNull();
    expect(screen.getByText(/^As of 11\/25\/2026/)).toBeTruthy();
  });

  it('says of a number that could not be read that it is not available, and that nothing is blocked', async () => {
    open({
      'home.numbers': { at, items: all.map((item) => (item.name === 'alertsOpen' ? { ...item, count: null } : item)) },
    });
    const label = await screen.findByText('Open alerts');
    expect(label.parentElement?.textContent).toBe('Open alertsNot available');
    expect(hrefOf('All organizations: 0')).toBeTruthy();
    expect(screen.getByText(/blocks no integration/)).toBeTruthy();
  });

  it('leads from the newest changes to their records, where these have a page and are there', async () => {
    open({
      'audit.list': {
        items: [
          entry(2, {}),
          entry(1, { action: 'organizations.delete' }),
          entry(3, { targetType: 'alert' }),
          entry(4, { action: 'webhooks.save', targetType: 'webhook' }),
        ],
        totalCount: 4,
      },
    });
    const table = await screen.findByRole('table', { name: 'Newest changes' });
    expect(within(table).getAllByRole('row')).toHaveLength(5);
    expect(
      within(table)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([`/admin/organizations/${organizationId}`, `/admin/webhooks/${organizationId}`]);
    expect(hrefOf('All changes')).toBe('/admin/audit?isRead=false');
  });

  it('shows the error of the numbers with Retry beside the changes, and says that nothing was changed', async () => {
    let isDown = true;
    open({
      'home.numbers': () => {
        if (isDown) throw new HttpError('The service is not available.', 503);
        return { at, items: all };
      },
    });
    expect(await screen.findByText('Nothing has been changed yet')).toBeTruthy();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The numbers could not be loaded.');
    isDown = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'All organizations: 0' })).toBeTruthy();
  });

  it('tells a user without permission so', async () => {
    open({ 'home.numbers': new HttpError('Forbidden.', 403) });
    const alert = await screen.findByRole('alert');
    expect(within(alert).queryByRole('button')).toBeNull();
  });
});
