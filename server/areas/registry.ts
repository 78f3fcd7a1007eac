import { api } from '../../shared/contract/api.ts';
import { type AreaEntry, areaEntry } from '../http/areaEntry.ts';
import { accountHandlers } from './account/accountHandlers.ts';
import { apicaptureconfigHandlers } from './apicaptureconfig/apicaptureconfigHandlers.ts';
import { appsHandlers } from './apps/appsHandlers.ts';
import { auditHandlers } from './audit/auditHandlers.ts';
import { startAuditJobs } from './audit/auditJobs.ts';
import { brandsHandlers } from './brands/brandsHandlers.ts';
import { bulkplansHandlers } from './bulkplans/bulkplansHandlers.ts';
import { carequalityHandlers } from './carequality/carequalityHandlers.ts';
import { certificatesHandlers } from './certificates/certificatesHandlers.ts';
import { startCertificateSweep } from './certificates/checkCertificates.ts';
import { connectionsHandlers } from './connections/connectionsHandlers.ts';
import { documentsourcesHandlers } from './documentsources/documentsourcesHandlers.ts';
import { faxHandlers } from './fax/faxHandlers.ts';
import { diagnosticsHandlers } from './diagnostics/diagnosticsHandlers.ts';
import { directoryHandlers } from './directory/directoryHandlers.ts';
import { startDiagnosticsJobs } from './diagnostics/diagnosticsJobs.ts';
import { inspectorHandlers } from './inspector/inspectorHandlers.ts';
import { startInspectorJobs } from './inspector/inspectorJobs.ts';
import { retryjobsHandlers } from './retryjobs/retryjobsHandlers.ts';
import { startRetrySweep } from './retryjobs/retrySweep.ts';
import { messagesHandlers } from './messages/messagesHandlers.ts';
import { attachmentsHandlers } from './attachments/attachmentsHandlers.ts';
import { previewHandlers } from './preview/previewHandlers.ts';
import { draftsHandlers } from './drafts/draftsHandlers.ts';
import { emergenciesHandlers } from './emergencies/emergenciesHandlers.ts';
import { startEmergencySweep } from './emergencies/endEmergencies.ts';
import { eulasHandlers } from './eulas/eulasHandlers.ts';
import { featuresHandlers } from './features/featuresHandlers.ts';
import { guidHandlers } from './guid/guidHandlers.ts';
import { homeHandlers } from './home/homeHandlers.ts';
import { identitylinksHandlers } from './identitylinks/identitylinksHandlers.ts';
import { idproofingHandlers } from './idproofing/idproofingHandlers.ts';
import { legacyproofingHandlers } from './legacyproofing/legacyproofingHandlers.ts';
import { interopHandlers } from './interop/interopHandlers.ts';
import { integrationsHandlers } from './integrations/integrationsHandlers.ts';
import { integrationwhitelistHandlers } from './integrationwhitelist/integrationwhitelistHandlers.ts';
import { mailboxHandlers } from './mailbox/mailboxHandlers.ts';
import { networksHandlers } from './networks/networksHandlers.ts';
import { startTotalsJobs } from './organizations/list/totalsJobs.ts';
import { organizationsHandlers } from './organizations/organizationsHandlers.ts';
import { registrationHandlers } from './organizations/registration/registrationHandlers.ts';
import { startCheckoutSweep } from './organizations/subscription/checkoutSweep.ts';
import { subscriptionHandlers } from './organizations/subscription/subscriptionHandlers.ts';
import { peopleHandlers } from './people/peopleHandlers.ts';
import { plansHandlers } from './plans/plansHandlers.ts';
import { preferencesHandlers } from './preferences/preferencesHandlers.ts';
import { profileHandlers } from './profile/profileHandlers.ts';
import { reportsHandlers } from './reports/reportsHandlers.ts';
import { reservedwordsHandlers } from './reservedwords/reservedwordsHandlers.ts';
import { resellersHandlers } from './resellers/resellersHandlers.ts';
import { searchHandlers } from './search/searchHandlers.ts';
import { specialtiesHandlers } from './specialties/specialtiesHandlers.ts';
import { usersHandlers } from './users/usersHandlers.ts';
import { webhooksHandlers } from './webhooks/webhooksHandlers.ts';

