import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { workflowsCommand } from '../../../admin/dashboard/grid/workflowCommand.ts';
import { commands as workflowCommands } from '../../../cli/commands/workflows.ts';
import { parseCondition } from '../../../cli/output/where.ts';
import { type Call, failed, open, pageOf } from './workflowScreen.tsx';
import { preferences } from '../providers/answers.ts';

const workflowsList = workflowCommands.find(({ name }) => name === 'list');

afterEach(cleanup);

/** The grid, and the settings of a person as the server keeps them. */
const answering = (stored: Record<string, unknown> = {}) => {
  const settings = preferences(stored);
  return vi.fn<Call>((area, row, input) =>
    Promise.resolve(
      area === 'preferences'
        ? settings[`preferences.${row === 'save' ? 'save' : 'get'}`](input as never)
        : pageOf([failed]),
    ),
  );
};
const tool = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

describe('tools of the workflow grid', () => {
  it('show the columns chosen, always with the message, and keep the choice', async () => {
    const stored: Record<string, unknown> = { 'workflows.columns': ['status', 'type'] };
    open(answering(stored));
    await waitFor(() => expect(headers()).toEqual(['Message', 'Status', 'Type']));
    const box = await tool('Columns');
    fireEvent.click(await box.findByRole('checkbox', { name: 'Duration' }));
    fireEvent.click(box.getByRole('button', { name: 'Save columns' }));
    await waitFor(() => expect(headers()).toEqual(['Message', 'Status', 'Type', 'Duration']));
    expect(stored['workflows.columns']).toEqual(['mailMessageId', 'status', 'type', 'duration']);
  });
  it('keep a view without the page and without words about persons and messages, and open it', async () => {
    const stored: Record<string, unknown> = {};
    const query =
      '?status=Failed,Pending&step=Deliver&sender=ann&mailTo=bob&number=7&message=m-7&q=ann&sort=duration&dir=asc&page=2';
    const { address } = open(answering(stored), `${query}&pageSize=50`);
    const box = await tool('Saved views');
    fireEvent.change(await box.findByLabelText('Name of a new view'), { target: { value: 'Deliver' } });
    fireEvent.click(box.getByRole('button', { name: 'Save view' }));
    await screen.findByText('The view Deliver was saved.');
    expect(stored['workflows.views']).toEqual([
      {
        name: 'Deliver',
        filters: { status: 'Failed,Pending', step: 'Deliver' },
        sort: 'duration',
        descending: false,
        pageSize: 50,
      },
    ]);
    expect(box.getByText(/^A view keeps no search, no sender/)).toBeTruthy();
    fireEvent.click(box.getByRole('button', { name: 'Deliver' }));
    await waitFor(() =>
      expect(Object.fromEntries(new URL(address(), 'http://app').searchParams)).toEqual({
        status: 'Failed,Pending',
        step: 'Deliver',
        sort: 'duration',
        dir: 'asc',
        pageSize: '50',
      }),
    );
  });
});

describe('the workflow grid as a command', () => {
  const plain = {
    filters: {},
    fixed: {},
    search: '',
    sort: 'createdTime',
    descending: true,
    size: 20,
    page: 1,
  } as const;
  const all = {
    status: 'Failed',
    type: 'ProcessWorkflow',
    channel: 'Fax',
    direction: 'Inbound',
    from: '2026-08-21T06:00:00.000Z',
    to: '2026-08-21T06:10:00.000Z',
    step: 'Deliver',
    error: 'no-route',
    organizationId: 'o-1',
    sender: 'ann',
    mailTo: '-b',
  };
  it.each([
    [plain, ''],
    [{ ...plain, page: 2, size: 50 }, ' --page-size 50 --page 2'],
    [
      { ...plain, filters: all },
      ' --status Failed --type ProcessWorkflow --channel Fax --direction Inbound --since 2026-08-21T06:00:00.000Z --until 2026-08-21T06:10:00.000Z --step Deliver --error no-route --org o-1 --from ann --to=-b',
    ],
    [{ ...plain, filters: { status: 'Failed,Pending' } }, " --where 'status in (Failed,Pending)'"],
    [
      { ...plain, filters: { organization: "o'neil", number: '7' }, search: 'm-1' },
      " --where mailMessageId=7 --where 'organizationName~o'\\''neil' --where 'hispMessageId~m-1'",
    ],
    [{ ...plain, sort: 'duration' as const, page: 2 }, ' --sort duration:desc --limit 40'],
    [{ ...plain, descending: false }, ' --sort createdTime'],
    [
      { ...plain, fixed: { status: 'Failed' }, filters: { status: 'Pending' }, size: 25 },
      " --status Failed --where 'status in (Pending)' --limit 25",
    ],
  ])('%j', (grid, text) => {
    expect(workflowsCommand(grid)).toBe(`carepost workflows list${text}`);
  });
  it('is one the command line knows', () => {
    const command = workflowsCommand({ ...plain, filters: { ...all, organization: 'o', number: '7', message: 'm' } });
    const known = workflowsList?.options?.flatMap(({ flags }) => flags.split(/[\s,]+/)) ?? [];
    const used = [...command.matchAll(/(?<= )--[a-z-]+/g)].map(([flag]) => flag);
    expect(used.filter((flag) => ![...known, '--where'].includes(flag))).toEqual([]);
    const fields = [...command.matchAll(/--where '?(\w+)/g)].map(([, field]) => field);
    expect(fields).toHaveLength(3);
    expect(workflowsList?.fields?.all).toEqual(expect.arrayContaining(fields));
    const several = workflowsCommand({ ...plain, filters: { status: 'Failed,Pending' } });
    const condition = /--where '([^']+)'/.exec(several)?.[1] ?? '';
    expect(parseCondition(condition, workflowsList?.fields ?? { all: [], table: [] })).toMatchObject({
      field: 'status',
      values: ['Failed', 'Pending'],
    });
  });
});
