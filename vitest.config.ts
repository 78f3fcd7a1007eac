import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { hardFiles, hardTags } from './tests/support/hardFiles.ts';
import { keepFilesInMemory } from './tests/support/memoryFolder.ts';
import { SlowestFiles } from './tests/support/slowestFiles.ts';
import { notQuick, SlowFilesFirst } from './tests/support/slowFilesFirst.ts';
import { freshBundle } from './vite/bundle.js';

keepFilesInMemory();

/** Loading the server takes longer than most of the files that test it: a worker loads it once. No test mocks a module. */
const isolate = false;
const database = './tests/support/database/globalSetup.ts';
/** Files that start or kill processes, or wait for faults. They run after the quick ones and not in `npm run test:quick`. */
const processFiles = '**/*.process.test.ts';
/** Long attacks; only in `npm run test:hard`. */
const onlyHard = '**/*.hard.test.ts';
/**
 * Servers inside the tests read documents and mail with the programs of the bundle where `npm test` has just built it, as a server does:
 * they start in half the time.
 */
const builtPrograms = (): Plugin => {
  const folder = freshBundle('server');
  return {
    name: 'built-programs',
    transform: (code) =>
      folder &&
      code.replaceAll(
        /new URL\(['"]\.\/(documentProcess|mailProcess)\.ts['"], import\.meta\.url\)/g,
        (_source, name: string) => `new URL(${JSON.stringify(pathToFileURL(`${folder}/${name}.js`).href)})`,
      ),
  };
};

/** Its files import each other without extensions: only a bundler can load them. */
const server = { deps: { inline: ['ra-data-odata-server'] } };

/**
 * The packages of emotion that production uses. Their development builds describe each style for their developers, a twentieth of the time of
 * the page tests. React keeps its development build, which `act` needs.
 */
const productionStyles: Plugin = {
  name: 'production-styles',
  configResolved: ({ ssr: { resolve } }) => {
    if (resolve?.conditions)
      resolve.conditions = resolve.conditions.filter((condition) => !condition.startsWith('development'));
  },
};

/** Of the server, and compared with what a document of a browser makes of it. A worker with another environment loads all modules anew. */
const needsDocument = 'tests/server/html/sanitiseHtml.test.ts';

/** Of the pages in process. */
const pages = {
  environment: 'jsdom',
  setupFiles: ['./tests/support/adminSetup.ts'],
  isolate,
  server,
};

const ofHard = {
  isolate,
  globalSetup: [database, './tests/support/bundles.ts', './tests/support/webBuild.ts'],
  testTimeout: 600_000,
  hookTimeout: 60_000,
};

/** The projects of `npm run test:hard`, one after the other. */
const hardProjects = () => {
  const { alone, together } = hardFiles('{node,server,cli,shared}');
  const projects = [
    { ...ofHard, name: 'hard alone', include: alone, maxWorkers: 1 },
    { ...ofHard, name: 'hard', include: together, maxWorkers: 2 },
    { ...pages, name: 'hard pages', include: hardFiles('admin').together, maxWorkers: 1, testTimeout: 60_000 },
    { ...ofHard, name: 'hard browser', include: hardFiles('browser').together, maxWorkers: 2 },
  ];
  return projects.map((test, groupOrder) => ({ test: { ...test, sequence: { groupOrder } } }));
};

/** `vitest --mode quick` is `npm run test:quick`, `vitest --mode hard` is `npm run test:hard`. */
export default defineConfig(({ mode }) => ({
  test: {
    // Two cores are the smallest machine this runs on; with four the database and the browser wait for them.
    maxWorkers: 3,
    // Concurrent tests wait: for a second attempt, for a response that never arrives.
    maxConcurrency: 25,
    // Beside other work a second is not long.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: SlowFilesFirst },
    tags: hardTags,
    tagsFilter: [mode === 'hard' ? 'hard || scaled' : '!hard'],
    reporters: ['default', new SlowestFiles()],
    projects:
      mode === 'hard'
        ? hardProjects()
        : [
            {
              plugins: [productionStyles],
              test: {
                name: 'admin',
                include: ['tests/admin/**/*.test.{ts,tsx}', needsDocument],
                exclude: [...configDefaults.exclude, ...(mode === 'quick' ? notQuick : [])],
                ...pages,
                sequence: { groupOrder: 1 },
                testTimeout: 20_000,
              },
            },
            {
              plugins: [builtPrograms()],
              test: {
                name: 'node',
                include: ['tests/{shared,node,server,cli,architecture,support}/**/*.test.ts'],
                exclude: [
                  ...configDefaults.exclude,
                  needsDocument,
                  processFiles,
                  onlyHard,
                  ...(mode === 'quick' ? notQuick : []),
                ],
                isolate,
                globalSetup: [database],
                server,
                sequence: { groupOrder: 1 },
                testTimeout: 20_000,
                hookTimeout: 60_000,
              },
            },
            {
              test: {
                name: 'processes',
                include: [`tests/{node,server,cli}/${processFiles}`],
                isolate,
                globalSetup: [database, './tests/support/bundles.ts'],
                sequence: { groupOrder: 2 },
                // Servers start beside other work.
                testTimeout: 180_000,
                hookTimeout: 120_000,
              },
            },
            {
              plugins: [builtPrograms()],
              test: {
                name: 'browser',
                include: ['tests/browser/**/*.test.ts'],
                exclude: [...configDefaults.exclude, onlyHard],
                isolate,
                globalSetup: [database, './tests/support/webBuild.ts'],
                sequence: { groupOrder: 2 },
                testTimeout: 120_000,
                hookTimeout: 120_000,
              },
            },
          ],
  },
}));
