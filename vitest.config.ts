import { defineConfig } from 'vitest/config';

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
          globalSetup: [database],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/{browser,journeys}/**/*.test.ts'],
          globalSetup: [database, './tests/support/webBuild.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'admin',
          include: ['tests/admin/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          isolate: false,
          testTimeout: 20_000,
        },
      },
    ],
  },
});
