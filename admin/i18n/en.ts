import { frameMessages, type Messages } from './frameMessages.ts';
import { carequalityMessages } from './carequality.ts';
import { activityMessages } from './activity.ts';
import { addressMessages } from './addresses.ts';
import { appMessages } from './apps.ts';
import { auditMessages } from './audit.ts';
import { brandMessages } from './brands.ts';
import { bulkMessages, importMessages, selectionMessages } from './bulk.ts';
import { dashboardMessages, workflowMessages } from './dashboard.ts';
import { directoryMessages } from './directory.ts';
import { emergencyMessages, emergencyOrganizationMessages } from './emergencies.ts';
import { eulaMessages } from './eulas.ts';
import { certificateMessages } from './certificates.ts';
import { connectionMessages } from './connections.ts';
import { idProofingMessages } from './idproofing.ts';
import { identityLinkMessages, lockedUserMessages } from './identitylinks.ts';
import { integrationMessages, whitelistMessages } from './integrations.ts';
import { inspectorMessages, retryMessages } from './inspector.ts';
import { mailboxMessages } from './mailbox.ts';
import { myAccountMessages } from './myAccount.ts';
import { networkMessages } from './networks.ts';
import { contactMessages, documentSourceMessages, sourceProviderMessages } from './platformLists.ts';
import { organizationHomeMessages } from './organizationHome.ts';
import { overviewMessages } from './overview.ts';
import { peopleMessages } from './people.ts';
import { onboardingMessages } from './onboarding.ts';
import { planMessages } from './plans.ts';
import { subscriptionMessages, upgradeMessages } from './subscription.ts';
import { registrationMessages } from './registration.ts';
import { registrationListMessages } from './registrations.ts';
import { reservedWordMessages } from './reservedwords.ts';
import { resellerMessages } from './resellers.ts';
import { searchMessages } from './search.ts';
import { specialtyMessages } from './specialties.ts';
import { toolMessages } from './tools.ts';
import { userMessages } from './users.ts';
import { viewerMessages } from './viewer.ts';
import { webhookMessages } from './webhooks.ts';

const { resources } = frameMessages as { readonly resources: Messages };

/** Every text of the application, react-admin's own included; texts that the specification quotes are copied literally. */
export const messages: Messages = {
  ...frameMessages,
  ...toolMessages,
  bulk: bulkMessages,
  imports: importMessages,
  selection: selectionMessages,
  carequality: carequalityMessages,
  account: myAccountMessages,
  activity: activityMessages,
  addresses: addressMessages,
  audit: auditMessages,
  brands: brandMessages,
  dashboard: dashboardMessages,
  workflows: workflowMessages,
  directory: directoryMessages,
  emergencies: emergencyMessages,
  emergencyorganizations: emergencyOrganizationMessages,
  eulas: eulaMessages,
  inspector: inspectorMessages,
  retry: retryMessages,
  mailbox: mailboxMessages,
  networks: networkMessages,
  onboarding: onboardingMessages,
  idproofing: idProofingMessages,
  plans: planMessages,
  registration: registrationMessages,
  registrations: registrationListMessages,
  subscription: subscriptionMessages,
  upgrade: upgradeMessages,
  documentsources: documentSourceMessages,
  sourceproviders: sourceProviderMessages,
  contacts: contactMessages,
  resellers: resellerMessages,
  specialties: specialtyMessages,
  apps: appMessages,
  reservedwords: reservedWordMessages,
  certificates: certificateMessages,
  connections: connectionMessages,
  identitylinks: identityLinkMessages,
  users: userMessages,
  people: peopleMessages,
  lockedusers: lockedUserMessages,
  integrations: integrationMessages,
  integrationwhitelist: whitelistMessages,
  webhooks: webhookMessages,
  viewer: viewerMessages,
  search: searchMessages,
  organizationHome: organizationHomeMessages,
  overview: overviewMessages,
  resources: {
    ...resources,
    plans: { name: 'Plan |||| Plans', fields: planMessages.fields },
    documentsources: { name: 'Document source |||| Document sources', fields: documentSourceMessages.fields },
    sourceproviders: { name: 'Provider |||| Providers', fields: sourceProviderMessages.fields },
    contacts: { name: 'Contact |||| Contacts', fields: contactMessages.fields },
    networks: { name: 'Network |||| Networks', fields: networkMessages.fields },
    resellers: { name: 'Reseller |||| Resellers', fields: resellerMessages.fields },
    brands: { name: 'Brand |||| Brands', fields: brandMessages.fields },
    specialties: { name: 'Specialty |||| Specialties', fields: specialtyMessages.fields },
    apps: { name: 'App |||| Apps', fields: appMessages.fields },
    reservedwords: { name: 'Reserved word |||| Reserved words', fields: reservedWordMessages.fields },
    reservedwordclashes: { name: 'Clash |||| Clashes', fields: reservedWordMessages.clashes.fields },
    emergencies: { name: 'Emergency |||| Emergencies', fields: emergencyMessages.fields },
    emergencyorganizations: {
      name: 'Emergency organization |||| Emergency organizations',
      fields: emergencyOrganizationMessages.fields,
    },
    eulas: { name: 'License agreement |||| License agreements', fields: eulaMessages.fields },
    idproofing: { name: 'Identity review |||| Identity reviews', fields: idProofingMessages.fields },
    certificates: { name: 'Certificate |||| Certificates', fields: certificateMessages.fields },
    connections: {
      name: 'Single sign-on connection |||| Single sign-on connections',
      fields: connectionMessages.fields,
    },
    identitylinks: { name: 'Identity link |||| Identity links', fields: identityLinkMessages.fields },
    users: { name: 'User |||| Users', fields: userMessages.fields },
    people: { name: 'Person |||| People', fields: peopleMessages.fields },
    registrations: { name: 'Registration |||| Registrations', fields: registrationListMessages.fields },
    lockedusers: { name: 'Locked account |||| Locked accounts', fields: lockedUserMessages.fields },
    integrations: { name: 'Integration |||| Integrations', fields: integrationMessages.fields },
    webhooks: { name: 'Webhook |||| Webhooks', fields: webhookMessages.fields },
    webhookdeliveries: { name: 'Delivery |||| Deliveries', fields: webhookMessages.deliveries.fields },
    integrationwhitelist: { name: 'Whitelist entry |||| Whitelist entries', fields: whitelistMessages.fields },
    auditentries: { name: 'Audit entry |||| Audit entries', fields: auditMessages.fields },
    mailbox: { name: 'Mail |||| Mail', fields: mailboxMessages.fields },
  },
};
