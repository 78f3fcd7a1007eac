import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { run, type Runner, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { createPool } from '../database/connectionPool.ts';
import type { Database } from '../database/openDatabase.ts';
import type { TaskName } from './enqueue.ts';
import { faultOf, faultText, QueueTrouble } from './faultOf.ts';
import { takeLease } from './lease.ts';
import { silentLogger } from './migrateQueue.ts';
import type { TaskRun, Tasks } from './tasks.ts';

/** For jobs that wait for their time; new ones are announced by NOTIFY. */
const pollMs = 1_000;
const lookForOrphansMs = 1_500;
const tryAgainMs = 1_000;
/** A job that runs when the server ends is aborted after the first time, and left to another worker after the second. */
const abortAfterMs = 800;
const leaveAfterMs = 2_300;

export interface WorkerParts {
  readonly database: Pick<Database, 'target'>;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly tasks: Tasks;
  /** Jobs worked on at once. */
  readonly concurrency: number;
  /** Told how each job ended, and who this worker is. */
  readonly watch?: WorkWatch;
}

export interface WorkWatch {
  named(worker: string): void;
  begun(): void;
  ended(isDone: boolean): void;
}

/**
 * Works off the queue beside the calls of people, on connections of its own. It outlives the database: when that goes away, the
 * worker ends and a new one starts as soon as it is back. Gives back how to stop it.
 */
export function startWorker(parts: WorkerParts): () => Promise<void> {
  const ending = new AbortController();
  const running = superviseWorker(parts, ending.signal);
  return async () => {
    ending.abort();
    await Promise.race([running, delay(leaveAfterMs + 500, undefined, { ref: false })]);
  };
}

async function superviseWorker(parts: WorkerParts, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    try {
      await workUntilBroken(parts, ending);
    } catch (error) {
      if (!ending.aborted) parts.log.warn({ fault: faultOf(error) }, 'the worker of the queue starts again');
    }
    if (!ending.aborted) await delay(tryAgainMs, undefined, { signal: ending, ref: false }).catch(() => undefined);
  }
}

async function workUntilBroken(
  { database, log, tasks, concurrency, watch }: WorkerParts,
  ending: AbortSignal,
): Promise<void> {
  const { pool, cut } = createPool(
    database.target,
    // What a power failure takes from the queue's own books is a job done twice, which every task bears.
    { name: 'carepost-jobs', max: concurrency + 2, statementMs: 5_000, options: '-c synchronous_commit=off' },
    log,
  );
  bearSecondRelease(pool);
  const broken = new AbortController();
  const breakOff = (error: unknown) => broken.abort(error);
  const over = AbortSignal.any([ending, broken.signal]);
  let runner: Runner | undefined;
  let stopLease: (() => void) | undefined;
  try {
    const events = new EventEmitter();
    const named = new Promise<string>((resolve) => {
      events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => resolve(workerPool.id));
    });
    runner = await run({
      pgPool: pool,
      taskList: taskListOf(tasks, log, watch),
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      parsedCronItems: [],
      logger: silentLogger,
      gracefulShutdownAbortTimeout: abortAfterMs,
      events,
      // No batches: with them the end of a job is written without being awaited, and a lost database would end the process.
      // Jobs are taken several at a time; those that have not started after a second are returned.
      preset: {
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, localQueue: { size: concurrency, ttl: 1_000 } },
      },
    });
    runner.promise.then(() => breakOff(new QueueTrouble('The worker has ended.')), breakOff);
    const worker = await named;
    watch?.named(worker);
    stopLease = await keepLease(database, worker, over, breakOff);
    await untilAborted(over);
    if (broken.signal.aborted) throw broken.signal.reason;
  } finally {
    // Whoever does not end in time is cut off: its jobs go back to the queue with its lease.
    const ended = (async () => {
      await runner?.stop().catch(() => undefined);
      stopLease?.();
      await pool.end().catch(() => undefined);
    })();
    await Promise.race([ended, delay(leaveAfterMs, undefined, { ref: false })]);
    stopLease?.();
    cut();
  }
}

/**
 * Where its connection is lost while it ends, graphile-worker gives the one that listens back twice, and awaits neither: the error of the
 * second would end the process.
 */
export function bearSecondRelease(pool: Pool): void {
  const connect = pool.connect.bind(pool);
  type Connected = Parameters<typeof connect>[0];
  const connectOnce = (callback?: Connected) =>
    callback === undefined
      ? connect()
      : connect((error, client, release) => {
          // Without a connection, as of a pool that has ended, there is nothing to give back.
          let isReleased = client === undefined;
          callback(error, client, (destroy) => {
            if (!isReleased) release(destroy);
            isReleased = true;
          });
        });
  pool.connect = connectOnce as Pool['connect']; // One function for both of its forms, which TypeScript cannot tell apart here.
}

async function keepLease(
  database: WorkerParts['database'],
  worker: string,
  over: AbortSignal,
  breakOff: (error: unknown) => void,
): Promise<() => void> {
  const lease = await takeLease(database.target, worker, breakOff);
  const sweep = async () => {
    while (!over.aborted) {
      await lease.returnOrphans();
      await delay(lookForOrphansMs, undefined, { signal: over, ref: false }).catch(() => undefined);
    }
  };
  sweep().catch(breakOff);
  return () => lease.close();
}

/** The names and payloads were checked when the job was made; the queue carries them as plain JSON. */
function taskListOf(tasks: Tasks, log: WorkerParts['log'], watch?: WorkWatch): TaskList {
  const reported =
    (task: TaskName, work: (payload: unknown, run: TaskRun) => Promise<void>): TaskList[string] =>
    async (payload, { abortSignal, job }) => {
      watch?.begun();
      try {
        await work(payload, { signal: abortSignal });
        watch?.ended(true);
      } catch (error) {
        watch?.ended(false);
        const details = { task, job: job.id, attempt: job.attempts, fault: faultOf(error) };
        log.warn(details, 'a job has to be tried again');
        // The queue stores the text in its own tables.
        throw new QueueTrouble(faultText(error));
      }
    };
  const names = Object.keys(tasks) as TaskName[];
  // Each task takes its own payload; a loop over all of them cannot pair them, the queue's maker did.
  const taskOf = (name: TaskName) => tasks[name] as (payload: unknown, run: TaskRun) => Promise<void>;
  return Object.fromEntries(names.map((name) => [name, reported(name, taskOf(name))]));
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
