import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../../../admin/providers/client.ts';
import { createIdleClock, type IdleClock, watchGestures } from '../../../admin/providers/idleClock.ts';
import { config, createTabs } from './provider.ts';

const minute = 60_000;
let clocks: IdleClock[] = [];
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const clock of clocks) clock.stop();
  clocks = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** As the server counts: what it hears of is the age of the last action. */
const open = (tabs = createTabs()(), secondsLeft = 900) => {
  const clock = createIdleClock(900, tabs);
  clocks.push(clock);
  const reported: (string | undefined)[] = [];
  clock.start(secondsLeft, async () => void reported.push(clock.reportedWithCall()));
  return { clock, reported };
};
const pass = (ms: number) => vi.advanceTimersByTime(ms);

describe('the idle clock', () => {
  it('begins with what the server knows: loading a page is no action', () => {
    const { clock } = open(undefined, 300);
    expect(clock.msLeft()).toBe(5 * minute);
    expect(clock.reportedWithCall()).toBeUndefined();
  });
  it('tells the server of each action once, with its age rounded up', () => {
    const { clock } = open();
    pass(4000);
    clock.act();
    pass(2500);
    expect(clock.reportedWithCall()).toBe('3');
    expect(clock.reportedWithCall()).toBeUndefined();
    clock.reportLost();
    expect(clock.reportedWithCall()).toBe('3');
  });
  it('sends a call of its own where the page sends none for a minute, and none without an action', () => {
    const { clock, reported } = open();
    pass(10_000);
    clock.act();
    pass(49_000);
    expect(reported).toEqual([]);
    pass(2000);
    expect(reported).toEqual(['50']);
    pass(10 * minute);
    expect(reported).toHaveLength(1);
  });
  it('calls back once when the time left is reached, and again after another action', async () => {
    const { clock } = open();
    const [warned, ended] = [vi.fn(), vi.fn()];
    clock.whenLeft(clock.warningMs, warned);
    clock.whenLeft(0, ended);
    pass(14 * minute);
    expect(warned).toHaveBeenCalledTimes(1);
    await clock.stay();
    pass(13 * minute);
    expect(warned).toHaveBeenCalledTimes(1);
    pass(minute);
    expect(warned).toHaveBeenCalledTimes(2);
    expect(ended).not.toHaveBeenCalled();
    pass(minute);
    expect(ended).toHaveBeenCalledTimes(1);
  });
  it('knows whether the last action was in another tab; a tab that knows of none takes it for its own', () => {
    const tab = createTabs();
    const [first, second] = [open(tab()).clock, open(tab()).clock];
    expect([first.wasElsewhere(), second.wasElsewhere()]).toEqual([false, false]);
    second.act();
    expect([first.wasElsewhere(), second.wasElsewhere()]).toEqual([true, false]);
    pass(2000);
    first.act();
    expect([first.wasElsewhere(), second.wasElsewhere()]).toEqual([false, true]);
  });
  it('is not moved by a gesture while the warning waits for an answer', () => {
    const { clock } = open();
    pass(14 * minute + 1000);
    clock.act();
    expect(clock.msLeft()).toBe(minute - 1000);
  });
  it('notices the end of a computer that slept as soon as it is looked at', () => {
    const { clock } = open();
    const ended = vi.fn();
    clock.whenLeft(0, ended);
    vi.setSystemTime(Date.now() + 60 * minute);
    clock.check();
    expect(ended).toHaveBeenCalledTimes(1);
  });
  it('counts an action in one tab for all of them, and the tab of the action reports it', () => {
    const newTab = createTabs();
    const [first, second] = [open(newTab()), open(newTab())];
    pass(10 * minute);
    first.clock.act();
    expect(second.clock.msLeft()).toBe(15 * minute);
    pass(1000);
    expect(first.reported).toHaveLength(1);
    expect(second.reported).toEqual([]);
  });
  it('takes pointer, keys, wheel and touch for actions', () => {
    const { clock } = open();
    watchGestures(clock);
    for (const gesture of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
      pass(minute);
      window.dispatchEvent(new Event(gesture));
      expect(clock.msLeft()).toBe(15 * minute);
    }
    pass(minute);
    for (const event of ['scroll', 'focus', 'message']) window.dispatchEvent(new Event(event));
    expect(clock.msLeft()).toBe(14 * minute);
  });
  it('never ends where the server ends nothing', () => {
    const clock = createIdleClock(null, createTabs()());
    clock.start(null, () => Promise.reject(new Error('No call.')));
    pass(60 * minute);
    clock.act();
    expect([clock.msLeft(), clock.reportedWithCall()]).toEqual([Number.POSITIVE_INFINITY, undefined]);
  });
});

describe('calls of the web application', () => {
  it('carry an action once; polls after it carry nothing', async () => {
    // Requests take real time; the clock of the page stands still until it is moved.
    vi.useFakeTimers({ toFake: ['Date'] });
    const sent: (string | null)[] = [];
    vi.stubGlobal('fetch', async (request: Request) => {
      sent.push(request.headers.get('x-user-activity'));
      if (sent.length === 1) throw new TypeError('Failed to fetch');
      return new Response('{"idleSecondsLeft":900}', { headers: { 'content-type': 'application/json' } });
    });
    const { clock } = open();
    const token = { accessToken: 'a', expiresAt: Number.POSITIVE_INFINITY };
    const supply = { current: () => token, renew: () => Promise.resolve(token) };
    const client = createApiClient(config, supply, { retry: { attempts: 1 }, idle: clock });
    vi.setSystemTime(Date.now() + 2);
    clock.act();
    await expect(client.account.session()).rejects.toThrow();
    // The report that was lost goes with the next call.
    await client.account.session();
    await client.account.session();
    expect(sent).toEqual([expect.stringMatching(/^[01]$/), expect.stringMatching(/^[01]$/), null]);
  });
});
