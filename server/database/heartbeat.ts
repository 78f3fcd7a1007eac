import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Client } from 'pg';
import type { Target } from './connectionPool.ts';

export type DatabaseStatus = 'up' | 'down';

export interface Heartbeat {
  readonly status: () => DatabaseStatus;
  /** Rejects with `reason()` as soon as the database stops answering; used to end waiting requests (FT-2). */
  guard<T>(work: Promise<T>, reason: () => Error): Promise<T>;
  readonly stop: () => Promise<void>;
}

const interval = 500;
/** `select 1` on an idle connection of its own takes a millisecond; this long without an answer is an outage. */
const patience = 1_500;
const retryAfter = 200;

/**
 * Asks the database twice a second whether it is there. A frozen database or a black hole in the network gives no error
 * by itself, so without this every request would wait for its own timeout.
 */
export function startHeartbeat(
  target: Target,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
  onDown: () => void,
): Heartbeat {
  const waiting = new Set<() => void>();
  const stopped = new AbortController();
  let status: DatabaseStatus = 'up';
  let client: Client | null = null;

  async function beat(): Promise<void> {
    client ??= await connect(target);
    const asked = client.query('select 1');
    asked.catch(() => undefined);
    await within(asked, patience);
  }

  function turnDown(error: unknown): void {
    client?.end().catch(() => undefined);
    client = null;
    if (status === 'down') return;
    status = 'down';
    log.error({ reason: error instanceof Error ? error.message : String(error) }, 'the database does not answer');
    onDown();
    for (const reject of waiting) reject();
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await beat();
        if (status === 'down') log.info('the database answers again');
        status = 'up';
      } catch (error) {
        if (!stopped.signal.aborted) turnDown(error);
      }
      await delay(status === 'up' ? interval : retryAfter, undefined, { signal: stopped.signal, ref: false }).catch(
        () => undefined,
      );
    }
    await client?.end().catch(() => undefined);
  }
  const running = run();

  return {
    status: () => status,
    guard: (work, reason) =>
      new Promise((resolve, reject) => {
        if (status === 'down') {
          work.catch(() => undefined);
          reject(reason());
          return;
        }
        const giveUp = () => reject(reason());
        waiting.add(giveUp);
        work.then(resolve, reject).finally(() => waiting.delete(giveUp));
      }),
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

async function connect(target: Target): Promise<Client> {
  const client = new Client({
    ...target,
    application_name: 'carepost-heartbeat',
    connectionTimeoutMillis: patience,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A busy event loop must not pass for a silent database: answers that already arrived are read before giving up. */
async function within(answer: Promise<unknown>, milliseconds: number): Promise<void> {
  let answered = false;
  const timer = new AbortController();
  const late = delay(milliseconds, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
  try {
    await Promise.race([answer.then(() => (answered = true)), late]);
    if (!answered) await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    if (!answered) throw new Error(`no answer within ${milliseconds} ms`);
  } finally {
    timer.abort();
  }
}
