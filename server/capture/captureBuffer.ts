import type { Database } from '../database/openDatabase.ts';
import { type CaptureValues, capturedAmong, insertCaptures } from './captureStore.ts';

const flushMs = 250;
const maxCalls = 500;
const maxBytes = 4 * 1024 * 1024;
/** Organizations without capture are not looked up again for this time. */
const quietMs = 750;

/** A finished call that may have to be captured; masked only when its organization is. */
export interface FinishedCall {
  readonly organizationId: string;
  readonly bytes: number;
  readonly masked: () => CaptureValues;
}

interface BufferParts {
  readonly database: Pick<Database, 'db'>;
  readonly days: number;
  readonly warn: (details: object, message: string) => void;
}

export interface CaptureBuffer {
  wants(organizationId: string): boolean;
  add(call: FinishedCall): void;
  stop(): Promise<void>;
}

/**
 * Collects finished calls and stores those of captured organizations a few times a second, after their responses were sent: a capture
 * neither slows nor fails a call. Calls beyond the limit are dropped and counted. Whether an organization is captured is checked then, so
 * that switching it off works at once.
 */
export function captureBuffer({ database, days, warn }: BufferParts): CaptureBuffer {
  let waiting: FinishedCall[] = [];
  let bytes = 0;
  let dropped = 0;
  let flushing: Promise<void> | undefined;
  const quietUntil = new Map<string, number>();

  async function flush(): Promise<void> {
    const calls = waiting;
    const lost = dropped;
    waiting = [];
    bytes = 0;
    dropped = 0;
    if (lost > 0) warn({ calls: lost }, 'API calls were not captured: too many at once');
    if (calls.length === 0) return;
    const ids = [...new Set(calls.map(({ organizationId }) => organizationId))];
    const captured = await capturedAmong(database, ids);
    const now = Date.now();
    if (quietUntil.size > 10_000) quietUntil.clear();
    for (const id of ids) if (!captured.has(id)) quietUntil.set(id, now + quietMs);
    const rows = calls.filter(({ organizationId }) => captured.has(organizationId)).map(({ masked }) => masked());
    if (rows.length > 0) await insertCaptures(database, rows, days);
  }

  const work = (): Promise<void> => {
    flushing ??= flush()
      .catch((error: unknown) =>
        warn({ reason: error instanceof Error ? error.message : '' }, 'API calls were not captured'),
      )
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  };
  const timer = setInterval(() => void work(), flushMs).unref();

  return {
    wants: (organizationId) => (quietUntil.get(organizationId) ?? 0) < Date.now(),
    add: (call) => {
      if (waiting.length >= maxCalls || bytes + call.bytes > maxBytes) {
        dropped += 1;
        return;
      }
      waiting.push(call);
      bytes += call.bytes;
    },
    stop: async () => {
      clearInterval(timer);
      await work();
      await work();
    },
  };
}
