import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { makeRandomCalls } from './randomCalls.ts';
import { headerNames } from './randomHeaders.ts';

const callsInAll = 100;

let running: TestApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

test('the random calls send every header that the API documents', async () => {
  const { paths } = (await running.app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  }>();
  const documented = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ parameters = [] }) => parameters.filter(({ in: place }) => place === 'header'))
    .map(({ name }) => name);
  expect(documented).toContain('Idempotency-Key');
  expect([...new Set(documented)].filter((name) => !headerNames.includes(name))).toEqual([]);
});

// Beside the known input of every row. randomCalls.hard.test.ts makes many more of them.
test(`${callsInAll} random calls made from the contract never meet a 500, a hang or an undocumented status`, async () => {
  const { calls, unreached, auditFaults } = await makeRandomCalls(running, callsInAll);
  expect(auditFaults).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(callsInAll);
  expect(unreached).toEqual([]);
}, 300_000);