/** Every area of the contract and who answers it. Adding an area is one folder and one line here. */
export const areas: readonly AreaEntry[] = [
  areaEntry('profile', api.profile, profileHandlers),
  areaEntry('preferences', api.preferences, preferencesHandlers),
  areaEntry('drafts', api.drafts, draftsHandlers),
  areaEntry('organizations', api.organizations, organizationsHandlers, ({ database, log }) =>
    startTotalsJobs(database, log),
  ),
  areaEntry('carequality', api.carequality, carequalityHandlers),
  areaEntry('documentsources', api.documentsources, documentsourcesHandlers),
  areaEntry('fax', api.fax, faxHandlers),
  areaEntry('networks', api.networks, networksHandlers),
  areaEntry('resellers', api.resellers, resellersHandlers),
  areaEntry('plans', api.plans, plansHandlers),
  areaEntry('brands', api.brands, brandsHandlers),
  areaEntry('specialties', api.specialties, specialtiesHandlers),
  areaEntry('apps', api.apps, appsHandlers),
  areaEntry('reservedwords', api.reservedwords, reservedwordsHandlers),
  areaEntry('features', api.features, featuresHandlers),
  areaEntry('eulas', api.eulas, eulasHandlers),
  areaEntry('reports', api.reports, reportsHandlers),
  areaEntry('mailbox', api.mailbox, mailboxHandlers),
  areaEntry('guid', api.guid, guidHandlers),
  areaEntry('apicaptureconfig', api.apicaptureconfig, apicaptureconfigHandlers),
  areaEntry('bulkplans', api.bulkplans, bulkplansHandlers),
  areaEntry('audit', api.audit, auditHandlers, startAuditJobs),
  areaEntry('diagnostics', api.diagnostics, diagnosticsHandlers, startDiagnosticsJobs),
  areaEntry('inspector', api.inspector, inspectorHandlers, startInspectorJobs),
  areaEntry('retryjobs', api.retryjobs, retryjobsHandlers, ({ config, database, log }) =>
    config.jobs.enabled ? startRetrySweep(database, log) : () => Promise.resolve(),
  ),
  areaEntry('messages', api.messages, messagesHandlers),
  areaEntry('attachments', api.attachments, attachmentsHandlers),
  areaEntry('preview', api.preview, previewHandlers),
  areaEntry('identitylinks', api.identitylinks, identitylinksHandlers),
  areaEntry('certificates', api.certificates, certificatesHandlers, startCertificateSweep),
  areaEntry('connections', api.connections, connectionsHandlers),
  areaEntry('users', api.users, usersHandlers),
  areaEntry('account', api.account, accountHandlers),
  areaEntry('people', api.people, peopleHandlers),
  areaEntry('emergencies', api.emergencies, emergenciesHandlers, startEmergencySweep),
  areaEntry('interop', api.interop, interopHandlers),
  areaEntry('integrations', api.integrations, integrationsHandlers),
  areaEntry('integrationwhitelist', api.integrationwhitelist, integrationwhitelistHandlers),
  areaEntry('webhooks', api.webhooks, webhooksHandlers),
  areaEntry('directory', api.directory, directoryHandlers),
  areaEntry('search', api.search, searchHandlers),
  areaEntry('subscriptionplans', api.subscriptionplans, subscriptionHandlers, startCheckoutSweep),
  areaEntry('home', api.home, homeHandlers),
  areaEntry('idproofing', api.idproofing, idproofingHandlers),
  areaEntry('registration', api.registration, registrationHandlers),
  areaEntry('legacyproofing', api.legacyproofing, legacyproofingHandlers),
];
