import { QueryClient } from '@tanstack/react-query';
import { expose, wrap } from 'comlink';
import { memoryStore } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBulkRuns } from '../../../admin/bulk/bulkRuns.ts';
import type { JobState } from '../../../admin/bulk/bulkProtocol.ts';
import { showInterruptedRuns, type StoredRun, storedRunKey } from '../../../admin/bulk/storedRuns.ts';
import { registerErrorHandlers } from '../../../admin/providers/workerErrors.ts';
import { createTaskStore } from '../../../admin/tasks/taskStore.ts';
import { BulkError } from '../../../shared/bulk/problems.ts';
import { ApiError } from '../../../shared/client/apiError.ts';
import type { AuditRun } from '../../../shared/contract/audit.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { InProcessWorker } from './inProcessWorker.ts';

beforeEach(() => void vi.stubGlobal('Worker', InProcessWorker));
afterEach(() => void vi.unstubAllGlobals());

describe('errors between page and worker', () => {
  const thrown = {
    api: () => new ApiError({ status: 409, code: 'E-VERSION-CONFLICT', modelState: { name: ['Taken.'] } }),
    bulk: () => new BulkError('E-INPUT-CHANGED'),
    aborted: () => new DOMException('Aborted.', 'AbortError'),
  };
  const connect = () => {
    registerErrorHandlers();
    const { port1, port2 } = new MessageChannel();
    const remote = {
      fail(kind: keyof typeof thrown): string {
        throw thrown[kind]();
      },
      nameOf: (error: Error) => `${error.constructor.name}: ${error.message}`,
    };
    expose(remote, port2);
    port1.start();
    return wrap<typeof remote>(port1);
  };

  it('keep class and details when a method throws', async () => {
    const worker = connect();
    const api = await worker.fail('api').catch((error: unknown) => error);
    expect(api).toBeInstanceOf(ApiError);
    expect(api).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT', body: { errors: { name: 'Taken.' } } });
    const bulk = await worker.fail('bulk').catch((error: unknown) => error);
    expect(bulk).toBeInstanceOf(BulkError);
    expect(bulk).toMatchObject({ code: 'E-INPUT-CHANGED' });
    expect(await worker.fail('aborted').catch((error: unknown) => error)).toMatchObject({ name: 'AbortError' });
  });

  it('keep their class as arguments', async () => {
    expect(await connect().nameOf(thrown.bulk())).toBe(`BulkError: ${thrown.bulk().message}`);
  });
});

const organization = (id: string, isEnabled: boolean) => ({ id, name: `Clinic ${id}`, isEnabled, version: 1 });

/** Organizations whose login can be disabled; a write waits until the test releases it. */
const fixture = ({ list = [] as object[] } = {}) => {
  const logins = new Map(['a', 'b', 'c'].map((id) => [id, true]));
  const gate = Promise.withResolvers<void>();
  const record = (id: string) => Promise.resolve(organization(id, logins.get(id) ?? false));
  const client = {
    organizations: {
      list: () => Promise.resolve({ items: list, totalCount: list.length || 100 }),
      get: ({ params }: { params: { id: string } }) => record(params.id),
      async enable({ params, body }: { params: { id: string }; body: { enabled: boolean } }) {
        await gate.promise;
        logins.set(params.id, body.enabled);
        return record(params.id);
      },
    },
    bulkplans: { use: () => Promise.resolve({}) },
  } as unknown as Client;
  const store = memoryStore();
  store.setup();
  const tasks = createTaskStore();
  const runs = createBulkRuns({
    client: () => Promise.resolve(client),
    author: { origin: 'https://app.test', user: { subject: 'pat', name: 'Pat' } },
    renew: () => Promise.resolve(),
    tasks,
    store,
    queryClient: new QueryClient(),
  });
  const job = runs.open();
  job.show();
  const reached = <Step extends JobState['step']>(step: Step) =>
    vi.waitFor(() => {
      const { state } = job.snapshot();
      if (state.step !== step) throw new Error(`The job is ${state.step}.`);
      return state as Extract<JobState, { step: Step }>;
    }, 10_000);
  const selection = {
    action: 'orgs.login',
    cells: { enabled: false },
    names: new Map([...logins.keys()].map((id) => [id, id])),
  };
  const plan = () => job.planSelection(selection, { kind: 'some', ids: [...logins.keys()] });
  return { runs, job, tasks, store, logins, client, release: gate.resolve, reached, plan };
};

