import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, startApp, type TestApp } from '../../support/startApp.ts';

let running: TestApp;
beforeAll(async () => {
  running = await sharedServer();
});

describe('health', () => {
  test('says that the process lives and that it is ready for requests', async () => {
    expect((await running.app.inject('/health/live')).json()).toEqual({ status: 'live' });
    const ready = await running.app.inject('/health/ready');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toEqual({ status: 'ready', checks: { database: 'up', draining: false, disk: 'ok' } });
  });

  test('says which disk is nearly full, and what helps', async () => {
    // More than any disk has.
    const full = await startApp({ env: { MIN_FREE_DISK_MB: '100000000' } });
    const ready = await full.app.inject('/health/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.headers['retry-after']).toBeDefined();
    expect(ready.json()).toEqual({
      status: 'not ready',
      checks: { database: 'up', draining: false, disk: 'full' },
      reasons: [
        expect.stringMatching(/^The disk of the upload folder has \d+ MB free, less than 100000000 MB\. Free space/),
      ],
    });
    expect((await full.app.inject('/health/live')).statusCode).toBe(200);
    await full.close();
  });
});
