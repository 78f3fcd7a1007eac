import { setTimeout as wait } from 'node:timers/promises';
import { formatDuration } from '../durations.ts';
import { CliError } from '../errors.ts';

/** Waits a random time up to `ms`, so that many machines with the same crontab do not come at once. Ctrl-C ends it. */
export const jitter = async (ms: number, signal: AbortSignal, tell: (text: string) => void): Promise<void> => {
  const chosen = Math.round(Math.random() * ms);
  if (chosen <= 0) return;
  tell(`Waiting ${formatDuration(chosen)} (--jitter).`);
  await wait(chosen, undefined, { signal });
};

/** Work that must be done within `ms`: what it waits for is ended then, and the failure says that the time is over. */
export const withDeadline = async <T>(
  ms: number | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  if (ms === undefined) return work(signal);
  const controller = new AbortController();
  const over = new CliError('E-DEADLINE', `The export did not end within ${formatDuration(ms)} (--deadline).`);
  const timer = setTimeout(() => controller.abort(over), ms);
  try {
    return await work(AbortSignal.any([signal, controller.signal]));
  } catch (error) {
    // However the stopped work failed, this is why.
    throw controller.signal.aborted && !signal.aborted ? over : error;
  } finally {
    clearTimeout(timer);
  }
};
