import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { followRetryJob } from '../../../admin/retry/followRetryJob.ts';
import { TaskList } from '../../../admin/tasks/TaskList.tsx';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import type { RetryJob } from '../../../shared/contract/retryjobs.ts';
import { RetryJobsAgain } from '../../../admin/retry/RetryJobsAgain.tsx';
import { pageOf, type RequestInput } from '../../support/contractApi.ts';
import { withApiMethods } from '../../../admin/providers/apiMethods.ts';
import { dataProviderOver } from '../components/renderAt.tsx';
import { renderFor } from '../layout/renderFor.tsx';
import { retryJob } from '../retry/retryJob.ts';
import { user } from '../providers/person.ts';
import { openInspector } from './inspectorFixture.tsx';

afterEach(cleanup);

const { id } = retryJob();
const group = {
  workflowType: 'MessageSendWorkflow',
  stepName: 'Deliver',
  errorCode: 'relay-unavailable',
  error: 'The mail relay could not be reached or asked to come back later.',
  channel: 'Direct',
  direction: 'Outbound',
  organizationId: null,
  organizationName: null,
  count: 1200,
  firstAt: '2026-11-20T10:00:00.000Z',
  lastAt: '2026-11-20T11:00:00.000Z',
};
const plan = (fields: object = {}) => ({ total: 1200, eligible: 1198, reasons: [], items: [], ...fields });

