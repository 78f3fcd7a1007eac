import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { ReportsPage } from '../../../admin/reports/ReportsPage.tsx';
import { TaskTray } from '../../../admin/tasks/TaskTray.tsx';
import { watchSavedFiles } from '../components/savedFiles.ts';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(cleanup);

/** The page with its tray, over a server that sends the report. */
const open = (report?: () => Response) => {
  const saved = watchSavedFiles();
  const page = (
    <>
      <ReportsPage />
      <TaskTray />
    </>
  );
  const responses = report ? { 'reports.users': report } : {};
  renderFor({ profile: user(), responses, at: '/', routes: { '/': page } });
  return saved;
};
const csv = (body: BodyInit, size: number) =>
  new Response(body, {
    headers: { 'content-disposition': 'attachment; filename="carepost_Users.csv"', 'content-length': String(size) },
  });
const tray = () => screen.findByRole('region', { name: 'Tasks' });
const bytes = (count: number) => new Uint8Array(count).fill(10);

describe('reports', () => {
  it('offers the four reports, each telling what it holds', () => {
    open();
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(names).toEqual(['Organizations', 'Direct addresses', 'Contacts and usage statistics', 'Users']);
    expect(screen.getAllByRole('button', { name: /^Download: / })).toHaveLength(4);
  });
  it('shows progress, lets the person cancel, and saves nothing then', async () => {
    const started = new ReadableStream({ start: (controller) => controller.enqueue(bytes(1024)) });
    const saved = open(() => csv(started, 2048));
    fireEvent.click(screen.getByRole('button', { name: 'Download: Users' }));
    const region = await tray();
    expect(await within(region).findByText(/1 k of 2 k, 1,023 rows/)).toBeTruthy();
    expect(within(region).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByRole('button', { name: 'Downloading: Users' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(within(region).getByRole('button', { name: 'Cancel: Users report' }));
    expect(await within(region).findByText('Canceled. Nothing was saved.')).toBeTruthy();
    expect(saved).toEqual([]);
  });
  it('tells the status of a refused download and tries again', async () => {
    let calls = 0;
    const saved = open(() => {
      calls += 1;
      if (calls === 1) throw new HttpError('no', 403);
      return csv(bytes(3), 3);
    });
    fireEvent.click(screen.getByRole('button', { name: 'Download: Users' }));
    const region = await tray();
    const alert = await within(region).findByRole('alert');
    expect(alert.textContent).toBe('Unable to download the report file. Status: 403');
    fireEvent.click(within(region).getByRole('button', { name: 'Retry: Users report' }));
    expect(await screen.findByText('Saved as carepost_Users.csv: 2 rows, 3 bytes')).toBeTruthy();
    expect(saved.map(({ name }) => name)).toEqual(['carepost_Users.csv']);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss: Users report' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Tasks' })).toBeNull());
  });
});
