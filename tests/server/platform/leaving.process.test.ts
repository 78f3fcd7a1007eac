import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenCalls, leaveUnderLoad } from './leavingCallers.ts';
import { demoFolder } from './serverProcess.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
beforeAll(async () => {
  folder = await demoFolder();
});
afterAll(() => folder.remove());

// In 20 rounds in `npm run test:hard`.
test('SIGTERM under 50 callers: calls begun before it are completed, later ones are refused cleanly (FT-8)', {
  timeout: 180_000,
}, async () => {
  const { exitCode, outcomes } = await leaveUnderLoad(folder.path);
  expect(brokenCalls(outcomes)).toEqual({});
  expect(outcomes.filter(({ result }) => result === 503).length).toBeGreaterThan(0);
  expect(exitCode).toBe(0);
});
