import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IdleWarning } from '../../../admin/layout/IdleWarning.tsx';
import { createIdleClock, type IdleClock } from '../../../admin/providers/idleClock.ts';
import { createTabs } from '../providers/provider.ts';
import { user } from '../providers/person.ts';
import { openSession, renderFor } from './renderFor.tsx';

let clock: IdleClock;
const report = vi.fn(() => Promise.resolve());
const leaveFor = vi.fn();
const newTab = createTabs();
/** A page whose session ends after so many seconds without an action. */
const open = (idleSeconds: number) => {
  clock = createIdleClock(idleSeconds, newTab());
  clock.start(idleSeconds, report);
  const page = (
    <main>
      <p>Page</p>
      <IdleWarning />
    </main>
  );
  renderFor({ routes: { '/': page }, at: '/', profile: user(), idle: clock, session: openSession({ leaveFor }) });
};
beforeEach(() => {
  vi.useFakeTimers();
  report.mockClear();
  open(900);
});
afterEach(() => {
  cleanup();
  clock.stop();
  vi.useRealTimers();
});
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

it('opens a minute before the end, counts down, and announces only some of the seconds', async () => {
  await pass(839);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await pass(1);
  const dialog = screen.getByRole('alertdialog', { name: 'You will be logged out soon' });
  expect(dialog.textContent).toContain('60 seconds left');
  await pass(5);
  expect(screen.getByRole('timer').textContent).toBe('55 seconds left');
  expect(screen.getByRole('alert').textContent).toBe('60 seconds left');
  await pass(26);
  expect(screen.getByRole('timer').textContent).toBe('29 seconds left');
  expect(screen.getByRole('alert').textContent).toBe('30 seconds left');
  await pass(28);
  expect(screen.getByRole('timer').textContent).toBe('One second left');
});

it('announces no more time than is left, where the session is so short that the warning is too', async () => {
  cleanup();
  clock.stop();
  open(24);
  await pass(12);
  expect(screen.getByRole('timer').textContent).toBe('12 seconds left');
  expect(screen.getByRole('alert').textContent).toBe('12 seconds left');
  await pass(3);
  expect(screen.getByRole('timer').textContent).toBe('9 seconds left');
  expect(screen.getByRole('alert').textContent).toBe('10 seconds left');
});

it.each([
  ['the button, which has the focus', () => fireEvent.click(document.activeElement ?? document.body)],
  ['Escape', () => fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' })],
])('closes by %s: the session goes on, and the server learns of it at once', async (_name, answer) => {
  await pass(870);
  expect(document.activeElement?.textContent).toBe('Stay signed in');
  answer();
  await pass(1);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(report).toHaveBeenCalledTimes(1);
  expect(clock.msLeft()).toBe(899_000);
});

it('closes in every tab when one of them is answered', async () => {
  const other = createIdleClock(900, newTab());
  other.start(900, report);
  await pass(870);
  await act(() => other.stay());
  await pass(1);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  other.stop();
});

it('leads to the sign-out', async () => {
  await pass(870);
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(leaveFor).toHaveBeenCalledWith('/account/logout');
});
