import { describe, expect, it, vi } from 'vitest';
import { runReport } from '../../../admin/tasks/reportTask.ts';
import { createTaskStore, type Task } from '../../../admin/tasks/taskStore.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
async function* parts(...texts: string[]) {
  for (const text of texts) yield bytes(text);
}
const download = (body: AsyncIterable<Uint8Array>, size?: number) => ({
  fileName: 'carepost_Users_2026-01-31_10-00-00.csv',
  size,
  body,
  correlationId: undefined,
});
const only = (tasks: { list(): readonly Task[] }) => {
  const [task] = tasks.list();
  if (!task) throw new Error('There is no task.');
  return task;
};

describe('report download', () => {
  it('saves the whole file under the server’s name and counts its rows', async () => {
    const tasks = createTaskStore();
    const save = vi.fn<(file: Blob, name: string) => void>();
    const outcome = await runReport(
      tasks,
      'users',
      async () => download(parts('a,b\r\n1,', '2\r\n3,"x\ny"\r\n'), 19),
      save,
    );
    expect(outcome).toBe('saved');
    const [file, name] = save.mock.lastCall ?? [];
    expect(name).toBe('carepost_Users_2026-01-31_10-00-00.csv');
    expect(await file?.text()).toBe('a,b\r\n1,2\r\n3,"x\ny"\r\n');
    expect(only(tasks)).toMatchObject({ state: 'done', rows: 2, doneBytes: 19, title: 'tasks.report.users' });
  });
  it('saves nothing and displays the status when the server refuses', async () => {
    const tasks = createTaskStore();
    const save = vi.fn();
    const refuse = () => Promise.reject(Object.assign(new Error('no'), { status: 503 }));
    expect(await runReport(tasks, 'users', refuse, save)).toBe('failed');
    expect(only(tasks).problem).toBe('Unable to download the report file. Status: 503');
    expect(save).not.toHaveBeenCalled();
  });
  it('saves nothing when the stream breaks off', async () => {
    const tasks = createTaskStore();
    const save = vi.fn();
    async function* broken() {
      yield bytes('a\n1\n');
      throw new Error('cut');
    }
    expect(await runReport(tasks, 'users', async () => download(broken()), save)).toBe('failed');
    expect(only(tasks).problem).toBe('Unable to download the report file. Status: 0');
    expect(save).not.toHaveBeenCalled();
  });
  it('aborts the request when canceled, and saves nothing', async () => {
    const tasks = createTaskStore();
    const save = vi.fn();
    let received: AbortSignal | undefined;
    async function* endless() {
      yield bytes('a\n');
      tasks.cancel(only(tasks).id);
      yield bytes('1\n');
    }
    const outcome = await runReport(
      tasks,
      'users',
      async ({ signal }) => {
        received = signal;
        return download(endless());
      },
      save,
    );
    expect(outcome).toBe('canceled');
    expect(received?.aborted).toBe(true);
    expect(only(tasks).state).toBe('canceled');
    expect(save).not.toHaveBeenCalled();
  });
  it('starts again on Retry and replaces the failed task', async () => {
    const tasks = createTaskStore();
    const save = vi.fn();
    let calls = 0;
    const open = () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('no')) : Promise.resolve(download(parts('a\n1\n')));
    };
    await runReport(tasks, 'users', open, save);
    tasks.again(only(tasks).id);
    await vi.waitFor(() => expect(tasks.list().map(({ state }) => state)).toEqual(['done']), 10_000);
    expect(save).toHaveBeenCalledTimes(1);
  });
});
