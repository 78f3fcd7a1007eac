import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Call, failed, open, pageOf } from './workflowScreen.tsx';
import { workflow } from './workflowRows.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('offers to retry what is selected', async () => {
  const call = vi.fn<Call>((_area, row) =>
    row === 'plan' ? new Promise(() => undefined) : Promise.resolve(pageOf([failed])),
  );
  open(call);
  await screen.findByText('Deliver: no-route');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select this row' }));
  fireEvent.click(screen.getByRole('button', { name: 'Retry…' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      'retryjobs',
      'plan',
      { body: { selection: { workflowIds: [failed.id] }, allowDuplicate: false } },
      expect.anything(),
    ),
  );
});

describe('export', () => {
  it('writes all pages once, without formulas, and shows the progress', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (file: Blob) => {
          saved.push(file);
          return 'blob:file';
        },
        revokeObjectURL: () => undefined,
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const rows = Array.from({ length: 150 }, (_, index) =>
      workflow(index + 1, index === 0 ? { organizationName: '=cmd()' } : {}),
    );
    const call = vi.fn<Call>((_area, _row, { body }) => {
      const { pageNumber, pageSize } = body['paging'] as { pageNumber: number; pageSize: number };
      return Promise.resolve(pageOf(rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), rows.length));
    });
    const { tasks, requested } = open(call, '?status=Completed');
    await screen.findByText('m-1@carepost.example');
    fireEvent.click(screen.getByRole('button', { name: 'Export this list' }));
    await waitFor(() => expect(tasks.list()[0]?.state).toBe('done'));
    expect(tasks.list()[0]?.rows).toBe(150);
    expect(requested()?.['filtering']).toEqual([
      { field: 'status', mode: 'equals', value: 'Completed' },
      expect.objectContaining({ field: 'createdTime', mode: 'lte' }),
    ]);
    const lines = (await saved[0]?.text())?.trimEnd().split('\r\n') ?? [];
    expect(lines).toHaveLength(151);
    expect(lines[0]).toContain(
      'Created,Type,Status,Channel,Message ID,HISP message ID,Organization,Duration,Failed at',
    );
    expect(lines[1]).toContain("'=cmd()");
    vi.unstubAllGlobals();
  });
});
