import { describe, expect, it } from 'vitest';
import { byteSize, percentOf, progressText, timeLeft } from '../../../admin/tasks/taskProgress.ts';
import type { Task } from '../../../admin/tasks/taskStore.ts';

const task = (change: Partial<Task>): Task => ({
  id: '1',
  title: '',
  state: 'running',
  doneBytes: 0,
  totalBytes: undefined,
  rows: 0,
  startedAt: 0,
  changedAt: 0,
  fileName: undefined,
  problem: undefined,
  ...change,
});

describe('progress', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 k'],
    [310 * 1024, '310 k'],
    [1.5 * 1024 ** 2, '1.5 MB'],
    [310 * 1024 ** 2, '310 MB'],
    [5000 * 1024 ** 3, '5000 GB'],
  ])('%i bytes read as %s', (bytes, text) => {
    expect(byteSize(bytes)).toBe(text);
  });
  it('has a percentage only where the size is known', () => {
    expect(percentOf(task({ doneBytes: 5 }))).toBeUndefined();
    expect(percentOf(task({ doneBytes: 50, totalBytes: 200 }))).toBe(25);
    expect(percentOf(task({ doneBytes: 300, totalBytes: 200 }))).toBe(100);
  });
  it('returns the remaining time at the average rate', () => {
    expect(timeLeft(task({ doneBytes: 25, totalBytes: 100, changedAt: 10_000 }))).toBe('30 s');
    expect(timeLeft(task({ doneBytes: 1, totalBytes: 100, changedAt: 10_000 }))).toBe('17 min');
    expect(timeLeft(task({ doneBytes: 25, totalBytes: 100, changedAt: 500 }))).toBeUndefined();
    expect(timeLeft(task({ doneBytes: 25, changedAt: 10_000 }))).toBeUndefined();
  });
  it.each([
    [{}, 'tasks.starting'],
    [{ doneBytes: 9 }, 'tasks.progress'],
    [{ doneBytes: 9, totalBytes: 90 }, 'tasks.progressOf'],
    [{ state: 'done' as const, doneBytes: 9 }, 'tasks.done'],
    [{ state: 'canceled' as const, doneBytes: 9 }, 'tasks.canceled'],
  ])('%j reads as %s', (change, key) => {
    expect(progressText(task(change)).key).toBe(key);
  });
});
