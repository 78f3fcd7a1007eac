import { describe, expect, it, test } from 'vitest';
import { guid } from '../../../shared/contract/guid.ts';
import { roles } from '../../../shared/contract/endpoint.ts';
import * as carequality from '../../../shared/rules/carequality.ts';
import * as dateRange from '../../../shared/rules/dateRange.ts';
import * as diagnostics from '../../../shared/rules/diagnostics.ts';
import * as directory from '../../../shared/rules/directory.ts';
import * as documentSource from '../../../shared/rules/documentSource.ts';
import * as emergency from '../../../shared/rules/emergency.ts';
import * as exportFile from '../../../shared/rules/exportFile.ts';
import * as fileName from '../../../shared/rules/fileName.ts';
import { guidFormats } from '../../../shared/rules/guid.ts';
import * as identity from '../../../shared/rules/identityProofing.ts';
import * as intake from '../../../shared/rules/intake.ts';
import { roleNames } from '../../../shared/rules/landing.ts';
import * as message from '../../../shared/rules/message.ts';
import * as onboarding from '../../../shared/rules/onboarding.ts';
import * as paging from '../../../shared/rules/paging.ts';
import * as patient from '../../../shared/rules/patient.ts';
import { tollFreePrefixes } from '../../../shared/rules/phone.ts';
import * as plan from '../../../shared/rules/plan.ts';
import * as reseller from '../../../shared/rules/reseller.ts';
import * as session from '../../../shared/rules/session.ts';
import * as text from '../../../shared/rules/textDisplay.ts';
import { usernameCheckDelayMs } from '../../../shared/rules/username.ts';
import { workflowTypes } from '../../../shared/rules/workflow.ts';

type Line = readonly [what: string, value: unknown, expected: unknown];

const administration: Line[] = [
  ['organization list page sizes', paging.pageSizes, [10, 25, 50, 100]],
  ['default page size', paging.defaultPageSize, 10],
  ['search debounce', paging.organizationSearchDebounceMs, 400],
  ['free plan user limit', plan.freePlanUserLimit, 3],
  ['unlimited users', plan.unlimitedUsers, -1],
  ['alternate OID value', carequality.oidValueMax, 255],
  ['emergency name', emergency.emergencyNameMax, 1000],
  ['emergency organizations in the list', emergency.emergencyOrganizationsMax, 30],
  ['emergency modal closes', emergency.emergencyCloseMs, 2000],
  ['typeahead minimum', paging.typeaheadMinimum, 2],
  ['typeahead wait', paging.typeaheadDebounceMs, 300],
  ['emergency organization lookup', emergency.emergencyLookupDebounceMs, 500],
  ['apps and specialties', paging.wholeListPageSize, 5000],
  ['brands', paging.brandPageSize, 100],
  ['direct providers', paging.providerPageSize, 20],
  ['saved addresses', paging.savedAddressesPageSize, 5],
  ['message and workflow grids', paging.gridPageSizes, [10, 20, 50, 100]],
  ['their default', paging.defaultGridPageSize, 20],
  ['detail grids', paging.detailGridPageSize, 5],
  ['workflows component', paging.workflowsPageSizes, [10, 25, 50, 100]],
  ['its default', paging.defaultWorkflowsPageSize, 25],
  ['dashboard refresh', diagnostics.dashboardRefreshMs, 10_000],
  ['worker statistics', diagnostics.workerRefreshMs, 30_000],
  ['statistics window in hours', diagnostics.statsWindowHours, 1],
  ['chart tick in minutes', diagnostics.chartTickMinutes, 10],
  ['message display', message.messageDisplayMax, 200],
  [
    'responder types',
    carequality.responderTypes,
    ['DirectResponder', 'ChildLocation', 'GatewayResponder', 'GatewayMember', 'InitiatorOnly'],
  ],
  ['reseller types', reseller.resellerTypes, { Affiliate: 0, Licensing: 1 }],
];

