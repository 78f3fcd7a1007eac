import { workerData } from 'node:worker_threads';

/** Ends its process when that takes too much memory outside of the heap, which has a limit of its own, and when nobody waits for it any more. */
const { state, processMb } = workerData as {
  readonly state: Int32Array<SharedArrayBuffer>;
  readonly processMb: number;
};
const everyMs = 50;
const parent = process.ppid;

for (;;) {
  Atomics.wait(state, 0, 0);
  Atomics.wait(state, 0, 1, everyMs);
  // As V8 ends it for want of memory.
  if (process.memoryUsage.rss() > processMb * 1024 * 1024) process.kill(process.pid, 'SIGABRT');
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}
