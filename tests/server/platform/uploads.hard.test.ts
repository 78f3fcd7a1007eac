/** @module-tag measured */
/** @module-tag hard */
import { availableParallelism, loadavg } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadAtOnce } from './manyUploads.ts';
import { launchServer, temporaryFolder, untilReady } from './serverProcess.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

// From /proc, which only Linux has.
test.runIf(process.platform === 'linux')(
  '60 uploads of 19 MB at once: within 150 MB more memory, and health stays quick (IN-3, FT-5)',
  async () => {
    // Time to receive more than a gigabyte on a busy machine.
    const server = await launchServer(folder.path, { LOG_LEVEL: 'warn', REQUEST_TIMEOUT_MS: '120000' });
    await untilReady(server);
    const contention = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
    const { statuses, before, most, idleP99, p99 } = await uploadAtOnce(server, 60, 19);
    process.stdout.write(
      `uploads ${JSON.stringify(statuses)}, memory ${before.toFixed()} to ${most.toFixed()} MB, health p99 ${p99.toFixed(1)} ms, without uploads ${idleP99.toFixed(1)} ms\n`,
    );
    expect(Object.keys(statuses).filter((status) => status !== '202' && status !== '503')).toEqual([]);
    expect(statuses['202']).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(150);
    // On a machine with nothing else to do; with several processes for each core every one waits for its turn.
    expect(p99).toBeLessThan(50 * contention);
    server.child.kill('SIGTERM');
    await server.ended;
  },
);
