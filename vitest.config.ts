import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
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
const hardFiles = '**/*.hard.test.ts';
/** Have a smaller measure in the usual suite (tests/support/isHard.ts), or tests with the tag `hard`. */
const scaledFiles = [
  'tests/cli/auditChain.test.ts',
  'tests/cli/bulkBroken.process.test.ts',
  'tests/cli/listExport.test.ts',
  'tests/cli/oneRowRuns.test.ts',
  'tests/cli/unconfirmed.test.ts',
  'tests/server/html/sanitiseHtml.test.ts',
  'tests/shared/bulk/actionsFilled.test.ts',
  'tests/shared/bulk/plan.test.ts',
  'tests/cli/bulkRateLimit.process.test.ts',
  'tests/cli/bulkResume.process.test.ts',
  'tests/cli/bulkStops.test.ts',
  'tests/server/areas/diagnosticsGrid.test.ts',
  'tests/server/platform/embeddedAccounts.process.test.ts',
  'tests/cli/commandTree.test.ts',
  'tests/cli/everyCommand.test.ts',
  'tests/cli/memory.process.test.ts',
  'tests/cli/shells.process.test.ts',
  'tests/server/exchange/engineKilled.process.test.ts',
  'tests/server/exchange/inboundHostile.process.test.ts',
  'tests/server/jobs/killedServers.process.test.ts',
  'tests/server/platform/migrate.process.test.ts',
  'tests/server/areas/auditChain.test.ts',
  'tests/server/database/listCounts.test.ts',
  'tests/shared/bulk/millionRows.test.ts',
  'tests/shared/bulk/run.test.ts',
  'tests/shared/bulk/actionsProperty.test.ts',
  'tests/shared/bulk/tableRoundTrip.test.ts',
  'tests/shared/bulk/roundTripServer.test.ts',
  'tests/shared/bulk/undoServer.test.ts',
  'tests/server/seed/messages.test.ts',
  'tests/cli/reportsDiff.test.ts',
  'tests/cli/exportsRows.test.ts',
  'tests/cli/schedule.test.ts',
  'tests/server/areas/organizationTotals.test.ts',
  'tests/server/identity/tokenCheck.test.ts',
  'tests/server/areas/organizationListFilters.test.ts',
  'tests/server/documents/corpus.test.ts',
  'tests/server/documents/limits.test.ts',
  'tests/server/documents/isolation.process.test.ts',
  'tests/server/documents/mutations.process.test.ts',
  'tests/browser/adminRoles.test.ts',
  'tests/browser/administrationRecords.test.ts',
  'tests/browser/audit.test.ts',
  'tests/browser/bulkMishaps.test.ts',
  'tests/browser/bulkRetry.test.ts',
  'tests/browser/bulkRunSurvives.test.ts',
  'tests/browser/clinicalDocuments.test.ts',
  'tests/browser/dashboard.test.ts',
  'tests/browser/findProvider.test.ts',
  'tests/browser/subscriptions.test.ts',
  'tests/browser/idleSignOut.test.ts',
  'tests/browser/emergencies.test.ts',
  'tests/browser/inspector.test.ts',
  'tests/browser/integrations.test.ts',
  'tests/browser/onboarding.test.ts',
  'tests/browser/onboardingDialogs.test.ts',
  'tests/browser/onboardingFlow.test.ts',
  'tests/browser/organizationAddresses.test.ts',
  'tests/browser/organizationBulk.test.ts',
  'tests/browser/organizationDirectory.test.ts',
  'tests/browser/organizationEditor.test.ts',
  'tests/browser/organizationImport.test.ts',
  'tests/browser/organizationKeyboard.test.ts',
  'tests/browser/organizationList.test.ts',
  'tests/browser/organizationListTools.test.ts',
  'tests/browser/organizationTabs.test.ts',
  'tests/browser/people.test.ts',
  'tests/browser/platformLists.test.ts',
  'tests/browser/reservedWords.test.ts',
  'tests/browser/signInPages.test.ts',
  'tests/browser/signingIn.test.ts',
  'tests/browser/tools.test.ts',
  'tests/browser/users.test.ts',
  'tests/browser/viewer.test.ts',
  'tests/browser/webhooks.test.ts',
  'tests/browser/workflowGrid.test.ts',
  'tests/server/processes/readingProcess.process.test.ts',
  'tests/server/platform/outage.process.test.ts',
  'tests/server/platform/dataFolder.process.test.ts',
  'tests/server/platform/drain.process.test.ts',
  'tests/server/exchange/inboundTrouble.process.test.ts',
  'tests/server/live/hubs.process.test.ts',
  'tests/server/seed/seed.process.test.ts',
  'tests/cli/contacts.process.test.ts',
  'tests/server/operations/rotateKeys.process.test.ts',
];
/** The same of the pages. */
const scaledPages = [
  'tests/admin/components/everyList.test.tsx',
  'tests/admin/emergencies/emergencyPage.test.tsx',
  'tests/admin/organizations/organizationEditorProblems.test.tsx',
  'tests/admin/viewer/socialSecurity.test.tsx',
];
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

const isOfBrowser = (name: string): boolean => name.startsWith('tests/browser/');
const ofHard = {
  isolate,
  globalSetup: [database, './tests/support/bundles.ts', './tests/support/webBuild.ts'],
  testTimeout: 600_000,
  hookTimeout: 60_000,
};

const hard = {
  test: {
    ...ofHard,
    name: 'hard',
    include: [`tests/{node,server,cli,shared}/${hardFiles}`, ...scaledFiles.filter((name) => !isOfBrowser(name))],
    // One at a time: several measure memory and times.
    maxWorkers: 1,
  },
};

const hardBrowser = {
  test: {
    ...ofHard,
    name: 'hard browser',
    include: [`tests/browser/${hardFiles}`, ...scaledFiles.filter(isOfBrowser)],
    maxWorkers: 2,
    sequence: { groupOrder: 2 },
  },
};

/** Of the pages in process. */
const pages = {
  environment: 'jsdom',
  setupFiles: ['./tests/support/adminSetup.ts'],
  isolate,
  server,
};

const hardPages = {
  test: {
    ...pages,
    name: 'hard pages',
    include: scaledPages,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    testTimeout: 60_000,
  },
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
    tags: [{ name: 'hard', description: 'Long attacks, which only `npm run test:hard` makes.' }],
    tagsFilter: mode === 'hard' ? [] : ['!hard'],
    reporters: ['default', new SlowestFiles()],
    projects:
      mode === 'hard'
        ? [hard, hardPages, hardBrowser]
        : [
            {
              test: {
                name: 'admin',
                include: ['tests/admin/**/*.test.{ts,tsx}'],
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
                exclude: [...configDefaults.exclude, processFiles, hardFiles, ...(mode === 'quick' ? notQuick : [])],
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
                exclude: [...configDefaults.exclude, hardFiles],
                isolate,
                globalSetup: [database, './tests/support/webBuild.ts'],
                sequence: { groupOrder: 3 },
                testTimeout: 120_000,
                hookTimeout: 120_000,
              },
            },
          ],
  },
}));