describe('bulk runs', () => {
  it('export the current values with progress', async () => {
    const list = Array.from({ length: 250 }, (_, index) => organization(String(index), true));
    const { runs } = fixture({ list });
    const progress: number[] = [];
    const file = await runs.currentValues('orgs.login', null, (rows) => progress.push(rows));
    expect((await file.text()).trim().split('\n').length).toBeGreaterThan(250);
    await vi.waitFor(() => expect(progress).toEqual([100, 200]), 10_000);
  });

  it('abort the requests of the page when planning is stopped', async () => {
    const { job, client, plan } = fixture();
    const waiting = Promise.withResolvers<AbortSignal | undefined>();
    Object.assign(client.organizations, {
      get: (_input: unknown, { signal }: { signal?: AbortSignal }) => {
        waiting.resolve(signal);
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')));
        });
      },
    });
    const planned = plan();
    const signal = await waiting.promise;
    expect(signal?.aborted).toBe(false);
    await job.stop();
    await planned;
    expect(signal?.aborted).toBe(true);
    expect(job.snapshot()).toEqual({ state: { step: 'idle' }, failure: null });
  });

  it('fail when the worker fails, and start again with a new one', async () => {
    const { job, client, reached, plan } = fixture();
    const { get } = client.organizations;
    Object.assign(client.organizations, { get: () => new Promise(() => undefined) });
    const planned = plan();
    await reached('planning');
    InProcessWorker.last?.fail('The worker ended.');
    await planned;
    expect(job.snapshot()).toMatchObject({ state: { step: 'idle' }, failure: { in: 'plan' } });
    expect(job.snapshot().failure?.error).toMatchObject({ message: 'The worker ended.' });
    Object.assign(client.organizations, { get });
    await plan();
    await reached('planned');
  });

  it('load their rows page by page from the worker', async () => {
    const { job, plan, reached } = fixture();
    await plan();
    const { plan: summary } = await reached('planned');
    expect(summary.foot.counts.update).toBe(3);
    const { data, total } = await job.rows({ list: 'changes', rowState: null, page: 2, perPage: 2 });
    expect(total).toBe(3);
    expect(data.map(({ name, line }) => [name, line])).toEqual([['Clinic c', 3]]);
  });

  it('continue in the task tray when the page is left, and can be opened again by their id', async () => {
    const { runs, job, plan, reached, tasks, release, logins, store } = fixture();
    await plan();
    await reached('planned');
    void job.apply('');
    const { plan: summary } = await reached('running');
    expect(tasks.list()).toEqual([]);
    expect(store.getItem<StoredRun>(storedRunKey(summary.run))).toMatchObject({ action: 'orgs.login', rows: 3 });
    job.hide();
    expect(tasks.list()).toMatchObject([{ state: 'running', link: `/admin/organizations/runs/${summary.run}` }]);
    release();
    await reached('ended');
    expect([...logins.values()]).toEqual([false, false, false]);
    expect(tasks.list()).toMatchObject([{ state: 'done', elsewhere: { severity: 'good', percent: 100 } }]);
    expect(store.getItem(storedRunKey(summary.run))).toBeUndefined();
    expect(runs.find(summary.run)?.snapshot().state.step).toBe('ended');
    tasks.dismiss(tasks.list()[0]?.id ?? '');
    expect(runs.find(summary.run)).toBeUndefined();
  });

  it('warn before the tab is closed, only while they are in progress', async () => {
    const { job, plan, reached, release } = fixture();
    const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await plan();
    await reached('planned');
    expect(isWarned()).toBe(false);
    void job.apply('');
    await reached('running');
    expect(isWarned()).toBe(true);
    release();
    await reached('ended');
    expect(isWarned()).toBe(false);
  });

  it('end with a plan that is not applied when the page is left', async () => {
    const { job, plan, reached, tasks } = fixture();
    await plan();
    await reached('planned');
    job.hide();
    expect(tasks.list()).toEqual([]);
  });
});

describe('interrupted runs', () => {
  const stored: StoredRun = { action: 'orgs.login', rows: 3, changes: 3, source: null, earlier: [] };
  const lockedRuns = (names: string[]) =>
    vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held: names.map((name) => ({ name })) }) } });

  const auditOf = (done: number): AuditRun => ({
    runId: 'one',
    firstAt: '2026-11-24T06:00:00Z',
    lastAt: '2026-11-24T06:00:01Z',
    actors: [],
    reasons: [],
    outcomes: [],
    actions: [
      { action: 'bulkplans.use', outcome: 'Success', count: 1 },
      { action: 'organizations.enable', outcome: 'Success', count: done },
    ],
  });
  const setUp = () => {
    const store = memoryStore({ [storedRunKey('one')]: stored, [storedRunKey('two')]: stored });
    store.setup();
    return { store, tasks: createTaskStore() };
  };

  it('are offered in the task tray until they are dismissed; those of another tab are not', async () => {
    lockedRuns(['carepost-run-two']);
    const { store, tasks } = setUp();
    await showInterruptedRuns(tasks, store, () => Promise.resolve(auditOf(2)));
    await showInterruptedRuns(tasks, store, () => Promise.resolve(auditOf(2)));
    expect(tasks.list()).toMatchObject([{ link: '/admin/organizations/runs/one', elsewhere: { severity: 'warning' } }]);
    tasks.dismiss(tasks.list()[0]?.id ?? '');
    expect(store.getItem(storedRunKey('one'))).toBeUndefined();
  });

  it('are not offered when all their changes were made', async () => {
    lockedRuns([]);
    const { store, tasks } = setUp();
    await showInterruptedRuns(tasks, store, () => Promise.resolve(auditOf(3)));
    expect(tasks.list()).toEqual([]);
    expect(store.listItems?.('bulkRun.')).toEqual({});
  });
});
