import type { TabChannel } from './session.ts';

/** When the session ends for want of an action of the user, in all tabs of the browser together (quality SS-1). */
export interface IdleClock {
  /** Milliseconds until the session ends; Infinity where the server ends none. */
  readonly msLeft: () => number;
  /** The user is warned so many milliseconds before the end. */
  readonly warningMs: number;
  /** Looks at the time at once. */
  readonly check: () => void;
  /** The user acts in this tab. While the warning is open an action does not count: the user has to answer it. */
  readonly act: () => void;
  /** The user answers the warning. */
  readonly stay: () => Promise<void>;
  /** Whether the last action of the user was in another tab. */
  readonly wasElsewhere: () => boolean;
  /** Calls back each time the time left falls to so many milliseconds; returns how to stop. */
  readonly whenLeft: (ms: number, callback: () => void) => () => void;
  /** Calls back with each change of the time left that a countdown shows. */
  readonly subscribe: (listener: () => void) => () => void;
  /** `X-User-Activity` of the next call: undefined while the server knows the last action. */
  readonly reportedWithCall: () => string | undefined;
  /** The call with the last report did not arrive. */
  readonly reportLost: () => void;
  /** Begins, with what the server knows of earlier actions; `report` sends a call that has no other purpose. */
  readonly start: (secondsLeft: number | null, report: () => Promise<unknown>) => void;
  readonly stop: () => void;
}

const longestWarningMs = 60_000;
const longestReportPauseMs = 60_000;
const tickMs = 1000;
/** Other tabs learn of actions no more often. */
const tellTabsEveryMs = 1000;
const acted = 'acted';

interface Threshold {
  readonly ms: number;
  readonly callback: () => void;
  isReached: boolean;
}

export const createIdleClock = (idleSeconds: number | null, tabs: TabChannel): IdleClock => {
  const idleMs = idleSeconds === null ? Number.POSITIVE_INFINITY : idleSeconds * 1000;
  const warningMs = Math.min(longestWarningMs, idleMs / 2);
  const reportPauseMs = Math.min(longestReportPauseMs, idleMs / 5);
  const thresholds = new Set<Threshold>();
  const listeners = new Set<() => void>();
  let lastActionAt = Date.now();
  /** The last action that a call of this tab has told the server. */
  let reportedActionAt = lastActionAt;
  let reportedAt = lastActionAt;
  let toldTabsAt = 0;
  let lastWasElsewhere = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  let report: () => Promise<unknown> = () => Promise.resolve();

  const msLeft = () => (timer === undefined ? Number.POSITIVE_INFINITY : lastActionAt + idleMs - Date.now());
  const sendReport = () => {
    reportedAt = Date.now();
    return report();
  };
  const tick = () => {
    const left = msLeft();
    if (lastActionAt > reportedActionAt && Date.now() - reportedAt >= reportPauseMs)
      void sendReport().catch(() => undefined);
    for (const threshold of thresholds) {
      if (left > threshold.ms) threshold.isReached = false;
      else if (!threshold.isReached) {
        threshold.isReached = true;
        threshold.callback();
      }
    }
    for (const listener of listeners) listener();
  };
  const setAction = () => {
    lastActionAt = Date.now();
    lastWasElsewhere = false;
    if (lastActionAt - toldTabsAt < tellTabsEveryMs) return;
    toldTabsAt = lastActionAt;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel has no target: only tabs of this origin listen.
    tabs.postMessage(acted);
  };
  tabs.addEventListener('message', ({ data }) => {
    if (data !== acted) return;
    // The tab of the action reports it.
    lastActionAt = Date.now();
    reportedActionAt = lastActionAt;
    lastWasElsewhere = true;
    if (timer !== undefined) tick();
  });

  return {
    msLeft,
    warningMs,
    check: () => {
      if (timer !== undefined) tick();
    },
    act: () => {
      if (timer !== undefined && msLeft() > warningMs) setAction();
    },
    stay: async () => {
      toldTabsAt = 0;
      setAction();
      const sent = sendReport();
      tick();
      await sent;
    },
    wasElsewhere: () => lastWasElsewhere,
    whenLeft: (ms, callback) => {
      const threshold = { ms, callback, isReached: false };
      thresholds.add(threshold);
      return () => thresholds.delete(threshold);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reportedWithCall: () => {
      if (timer === undefined || lastActionAt <= reportedActionAt) return undefined;
      const now = Date.now();
      [reportedActionAt, reportedAt] = [lastActionAt, now];
      // Rounded up: the server never takes an action for later than it was.
      return String(Math.ceil((now - lastActionAt) / 1000));
    },
    reportLost: () => {
      reportedActionAt = 0;
    },
    start: (secondsLeft, send) => {
      if (secondsLeft === null || !Number.isFinite(idleMs)) return;
      const now = Date.now();
      lastActionAt = Math.min(now, now + secondsLeft * 1000 - idleMs);
      [reportedActionAt, reportedAt, report] = [lastActionAt, now, send];
      timer = setInterval(tick, tickMs);
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
};

const gestures = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Takes what the user does in this window for actions. */
export const watchGestures = (clock: IdleClock): void => {
  for (const gesture of gestures) window.addEventListener(gesture, clock.act, { capture: true, passive: true });
};
