import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestApp } from '../../support/startApp.ts';

let running: TestApp;
beforeAll(async () => {
  running = await sharedServer();
});

describe('health', () => {
  test('says that the process lives and that it is ready for requests', async () => {
    expect((await running.app.inject('/health/live')).json()).toEqual({ status: 'live' });
    const ready = await running.app.inject('/health/ready');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toEqual({ status: 'ready', checks: { database: 'up', draining: false } });
  });
});
