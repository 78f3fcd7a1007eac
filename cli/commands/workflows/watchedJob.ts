import { setTimeout as delay } from 'node:timers/promises';
import type { RetryJob } from '../../../shared/contract/retryjobs.ts';
import { startProgress } from '../../output/progress.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { jobText } from './retryJobFields.ts';

const everyMs = 1000;

const wayTo = (verb: string, { id }: RetryJob): string => `carepost workflows jobs ${verb} ${id}`;

/** Who stops waiting did not stop the job. */
const stillRunning = (job: RetryJob): CliError =>
  new CliError('E-INTERRUPTED', `The retry job ${job.id} goes on at the server; only the waiting was stopped.`, {
    hint: `Look at it: ${wayTo('show', job)} - or end it: ${wayTo('cancel', job)}`,
  });

/** Follows a job to its end; a paused one is left alone. Stopped while it waits it shows how the job stood last. */
export const watchedJob = async (context: Context, job: RetryJob): Promise<RetryJob> => {
  const client = await context.client();
  const line = startProgress(context);
  let now = job;
  try {
    while (now.state === 'Running') {
      line.update(jobText(now), now);
      await delay(everyMs, undefined, { signal: context.signal });
      now = await client.retryjobs.get({ params: { id: job.id } }, { signal: context.signal, fresh: true });
    }
    return now;
  } catch (thrown) {
    line.end();
    await context.output.record({ ...now });
    if (context.signal.aborted) throw stillRunning(now);
    context.terminal.note(`The retry job goes on at the server: ${wayTo('show', job)}`);
    throw thrown;
  } finally {
    line.end();
  }
};

/** The end of a job in which something failed again. */
export const failedAgain = (job: RetryJob): CliError =>
  new CliError('E-RETRY-FAILED', `${job.failed} of ${job.total} workflows failed again.`, {
    hint: `See which: ${wayTo('items', job)} --status Failed - then: ${wayTo('retry-failed', job)}`,
  });
