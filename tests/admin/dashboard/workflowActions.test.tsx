import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { watchSavedFiles } from '../components/savedFiles.ts';
import { retryJob } from '../retry/retryJob.ts';
import { failed, open, pageOf } from './workflowScreen.tsx';
import { workflow } from './workflowRows.ts';

afterEach(cleanup);

it('offers to retry what is selected, and unselects it once the retry has started', async () => {
  const { inputsOf } = open(pageOf([failed]), '', {
    'retryjobs.plan': { total: 1, eligible: 1, reasons: [], items: [] },
    'retryjobs.create': retryJob(),
  });
  await screen.findByText('Deliver: no-route');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select this row' }));
  fireEvent.click(screen.getByRole('button', { name: 'Retry…' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await waitFor(() =>
    expect(inputsOf('retryjobs.plan')).toEqual([
      { body: { selection: { workflowIds: [failed.id] }, allowDuplicate: false } },
    ]),
  );
  fireEvent.change(await screen.findByRole('textbox', { name: /^Reason/ }), { target: { value: 'Relay is back' } });
  fireEvent.click(screen.getByRole('button', { name: 'Retry one workflow' }));
  await waitFor(() => expect(screen.queryByText('1 workflow selected')).toBeNull());
  expect(inputsOf('retryjobs.create')).toHaveLength(1);
});

describe('export', () => {
  it('writes all pages once, without formulas, and shows the progress', async () => {
    const saved = watchSavedFiles();
    const rows = Array.from({ length: 150 }, (_, index) =>
      workflow(index + 1, index === 0 ? { organizationName: '=cmd()' } : {}),
    );
    const search = ({ body }: { body: { paging: { pageNumber: number; pageSize: number } } }) => {
      const { pageNumber, pageSize } = body.paging;
      return pageOf(rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), rows.length);
    };
    const { tasks, requested } = open(search, '?status=Completed');
    await screen.findByText('m-1@carepost.example');
    fireEvent.click(screen.getByRole('button', { name: 'Export this list' }));
    await waitFor(() => expect(tasks.list()[0]?.state).toBe('done'));
    expect(tasks.list()[0]?.rows).toBe(150);
    expect(requested()?.['filtering']).toEqual([
      { field: 'status', mode: 'equals', value: 'Completed' },
      expect.objectContaining({ field: 'createdTime', mode: 'lte' }),
    ]);
    const lines = (await saved[0]?.file.text())?.trimEnd().split('\r\n') ?? [];
    expect(lines).toHaveLength(151);
    expect(lines[0]).toContain(
      'Created,Type,Status,Channel,Message ID,HISP message ID,Organization,Duration,Failed at',
    );
    expect(lines[1]).toContain("'=cmd()");
  });
});
