import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ReportsPage } from '../../../admin/reports/ReportsPage.tsx';
import { runReport } from '../../../admin/tasks/reportTask.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import { TaskTray } from '../../../admin/tasks/TaskTray.tsx';
import { renderFor } from '../layout/renderFor.tsx';
import { user } from '../providers/person.ts';

afterEach(cleanup);

/** The page with its tray, over a server the test speaks for. */
const open = (response: (signal: AbortSignal) => AsyncIterable<Uint8Array> | Error) => {
  const tasks = createTaskStore();
  const save = vi.fn<(file: Blob, name: string) => void>();
  const exportReport = vi.fn((report: string) =>
    runReport(
      tasks,
      report,
      async ({ signal }) => {
        const body = response(signal);
        if (body instanceof Error) throw body;
        return { fileName: 'carepost_Users.csv', size: 2048, body, correlationId: undefined };
      },
      save,
    ),
  );
  const page = (
    <>
      <ReportsPage />
      <TaskTray />
    </>
  );
  renderFor({ profile: user(), tasks, dataProvider: { exportReport }, at: '/', routes: { '/': page } });
  return { save, exportReport };
};
const tray = () => screen.findByRole('region', { name: 'Tasks' });
const bytes = (count: number) => new Uint8Array(count).fill(10);

describe('reports', () => {
  it('offers the four reports, each telling what it holds', () => {
    open(() => new Error());
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(names).toEqual(['Organizations', 'Direct addresses', 'Contacts and usage statistics', 'Users']);
    expect(screen.getAllByRole('button', { name: /^Download: / })).toHaveLength(4);
  });
  it('shows progress, lets the person cancel, and saves nothing then', async () => {
    const { save } = open(async function* (signal: AbortSignal) {
      yield bytes(1024);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    fireEvent.click(screen.getByRole('button', { name: 'Download: Users' }));
    const region = await tray();
    expect(await within(region).findByText(/1 k of 2 k, 1,023 rows/)).toBeTruthy();
    expect(within(region).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByRole('button', { name: 'Downloading: Users' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(within(region).getByRole('button', { name: 'Cancel: Users report' }));
    expect(await within(region).findByText('Canceled. Nothing was saved.')).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
  });
  it('tells the status of a refused download and tries again', async () => {
    let calls = 0;
    const { save } = open(() => {
      calls += 1;
      if (calls === 1) return Object.assign(new Error('no'), { status: 403 });
      return (async function* () {
        yield bytes(3);
      })();
    });
    fireEvent.click(screen.getByRole('button', { name: 'Download: Users' }));
    const region = await tray();
    const alert = await within(region).findByRole('alert');
    expect(alert.textContent).toBe('Unable to download the report file. Status: 403');
    fireEvent.click(within(region).getByRole('button', { name: 'Retry: Users report' }));
    expect(await screen.findByText('Saved as carepost_Users.csv: 2 rows, 3 bytes')).toBeTruthy();
    expect(save).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss: Users report' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Tasks' })).toBeNull());
  });
});
