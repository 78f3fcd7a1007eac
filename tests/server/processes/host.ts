import { startProcess } from '../../../server/processes/readingProcess.ts';
import type { Order } from './obedient.ts';

/** A server in little, for tests that end it: its process is stuck in what it reads, and it waits for that. */
await startProcess<Order, unknown>(new URL('./obedient.ts', import.meta.url), { memoryMb: 64 }).send('spin', 100_000);
