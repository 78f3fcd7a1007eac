/** @module-tag measured */
/** @module-tag hard */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenCalls, leaveUnderLoad } from './leavingCallers.ts';
import { temporaryFolder } from './serverProcess.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

test('SIGTERM under 50 callers: calls begun before it are completed, later ones are refused cleanly, in 20 rounds (FT-8)', {
  timeout: 600_000,
}, async () => {
  for (let round = 0; round < 20; round++) {
    const { exitCode, outcomes } = await leaveUnderLoad(folder.path);
    expect(brokenCalls(outcomes), `round ${round}`).toEqual({});
    expect(outcomes.filter(({ result }) => result === 503).length).toBeGreaterThan(0);
    expect(exitCode).toBe(0);
  }
});