const signIn: Line[] = [
  ['token renewal threshold', session.renewBeforeExpirySeconds, 60],
  ['onboarding delay', onboarding.onboardingDelayMs, 1000],
  ['reactivation delay', onboarding.reactivationDelayMs, 500],
  ['reactivation fallback', onboarding.reactivationFallbackDelayMs, 1000],
  ['directory page size', directory.directoryPageSize, 10],
  ['infinite scroll trigger', directory.scrollTriggerPx, 5],
  ['results area height', directory.directoryResultsHeightPx, 275],
  ['tab count cap', text.cappedCount(100), '99+'],
  ['reseller list', reseller.resellerPageSize, 5000],
  ['file name display', fileName.fileNameDisplayMax, 60],
  ['activation takes', onboarding.activationTakes, '2-3 business days'],
  ['popup closed check', identity.popupClosedCheckMs, 1000],
  ['popup message types', identity.popupMessageTypes, ['idproofing', 'pccsso']],
  [
    'legacy identity fields',
    identity.legacyIdentityLimits,
    { firstName: 255, lastName: 255, addressLine: 255, addressUnit: 255, zip: 10, dateOfBirth: 10 },
  ],
  ['reseller colours', reseller.resellerColors.map(({ value }) => value), ['#ffffff', '#e6e9ed', '#3f4449']],
  ['structured documents', fileName.structuredExtensions, ['hl7', 'ccd', 'cda', 'xml']],
  [
    'storage keys',
    Object.values(session.storageKeys),
    ['ProfileData', 'redirectUrl', 'ssoConnection', 'hideOrgActivationDelayModal'],
  ],
  ['entity types', carequality.entityTypes, ['Participant', 'Sub-Participant', 'Child']],
];

const intakeAndRelease: Line[] = [
  ['patient text fields', patient.patientTextMax, 35],
  ['document description', intake.documentDescriptionMax, 255],
  ['subject', message.subjectDisplayMax, 80],
  ['preview poll', intake.previewPoll, { everyMs: 2000, times: 15 }],
  ['patient extraction poll', intake.extractionPoll, { everyMs: 1000, times: 10 }],
  ['external login check', intake.externalLoginPoll, { everyMs: 1000, times: 60 }],
  ['external login check of the list', intake.externalLoginListPoll, { everyMs: 1000, times: 120 }],
  ['processing poll', intake.processingPoll, { everyMs: 5000, timeoutMs: 20_000 }],
  ['sync broadcast', intake.syncBroadcastMs, 30_000],
  ['document types', intake.documentTypePageSize, 1000],
  ['pages per block', paging.pagesPerBlock, 5],
  ['search debounce', paging.searchDebounceMs, 300],
  ['lookups', patient.lookupDebounceMs, 500],
  ['patient lookup', patient.patientLookupDebounceMs, 750],
  ['username check', usernameCheckDelayMs, 1000],
  ['message window in days', dateRange.messageWindowDays, 30],
  ['recent events window', dateRange.recentEventsWindowDays, 14],
  ['audit window', dateRange.auditWindowDays, 14],
  ['requests list', intake.requestsPageSize, 10],
  ['values shown', [text.shownValues, text.valueDelimiter], [3, ';']],
  ['processed types', intake.processedTypes, ['Printed', 'StructuredExport', 'PDFExport', 'NativeExport']],
  ['toll-free prefixes', tollFreePrefixes, ['800', '888', '877', '866', '855', '844']],
  ['genders', patient.genders, { M: 'Male', F: 'Female', UN: 'Undifferentiated' }],
  ['lockout', [session.lockoutFailures, session.lockoutMinutes], [3, 10]],
  ['tooltips', paging.tooltipDelayMs, 400],
  ['branded exports', exportFile.brandedExports, ['DirectAddresses', 'Users', 'Organizations', 'Messages', 'Devices']],
  [
    'fax statuses',
    documentSource.faxStatuses,
    ['Provisioning', 'Activated', 'Pending Update', 'Pending Deletion', 'Deleted', 'Failed'],
  ],
];

const specs: [string, Line[]][] = [
  ['administration', administration],
  ['sign-in and onboarding', signIn],
  ['intake and release', intakeAndRelease],
];
describe.each(specs)('section 9 of %s', (_, lines) => {
  test.each(lines)('%s', (_what, value, expected) => {
    expect(value).toEqual(expected);
  });
});

describe('names that the contract has as well', () => {
  it('have the same values in both', () => {
    expect([...roleNames].sort()).toEqual([...roles].sort());
    for (const format of guidFormats) expect(guid.create.query?.safeParse({ format }).success).toBe(true);
  });

  it('of responder types are shown as spec 2 section 3 has them', () => {
    expect([...Object.values(carequality.responderTypeNames), carequality.passThroughName].sort()).toEqual([
      'Child Location - For Directory Purposes',
      'Direct Responder - Repository Owner',
      'Gateway Member - Data Repository',
      'Gateway Responder - No Repository',
      'Initiator Only',
      'Pass Through - For Directory Purposes',
    ]);
  });

  it('of workflows are those that the inspector requests', () => {
    expect(workflowTypes).toEqual(['MessageSendWorkflow', 'MessageReceiveWorkflow', 'ProcessWorkflow']);
  });
});
