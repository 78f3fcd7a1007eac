import { defineConfig } from 'vitest/config';

/** Loading the server takes longer than most of the files that test it: a worker loads it once. No test mocks a module. */
const isolate = false;
const database = './tests/support/database/globalSetup.ts';

export default defineConfig({
  test: {
    // Two cores are the smallest machine this runs on; the database takes its share.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/{shared,server,cli,architecture,support}/**/*.test.ts'],
          isolate,
          globalSetup: [database],
          // Its files import each other without extensions: only a bundler can load them.
          server: { deps: { inline: ['ra-data-odata-server'] } },
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/{browser,journeys}/**/*.test.ts'],
          isolate,
          globalSetup: [database, './tests/support/webBuild.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'admin',
          include: ['tests/admin/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          isolate,
          // Its files import each other without extensions: only a bundler can load them.
          server: { deps: { inline: ['ra-data-odata-server'] } },
          testTimeout: 20_000,
        },
      },
    ],
  },
});
