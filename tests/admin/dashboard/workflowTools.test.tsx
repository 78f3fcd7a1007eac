import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ListState } from '../../../admin/components/ListToolbar.tsx';
import type { GridFilters } from '../../../admin/dashboard/grid/gridFilters.ts';
import { workflowsCommand } from '../../../admin/dashboard/grid/workflowCommand.ts';
import { commands as workflowCommands } from '../../../cli/commands/workflows.ts';
import { parseCondition } from '../../../cli/output/where.ts';
import { workflow } from './workflowRows.ts';
import { failed, open, pageOf } from './workflowScreen.tsx';

const workflowsList = workflowCommands.find(({ name }) => name === 'list');

afterEach(cleanup);

const headers = () =>
  screen
    .getAllByRole('columnheader', { hidden: true })
    .map((header) => header.textContent)
    .filter(Boolean);

describe('tools of the workflow grid', () => {
  it('show the columns chosen, in the order chosen', async () => {
    open(pageOf([failed]));
    await screen.findByText('Deliver: no-route');
    expect(headers().slice(0, 3)).toEqual(['Created', 'Type', 'Status']);
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const box = within(await screen.findByRole('dialog'));
    fireEvent.click(await box.findByRole('checkbox', { name: 'Type' }));
    fireEvent.click(box.getByRole('button', { name: 'Move Status up' }));
    fireEvent.click(box.getByRole('button', { name: 'Move Status up' }));
    await waitFor(() => expect(headers().slice(0, 2)).toEqual(['Status', 'Created']));
  });
  it('save a query without the page and without filters about a user or a message, and open it', async () => {
    const query =
      '?status=Failed,Pending&step=Deliver&sender=ann&mailTo=bob&number=7&message=m-7&q=ann&sort=duration&dir=asc&page=2';
    const { address } = open(pageOf([failed], 200), `${query}&pageSize=50`);
    await screen.findByText('Deliver: no-route');
    fireEvent.click(await screen.findByRole('button', { name: 'Saved views' }));
    expect(await screen.findByText(/^A saved query has no search, no sender/)).toBeTruthy();
    fireEvent.click(screen.getByText('Save current query...'));
    fireEvent.change(await screen.findByLabelText('Query name'), { target: { value: 'Deliver' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // A name that looks the same, an invisible one and one that is too long are refused at the field.
    fireEvent.click(await screen.findByRole('button', { name: 'Saved views' }));
    fireEvent.click(await screen.findByText('Save current query...'));
    for (const [name, problem] of [
      ['DELIVER ', 'is that of another saved view'],
      ['\u200b', 'must contain a character that can be seen'],
      ['x'.repeat(65), 'must have at most 64 characters'],
    ]) {
      fireEvent.change(await screen.findByLabelText('Query name'), { target: { value: name } });
      fireEvent.click(screen.getByRole('button', { name: 'Save' }));
      expect(await screen.findByText(`Query name ${problem}.`)).toBeTruthy();
    }
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Saved views' }));
    fireEvent.click(await screen.findByText('Deliver', { selector: '[role="menuitem"]' }));
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
  it('lead to the failures of yesterday and to what is being retried with one click', async () => {
    const { requested } = open(pageOf([failed]));
    fireEvent.click(await screen.findByRole('link', { name: 'Retrying now' }));
    await waitFor(() =>
      expect(requested()?.['filtering']).toEqual([{ field: 'status', mode: 'equals', value: 'Retrying' }]),
    );
    fireEvent.click(screen.getByRole('link', { name: 'Failed, yesterday' }));
    await waitFor(() => expect(requested()?.['filtering']).toHaveLength(3));
  });
  it('group the workflows of a message', async () => {
    open(pageOf([failed, workflow(8), workflow(9, { mailMessage: failed.mailMessage })]));
    await screen.findByText('Deliver: no-route');
    const rows = [...document.querySelectorAll('.datatable-body > .RaDataTable-row')].map((row) => row.textContent);
    expect(rows.map((text) => /m-\d/.exec(text)?.[0])).toEqual(['m-7', 'm-9', 'm-8']);
  });
});

describe('the workflow grid as a command', () => {
  const plain: ListState = { filterValues: {}, sort: { field: 'createdTime', order: 'DESC' }, perPage: 20, page: 1 };
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
    [{ ...plain, page: 2, perPage: 50 }, ' --page-size 50 --page 2'],
    [
      { ...plain, filterValues: all },
      ' --status Failed --type ProcessWorkflow --channel Fax --direction Inbound --since 2026-08-21T06:00:00.000Z --until 2026-08-21T06:10:00.000Z --step Deliver --error no-route --org o-1 --from ann --to=-b',
    ],
    [{ ...plain, filterValues: { status: 'Failed,Pending' } }, " --where 'status in (Failed,Pending)'"],
    [
      { ...plain, filterValues: { organization: "o'neil", number: '7', q: 'm-1' } },
      " --where mailMessageId=7 --where 'organizationName~o'\\''neil' --where 'hispMessageId~m-1'",
    ],
    [{ ...plain, sort: { field: 'duration', order: 'DESC' }, page: 2 }, ' --sort duration:desc --limit 40'],
    [{ ...plain, sort: { field: 'createdTime', order: 'ASC' } }, ' --sort createdTime'],
    [
      { ...plain, filterValues: { status: 'Pending' }, perPage: 25 },
      " --status Failed --where 'status in (Pending)' --limit 25",
      { status: 'Failed' },
    ],
  ] as [ListState, string, GridFilters?][])('%j', (list, text, fixed) => {
    expect(workflowsCommand(list, fixed)).toBe(`carepost workflows list${text}`);
  });
  it('is one the command line knows', () => {
    const command = workflowsCommand({
      ...plain,
      filterValues: { ...all, organization: 'o', number: '7', message: 'm' },
    });
    const known = workflowsList?.options?.flatMap(({ flags }) => flags.split(/[\s,]+/)) ?? [];
    const used = [...command.matchAll(/(?<= )--[a-z-]+/g)].map(([flag]) => flag);
    expect(used.filter((flag) => ![...known, '--where'].includes(flag))).toEqual([]);
    const fields = [...command.matchAll(/--where '?(\w+)/g)].map(([, field]) => field);
    expect(fields).toHaveLength(3);
    expect(workflowsList?.fields?.all).toEqual(expect.arrayContaining(fields));
    const several = workflowsCommand({ ...plain, filterValues: { status: 'Failed,Pending' } });
    const condition = /--where '([^']+)'/.exec(several)?.[1] ?? '';
    expect(parseCondition(condition, workflowsList?.fields ?? { all: [], table: [] })).toMatchObject({
      field: 'status',
      values: ['Failed', 'Pending'],
    });
  });
});
