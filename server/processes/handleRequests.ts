import { Worker } from 'node:worker_threads';
import type { Message, Reply } from './readingProcess.ts';

/** What the process itself takes, with all of its readers loaded. */
const ownMb = 200;

/** The body of a process that `startProcess` starts: one response for each request. A handler that fails ends the process. */
export function handleRequests(handle: (request: never, bytes: Buffer<ArrayBuffer>) => Promise<unknown>): void {
  // Documents of others must not reach the network; what is not there cannot be called.
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);
  process.once('disconnect', () => process.exit());
  const memoryMb = Number(process.argv[2]);
  const isWorking = startWatchdog(ownMb + 2 * memoryMb);
  let pieces: Uint8Array[] = [];
  process.on('message', (message: Message<never>) => {
    if ('piece' in message) {
      pieces.push(message.piece);
      return;
    }
    const bytes = Buffer.concat(pieces);
    pieces = [];
    isWorking(true);
    void handle(message.request, bytes).then((response) => {
      isWorking(false);
      const isLarge = process.memoryUsage.rss() > (ownMb + memoryMb) * 1024 * 1024;
      process.send?.({ response, isLarge } satisfies Reply<unknown>);
    });
  });
  process.send?.('ready');
}

/** A thread that looks after this process, because its own loop stands still while it reads. It sleeps while nothing is read. */
function startWatchdog(processMb: number): (isWorking: boolean) => void {
  const state = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: { state, processMb } }).unref();
  return (isWorking) => {
    Atomics.store(state, 0, isWorking ? 1 : 0);
    Atomics.notify(state, 0);
  };
}