describe('failure groups', () => {
  it('each lead to exactly their workflows in the grid', async () => {
    openInspector({
      at: '/admin/messages/failures?from=2026-11-19&to=2026-11-20',
      responses: { 'retryjobs.failureGroups': { items: [group] } },
    });
    const link = await screen.findByRole('link', { name: '1,200 workflows: Deliver, relay-unavailable' });
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://app');
    expect(pathname).toBe('/admin/dashboard/messaging/workflows');
    expect(Object.fromEntries(searchParams)).toEqual({
      status: 'Failed',
      type: 'MessageSendWorkflow',
      channel: 'Direct',
      direction: 'Outbound',
      step: 'Deliver',
      error: 'relay-unavailable',
      from: '2026-11-19',
      to: '2026-11-20',
    });
  });

  it('are asked for by organization where somebody wants it', async () => {
    const { lastInput } = openInspector({
      at: '/admin/messages/failures?from=all',
      responses: { 'retryjobs.failureGroups': { items: [] } },
    });
    expect(await screen.findByText('No workflow has failed in this period.')).toBeTruthy();
    expect(lastInput('retryjobs.failureGroups')).toEqual({});
    fireEvent.click(screen.getByLabelText('Group by organization too'));
    await waitFor(() => expect(lastInput('retryjobs.failureGroups')).toEqual({ query: { byOrganization: true } }));
  });

  it('are retried as a whole: what can be retried, why not the rest, a reason, then a job in the tray', async () => {
    const tasks = createTaskStore();
    const { lastInput } = openInspector({
      at: '/admin/messages/failures?from=all',
      responses: {
        'retryjobs.failureGroups': { items: [group] },
        'retryjobs.plan': () => plan({ reasons: [{ reason: 'running', count: 2 }] }),
        'retryjobs.create': () => retryJob({ state: 'Running', pending: 1198 }),
      },
      tasks,
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Retry: Deliver, relay-unavailable, Direct' }));
    const dialog = await screen.findByRole('dialog', { name: 'Retry workflows' });
    expect(await within(dialog).findByText('1,198 of 1,200 workflows can be retried.')).toBeTruthy();
    expect(within(dialog).getByText('Running now: 2')).toBeTruthy();
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Retry 1198 workflows' }));
    expect(await within(dialog).findByText('Give a reason.')).toBeTruthy();
    const reason = within(dialog).getByLabelText<HTMLInputElement>(/^Reason/);
    expect(reason.maxLength).toBe(-1);
    fireEvent.change(reason, { target: { value: 'r'.repeat(501) } });
    expect(within(dialog).getByText('Must be 500 characters or less')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Retry 1198 workflows' }));
    expect(lastInput('retryjobs.create')).toBeUndefined();
    fireEvent.change(reason, { target: { value: 'Relay is back' } });
    fireEvent.change(within(dialog).getByLabelText('Retries a second'), { target: { value: '50' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Retry 1198 workflows' }));
    expect(await screen.findByText('The retry job has started.')).toBeTruthy();
    const created = lastInput('retryjobs.create')?.body;
    expect(created).toMatchObject({ reason: 'Relay is back', perSecond: 50, allowDuplicate: false });
    expect(created).toMatchObject({
      selection: { filtering: [{ field: 'status', value: 'Failed' }, {}, {}, {}, {}, {}] },
    });
    expect(tasks.list()[0]).toMatchObject({ title: 'retry.task.title', state: 'running' });
    expect(tasks.list()[0]?.link).toBe(`/admin/messages/retries/${retryJob().id}`);
  });

  it('warn of second deliveries only where there may be one, and plan anew when they are allowed', async () => {
    const { inputsOf } = openInspector({
      at: '/admin/messages/failures?from=all',
      responses: {
        'retryjobs.failureGroups': { items: [group] },
        'retryjobs.plan': ({ body }: { body: { allowDuplicate: boolean } }) =>
          body.allowDuplicate
            ? plan({ eligible: 1200 })
            : plan({ eligible: 0, reasons: [{ reason: 'may-duplicate', count: 1200 }] }),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Retry: Deliver/ }));
    expect(await screen.findByText('None of these workflows can be retried.')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: /they could be delivered twice/ }));
    expect(await screen.findByText('1,200 of 1,200 workflows can be retried.')).toBeTruthy();
    expect(inputsOf('retryjobs.plan')).toHaveLength(2);
  });
});

describe('retry jobs', () => {
  it('are listed with progress, and those under way can be paused', async () => {
    const running = retryJob({ state: 'Running', pending: 3, completed: 4 });
    const { lastInput } = openInspector({
      at: '/admin/messages/retries',
      responses: {
        'retryjobs.list': { items: [running], totalCount: 1 },
        'retryjobs.pause': () => retryJob({ state: 'Paused' }),
      },
    });
    expect(await screen.findByText('4 of 10 completed, 2 failed, 1 skipped')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('70');
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('The retry job is paused.')).toBeTruthy();
    expect(lastInput('retryjobs.pause')).toEqual({ params: { id } });
  });

  it.each([
    [{}, 'Some failed'],
    [{ completed: 0, failed: 10, skipped: 0 }, 'Failed'],
    [{ completed: 0, failed: 9, skipped: 1 }, 'Failed'],
    [{ completed: 0, failed: 0, skipped: 10 }, 'All skipped'],
    [{ completed: 9, failed: 0, skipped: 1 }, 'Completed'],
    [{ state: 'Canceled' as const, completed: 0, failed: 0, skipped: 10 }, 'Canceled'],
  ])('that have ended %j say %s, without a bar', async (fields, outcome) => {
    openInspector({ at: '/admin/messages/retries', responses: { 'retryjobs.list': pageOf(retryJob(fields)) } });
    expect(await screen.findByText(outcome)).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('show what came of each workflow, and retry only the failed', async () => {
    const next = `${id.slice(0, -1)}2`;
    const item = {
      workflowId: 'w',
      mailMessageId: 100_001,
      stepName: 'Deliver',
      status: 'Failed',
      reason: null,
      at: null,
    };
    const { address, lastInput } = openInspector({
      at: `/admin/messages/retries/${id}`,
      responses: {
        'retryjobs.get': ({ params }: RequestInput) => retryJob({ ...params }),
        'retryjobs.items': pageOf(item),
        'retryjobs.retryFailed': retryJob({ id: next, state: 'Running' }),
      },
    });
    expect((await screen.findByRole('link', { name: '100001' })).getAttribute('href')).toBe('/admin/messages/100001');
    fireEvent.click(screen.getByRole('button', { name: 'Retry only the failed' }));
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Once more' } });
    fireEvent.click(screen.getByRole('button', { name: 'Retry 2 workflows' }));
    await waitFor(() => expect(address()).toBe(`/admin/messages/retries/${next}`));
    expect(lastInput('retryjobs.retryFailed')).toMatchObject({
      body: { reason: 'Once more' },
    });
  });
});

describe('a retry job in the task tray', () => {
  it('is followed until it ends, wherever the person goes', async () => {
    const states = [retryJob({ state: 'Running', pending: 5, completed: 2 }), retryJob()];
    const { provider } = dataProviderOver({ 'retryjobs.get': () => states.shift() ?? retryJob() });
    const tasks = createTaskStore();
    const onEnd = vi.fn();
    followRetryJob(tasks, withApiMethods(provider), retryJob({ state: 'Running', pending: 10, completed: 0 }), {
      everyMs: 1,
      onEnd,
    });
    expect(tasks.list()[0]).toMatchObject({ state: 'running', elsewhere: { percent: 30 } });
    expect(onEnd).not.toHaveBeenCalled();
    await vi.waitFor(
      () => expect(tasks.list()[0]).toMatchObject({ state: 'done', elsewhere: { percent: 100 } }),
      10_000,
    );
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it.each([
    [{ completed: 0, failed: 10, skipped: 0 }, 'Failed: 0 of 10 completed, 10 failed, 0 skipped', 'Error'],
    [{}, 'Some failed: 7 of 10 completed, 2 failed, 1 skipped', 'Warning'],
    [{ completed: 10, failed: 0, skipped: 0 }, '10 of 10 completed, 0 failed, 0 skipped', 'CheckCircle'],
    [
      { state: 'Canceled' as const, completed: 4, failed: 0, skipped: 6 },
      'Canceled: 4 of 10 completed, 0 failed, 6 skipped',
      'Block',
    ],
  ])('that ended as %j says so by words and icon', async (fields, text, icon) => {
    const tasks = createTaskStore();
    const { provider } = dataProviderOver({});
    renderFor({ profile: user(), at: '/', routes: { '/': <TaskList /> }, tasks });
    act(() => followRetryJob(tasks, withApiMethods(provider), retryJob(fields)));
    const line = (await screen.findByText(text)).closest('li');
    expect(line?.querySelector('svg')?.dataset['testid']).toMatch(new RegExp(`^${icon}`));
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });

  it('is canceled on the server, and says so when that fails', async () => {
    const { provider } = dataProviderOver({
      'retryjobs.get': retryJob({ state: 'Running' }),
      'retryjobs.cancel': new HttpError('The job has ended.', 409, { code: 'E-RETRY-JOB-STATE' }),
    });
    const tasks = createTaskStore();
    followRetryJob(tasks, withApiMethods(provider), retryJob({ state: 'Running' }), { everyMs: 1 });
    tasks.cancel(tasks.list()[0]?.id ?? '');
    await vi.waitFor(
      () => expect(tasks.list()[0]).toMatchObject({ state: 'failed', problem: 'The job has ended.' }),
      10_000,
    );
  });

  const reload = (items: readonly RetryJob[], roles: 'SysAdmin' | 'SysAdminReporting' = 'SysAdmin') => {
    const tasks = createTaskStore();
    const { requests } = renderFor({
      profile: user({ roles: [roles] }),
      at: '/',
      routes: { '/': <RetryJobsAgain afterMs={0} /> },
      responses: { 'retryjobs.list': pageOf(...items), 'retryjobs.get': items[0] },
      tasks,
    });
    return { tasks, requests };
  };

  it('is followed again after a reload, if this person began it and it is under way', async () => {
    const running = retryJob({ state: 'Running', pending: 5, completed: 2 });
    const { tasks, requests } = reload([
      retryJob({ id: 'of-a-colleague', state: 'Running', createdById: 'another person of the same name' }),
      running,
      retryJob({ id: 'ended' }),
    ]);
    await waitFor(() => expect(tasks.list()).toHaveLength(1));
    expect(tasks.list()[0]).toMatchObject({ state: 'running', elsewhere: { id: running.id, percent: 50 } });
    expect(requests.map(({ name }) => name)).toEqual(['retryjobs.list']);
  });

  it('is asked for by nobody who may not run retry jobs', async () => {
    const reporting = reload([retryJob({ state: 'Running' })], 'SysAdminReporting');
    const other = reload([retryJob({ state: 'Running' })]);
    await waitFor(() => expect(other.tasks.list()).toHaveLength(1));
    expect(reporting.requests).toEqual([]);
  });

  it('is followed once, however often it is found', () => {
    const { provider } = dataProviderOver({ 'retryjobs.get': retryJob({ state: 'Running' }) });
    const tasks = createTaskStore();
    followRetryJob(tasks, withApiMethods(provider), retryJob({ state: 'Running' }));
    followRetryJob(tasks, withApiMethods(provider), retryJob({ state: 'Running' }));
    expect(tasks.list()).toHaveLength(1);
  });
});
