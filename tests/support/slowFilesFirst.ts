import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest on two cores, the slowest first (the end of each run prints them). */
const slowFiles = [
  'browser/onboardingDialogs',
  'server/operations/rotateKeys.hard',
  'browser/onboardingFlow',
  'server/authorization/randomCalls.hard',
  'browser/registration',
  'browser/signingIn',
  'browser/users',
  'browser/onboarding',
  'browser/people',
  'browser/emergencies',
  'browser/organizationList',
  'browser/inspector',
  'browser/administrationRecords',
  'browser/dashboard',
  'browser/workflowGrid',
  'browser/organizationImport',
  'browser/organizationTabs',
  'browser/organizationBulk',
  'browser/clinicalDocuments',
  'browser/subscriptions',
  'server/exchange/engineKilled.process',
  'server/webhooks/deliveriesKilled.hard',
  'server/jobs/killedServers.process',
  'cli/memory.process',
  'cli/everyCommand',
  'server/exchange/notifications',
  'server/identity/keys',
  'server/mail/activationMail',
  'server/exchange/engine',
  'server/identity/lockout',
  'cli/commandTree',
  'server/authorization/randomCalls',
  'server/authorization/auditedReads',
  'cli/bulkStops',
  'server/areas/eulaAcceptance',
  'server/jobs/outboundCalls',
  'server/platform/refusals',
  'server/exchange/inboundHostile.process',
  'cli/shells.process',
  'server/exchange/engineTroubles.process',
  'server/seed/seed.process',
];

/** Files of 5 s and more that `npm run test:quick` leaves to `npm test`: sweeps over all commands and calls, many rows, many waits. */
export const notQuick = [
  'architecture/bundle.test.ts',
  'admin/organizations/{organizationEditor,organizationEditorProblems,organizationFields,organizationList,organizationListTools,organizationRowActions}.test.tsx',
  'admin/organizations/{activity,addressTabs,savedAddresses}.test.tsx',
  'admin/{audit/auditList,bulk/organizationSelection,components/everyList,dashboard/messagingDashboard,dashboard/systemAlerts}.test.tsx',
  'admin/{emergencies/emergencyPage,inspector/messageDetail,networks/networkPeople,users/usersPage,viewer/socialSecurity}.test.tsx',
  'cli/{auditChain,emergencies,listExport,stopping,unconfirmed}.test.ts',
  'cli/{everyCommand,commandTree,oneRowRuns,bulkStops,bulkApply,bulkAfterwards}.test.ts',
  'cli/{login,networks,orgsWrites,healthCommands,exchangeCommands}.test.ts',
  'shared/bulk/{actionsFilled,actionsProperty,millionRows,roundTripServer,undoServer}.test.ts',
  'server/areas/{diagnosticsGrid,organizationTotals,reports}.test.ts',
  'server/{documents/limits,exchange/engine,fhir/httpTransport,platform/refusals,webhooks/deliveries}.test.ts',
  // The page of the built web application.
  'server/platform/otherInteropHost.test.ts',
  'server/{authorization/randomCalls,documents/corpus,jobs/outboundCalls,mail/activationMail}.test.ts',
  'server/{identity/keys,identity/lockout,identity/tokenCheck,platform/exports,platform/transaction}.test.ts',
  'server/{exchange/demo,exchange/inbound,exchange/notifications,seed/messages,areas/allowedAddresses}.test.ts',
].map((name) => `tests/${name}`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slowFiles.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return rank < 0 ? slowFiles.length : rank;
};

/**
 * Starts slow files first, so that no worker is left with one when the others are done. A clean checkout has no cache of durations to sort by. One
 * project follows the other: a worker that changes to another one loads all modules anew.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort(
      (one, other) => one.project.name.localeCompare(other.project.name) || rankOf(one) - rankOf(other),
    );
  }
}
