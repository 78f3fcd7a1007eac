import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The types of Node have no entry with a detail. */
type GcEntry = PerformanceEntry & { readonly detail: { readonly kind: number } };

/** Streamed bytes after which spent buffers are given back. */
const everyBytes = 8 * 1024 * 1024;
const lookEveryMs = 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;

/** Whether V8 marks for its next major collection: a minor one would make it finish that at once, in up to 50 ms. */
let isMarking = false;
const { NODE_PERFORMANCE_GC_INCREMENTAL: marking, NODE_PERFORMANCE_GC_MAJOR: major } = constants;
new PerformanceObserver((list) => {
  const entries = list.getEntries() as GcEntry[];
  const last = entries.findLast(({ detail }) => detail.kind === marking || detail.kind === major);
  if (last) isMarking = last.detail.kind === marking;
}).observe({ entryTypes: ['gc'] });

/** Marking ends with a collection that frees the buffers as well, so meanwhile there is time. */
const isDue = (bytes: number): boolean => bytes >= (isMarking ? 2 : 1) * everyBytes;

/**
 * Gives the spent buffers of a long stream back early; returns how to stop. They lie outside of the JavaScript heap, which hardly
 * grows meanwhile, so left alone Node keeps some 64 MB of them for each stream. A minor collection takes about a millisecond.
 */
export function promptRelease(bytesRead: () => number): () => void {
  let released = bytesRead();
  const timer = setInterval(() => {
    if (!isDue(bytesRead() - released)) return;
    released = bytesRead();
    collect({ type: 'minor' });
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

let spentBytes = 0;

/** The same for bytes that pass through buffers of a request or a job; call it when they are spent. */
export function releaseSpent(bytes: number): void {
  spentBytes += bytes;
  if (!isDue(spentBytes)) return;
  spentBytes = 0;
  collect({ type: 'minor' });
}

/** Smaller buffers may share their memory with others. */
const largeBytes = 1024 * 1024;
/**
 * The C library keeps freed memory of up to 32 MB for later, in pieces that rarely fit; what is larger goes back to the system at once.
 * Pages that nothing is written to take no memory.
 */
const returnedBytes = 33 * 1024 * 1024;

/** A buffer, not yet written, whose memory goes back to the system as a whole. */
export function largeBuffer(size: number): Buffer<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(size < largeBytes ? size : Math.max(size, returnedBytes)).subarray(0, size);
}

/** Gives the memory of a buffer back that is not read any more, now and not with a later collection of garbage. */
export function freeBuffer(bytes: Buffer): void {
  if (bytes.length >= largeBytes && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
}
