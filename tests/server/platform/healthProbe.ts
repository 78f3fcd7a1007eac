import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Calls the health endpoint all the time, in a thread of its own: the load of the test does not count. A message asks for the durations so far. */
const agent = new Agent({ keepAlive: true });
let durations: number[] = [];
parentPort?.on('message', () => {
  // oxlint-disable-next-line require-post-message-target-origin -- a port of worker_threads has no origin
  parentPort?.postMessage(durations);
  durations = [];
});

const once = () =>
  new Promise<void>((resolve, reject) => {
    request(`${String(workerData)}/health/live`, { agent }, (response) => response.resume().once('end', resolve))
      .once('error', reject)
      .end();
  });
for (;;) {
  const began = performance.now();
  await once();
  durations.push(performance.now() - began);
  await delay(5);
}
