/** @module-tag hard */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { makeRandomCalls } from './randomCalls.ts';

const callsInAll = 15_000;

let running: TestApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

test(`${callsInAll} random calls over every row never meet a 5xx or an undocumented status`, async () => {
  const { calls, unreached, auditFaults } = await makeRandomCalls(running, callsInAll);
  expect(auditFaults).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(callsInAll);
  expect(unreached).toEqual([]);
}, 1_200_000);
