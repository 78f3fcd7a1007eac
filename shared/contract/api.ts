import { account } from './account.ts';
import { apicaptureconfig } from './apicaptureconfig.ts';
import { apps } from './apps.ts';
import { attachments } from './attachments.ts';
import { audit } from './audit.ts';
import { brands } from './brands.ts';
import { bulkplans } from './bulkplans.ts';
import { carequality } from './carequality.ts';
import { certificates } from './certificates.ts';
import { connections } from './connections.ts';
import { diagnostics } from './diagnostics.ts';
import { directory } from './directory.ts';
import { documentsources } from './documentsources.ts';
import { drafts } from './drafts.ts';
import { emergencies } from './emergencies.ts';
import { eulas } from './eulas.ts';
import { fax } from './fax.ts';
import { features } from './features.ts';
import { guid } from './guid.ts';
import { home } from './home.ts';
import { idproofing } from './idproofing.ts';
import { legacyproofing } from './legacyproofing.ts';
import { identitylinks } from './identitylinks.ts';
import { inspector } from './inspector.ts';
import { interop } from './interop.ts';
import { integrations } from './integrations.ts';
import { integrationwhitelist } from './integrationwhitelist.ts';
import { mailbox } from './mailbox.ts';
import { messages } from './messages.ts';
import { networks } from './networks.ts';
import { organizations } from './organizations.ts';
import { people } from './people.ts';
import { plans } from './plans.ts';
import { preferences } from './preferences.ts';
import { preview } from './preview.ts';
import { profile } from './profile.ts';
import { registration } from './registration.ts';
import { reports } from './reports.ts';
import { reservedwords } from './reservedwords.ts';
import { resellers } from './resellers.ts';
import { retryjobs } from './retryjobs.ts';
import { search } from './search.ts';
import { specialties } from './specialties.ts';
import { subscriptionplans } from './subscriptionplans.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** Every call built so far, by area. Adding an area is one file and one line here. */
export const api = {
  profile,
  preferences,
  drafts,
  organizations,
  carequality,
  documentsources,
  fax,
  networks,
  resellers,
  plans,
  brands,
  specialties,
  apps,
  reservedwords,
  features,
  eulas,
  reports,
  mailbox,
  guid,
  apicaptureconfig,
  bulkplans,
  audit,
  diagnostics,
  directory,
  inspector,
  retryjobs,
  messages,
  attachments,
  preview,
  identitylinks,
  certificates,
  connections,
  users,
  account,
  people,
  emergencies,
  interop,
  integrations,
  integrationwhitelist,
  webhooks,
  search,
  subscriptionplans,
  home,
  legacyproofing,
  idproofing,
  registration,
};
export type Api = typeof api;
